"""The texts that are marked for translation, found without GNU gettext."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.utils.translation.template import templatize

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PACKAGES = ["accounts", "agnes_site", "games"]
_STRING = r"""u?("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
_CALL = re.compile(rf"(?<!\w)(_|gettext|ngettext|pgettext)\(\s*{_STRING}(?:\s*,\s*{_STRING})?")


class Text(NamedTuple):
    """A text as a catalogue names it; `plural` and `context` are empty when it has none."""

    text: str
    plural: str = ""
    context: str = ""


@cache
def texts(domain: str) -> frozenset[Text]:
    """Return every text of the modules for "djangojs"; for "django" those of code and templates."""
    if domain == "djangojs":
        return frozenset(text for file in _files("*.js") for text in in_calls(file.read_text()))
    code = [text for file in _files("*.py") for text in in_python(file.read_text())]
    pages = [*_files("*.html"), *_files("templates/**/*.txt")]
    return frozenset(code + [text for file in pages for text in in_template(file.read_text())])


_MARKERS = {"_": 1, "gettext": 1, "ngettext": 2, "pgettext": 2}


def in_python(source: str) -> Iterator[Text]:
    """Find `_("…")` and its kin, of literals: gettext finds no text that is put together."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            found = [ast.literal_eval(text) for text in node.args[: _MARKERS.get(name, 0)]]
            assert all(isinstance(text, str) for text in found)
            if found:
                yield _text(name, *found)


def in_template(source: str) -> Iterator[Text]:
    """Find `{% translate %}`, `{% blocktranslate %}` and `_("…")` as Django's makemessages does."""
    yield from in_calls(templatize(source))


def in_calls(source: str) -> Iterator[Text]:
    """Find gettext("…") and its kin; a backslash means the same in a module and in Python."""
    for name, *literals in _CALL.findall(source):
        yield _text(name, *(ast.literal_eval(literal) if literal else "" for literal in literals))


def _text(name: str, first: str, second: str = "") -> Text:
    if name == "pgettext":
        return Text(second, context=first)
    return Text(first, second if name == "ngettext" else "")


def _files(pattern: str) -> list[Path]:
    return [
        file
        for package in PACKAGES
        for file in (settings.BASE_DIR / package).rglob(pattern)
        if "tests" not in file.relative_to(settings.BASE_DIR).parts
    ]
