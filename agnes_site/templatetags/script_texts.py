"""`{% script_texts %}`: the words that the modules of a page need, in the page's language."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from django import template
from django.conf import settings
from django.utils.html import json_script
from django.utils.translation import get_language
from django.utils.translation.trans_real import DjangoTranslation
from django.views.i18n import JSONCatalog

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def script_texts() -> SafeString:
    """Return the element that words.js reads: translations by English text, none in English."""
    return json_script(_texts(get_language() or settings.LANGUAGE_CODE), "texts")


@cache
def _texts(language: str) -> dict[str, Any]:
    """Of a text with a plural the value is the list of its forms, of any other a string."""
    catalogue = JSONCatalog()
    catalogue.translation = DjangoTranslation(
        language, domain="djangojs", localedirs=[str(path) for path in settings.LOCALE_PATHS]
    )
    return catalogue.get_catalog()
