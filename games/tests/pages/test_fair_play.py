"""The pages on fair play and on verifying: four languages, the same parts, a form that works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from games.engine.verify import CheckName
from games.tests.pages.reading import html, link

PAGES = Path(__file__).parents[2] / "templates" / "games"
PARTS = {
    "fair_play": ["attempt", "undo", "accounts", "flags", "seeds", "verify"],
    "verify": ["here", "yourself", "checks", "limits"],
}
MARKS = re.compile(r"<(p|pre|li|dt|dd|h[12])\b|<(?:code|small)>[^<]*|{% [^%]*%}|href=\"[^\"]*\"")


def text(page: str, language: str) -> str:
    return (PAGES / page / f"{language}.html").read_text("utf-8")


@pytest.mark.parametrize("page", PARTS)
@pytest.mark.parametrize("language", ["en", "es", "fr", "pt"])
def test_the_languages_say_the_same_part_by_part(page: str, language: str) -> None:
    assert re.findall(r'<section id="(\w+)"', text(page, language)) == PARTS[page]
    marks = [found[0] for found in MARKS.finditer(text(page, language))]
    assert marks == [found[0] for found in MARKS.finditer(text(page, "en"))]


@pytest.mark.parametrize("language", ["en", "es", "fr", "pt-pt"])
def test_each_page_is_there_in_its_language(language: str) -> None:
    client = Client(headers={"accept-language": language})
    for address, name in (("/fair-play", "fair_play"), ("/verify", "verify")):
        title = re.findall("<h1>(.*)</h1>", text(name, language[:2]))[0]
        page = html(client, address)
        assert f"<h1>{title}</h1>" in page
        assert f'<html lang="{language}"' in page


def test_the_pages_lead_to_one_another(db: None) -> None:
    assert link(html(Client(), "/verify").partition("</main>")[2], "Fair play") == "/fair-play"
    fair_play = html(Client(), "/fair-play")
    assert 'href="/verify"' in fair_play
    assert link(html(Client(), "/daily/today"), "What fair play means here") == "/fair-play"


def test_every_check_is_explained() -> None:
    shown = re.findall("<dt><code>(.*)</code></dt>", text("verify", "en"))
    assert shown == [name for name in CheckName if name is not CheckName.READING]


def test_a_record_is_brought_from_the_page(db: None) -> None:
    client = Client()
    page = html(client, "/verify")
    form = page.partition('<form class="form broad"')[2].partition("</form>")[0]
    address = re.findall('action="(.*?)"', form)[0]
    field = re.findall('<textarea name="(.*?)"', form)[0]
    answer = client.post(address, {field: "[Odd]"})
    assert "expected [Name" in answer.content.decode()


def test_the_address_to_fetch_a_record_is_that_of_the_server() -> None:
    page = html(Client(), "/verify")
    assert "curl -o record.txt http://testserver/api/v1/games/7012/record" in page
