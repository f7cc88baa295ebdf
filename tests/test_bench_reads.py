"""What the benches of reading make of what they read; their figures are for people."""

from __future__ import annotations

import pytest

from bench import pages, partition, proxy, reads
from bench.pages import Answer
from games.models import Game

PAGE = """<!doctype html><link rel="stylesheet" href="/static/a.1.css"><link rel="next" href="/2">
<link rel="modulepreload" href="/static/b.2.js"><script type="module" src="/static/a.1.js"></script>
<script id="game" type="application/json">{"src": "/x"}</script><img src="/static/i.3.svg" alt="">
<svg><use href="/static/i.3.svg#heart"/></svg><svg><use href="#here"/></svg><a href="/else">b</a>"""
SHEET = ".a { background: url('i.3.svg') } .b { background: url(data:image/png;base64,AA) }"
MODULE = 'import { b } from "./b.2.js";\nexport * from "./c.4.js";\nconst d = "./d.js";\n'
SITE = {
    "/play": Answer("/play", 1000, "text/html", is_kept=False, text=PAGE),
    "/static/a.1.css": Answer("/static/a.1.css", 100, "text/css", is_kept=True, text=SHEET),
    "/static/a.1.js": Answer("/static/a.1.js", 10, "text/javascript", is_kept=True, text=MODULE),
    "/static/b.2.js": Answer("/static/b.2.js", 20, "text/javascript", is_kept=True, text=""),
    "/static/c.4.js": Answer("/static/c.4.js", 30, "text/javascript", is_kept=False, text=""),
    "/static/i.3.svg": Answer("/static/i.3.svg", 1, "image/svg+xml", is_kept=True, text=""),
}


def test_a_first_visit_fetches_once_all_that_is_named() -> None:
    first, _ = pages.visits("/play", SITE.__getitem__)
    assert (first.requests, first.bytes) == (6, 1161)
    assert first.by_type["text/javascript"] == 60


def test_a_second_visit_fetches_what_could_not_be_kept() -> None:
    _, second = pages.visits("/play", SITE.__getitem__)
    assert (second.requests, second.bytes) == (2, 1030)


def test_the_answers_of_each_server_are_read_from_haproxy() -> None:
    said = (
        "# pxname,svname,hrsp_2xx,\nagnes,FRONTEND,9,\nweb,web_1,5,\nweb,web_2,,\nweb,BACKEND,5,\n"
        "reader,reader,4,\nreader,BACKEND,4,\n\n"
    )
    assert proxy.answered_in(said) == {"web_1": 5, "web_2": 0, "reader": 4}


def test_a_ratio_of_rates_is_the_median_of_those_of_the_rounds() -> None:
    one, other = {"rates": [100.0, 300.0, 50.0]}, {"rates": [200.0, 200.0, 100.0]}
    assert reads.ratio(one, other) == pytest.approx(0.5)


def test_a_row_without_blocks_has_a_place_for_its_ratio() -> None:
    row = {"name": "list", "rate": 100.0, "p50_ms": 8.0, "ratio": 0.5}
    with_blocks, without = reads.table([{**row, "blocks": 12.0}, row]).splitlines()[1:]
    assert with_blocks.index("0.50") == without.index("0.50")
    assert "blocks" not in reads.table([row])


def test_partitions_have_every_index_and_reference_of_the_whole_table() -> None:
    sql = partition.SQL.read_text()
    assert [index.name for index in Game._meta.indexes if f"{index.name} ON" not in sql] == []
    related = [relation.field for relation in Game._meta.related_objects]
    holders = [getattr(field.remote_field, "through", field.model) for field in related]
    tables = [holder._meta.db_table for holder in holders]
    assert len(tables) >= 2
    assert [
        table for table in tables if f"ALTER TABLE {table}\n    ADD FOREIGN KEY" not in sql
    ] == []
