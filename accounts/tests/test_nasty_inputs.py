"""Whatever is sent, the answer is a problem document with a 4xx; never a 5xx, never HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from accounts.tests.asserting import problem_of

if TYPE_CHECKING:
    from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db
ADDRESSES = ["/api/v1/players", "/api/v1/tokens"]
START = b'{"username": "clara", "password": "correct horse battery"'
UNREADABLE = {
    "no JSON": b"username=clara&password=x",
    "half of it": START,
    "two documents": START + b"}{}",
    "a comma too many": START + b",}",
    "NUL": START + b', "email": "a\\u0000b"}',
    "NUL in a key": START + b', "a\\u0000b": 1}',
    "NUL as a byte": START + b', "email": "a\x00b"}',
    "NUL before it": b"\x00" + START + b"}",
    "half a surrogate pair": START + b', "email": "\\ud83d"}',
    "the other half": START + b', "email": "\\udca9"}',
    "half a pair in a key": START + b', "\\ud800": 1}',
    "no UTF-8": START + b', "email": "\xff\xfe"}',
    "UTF-8 of a surrogate": START + b', "email": "\xed\xa0\x80"}',
    "UTF-16": (START + b"}").decode().encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + START + b"}",
    "a key twice": START + b', "username": "dora"}',
    "a key twice, deeper": START + b', "more": {"a": 1, "a": 2}}',
    "nine levels": START + b', "more": ' + b"[" * 9 + b"]" * 9 + b"}",
    "9,000 objects": b'{"a":' * 2600 + b"1" + b"}" * 2600,
    "15,000 brackets": b"[" * 15_000,
    "NaN": START + b', "email": NaN}',
    "infinity": START + b', "email": -Infinity}',
    "a number of 5,000 digits": START + b', "email": ' + b"9" * 5000 + b"}",
}
TOO_LARGE = {
    "17 KiB": START + b', "email": "' + b"a" * 17 * 1024 + b'"}',
    "100,000 brackets": b"[" * 100_000,
    "a megabyte": b" " * 1024 * 1024,
}
NO_FIELDS = [
    b"",
    b"null",
    b"true",
    b"7",
    b'"clara"',
    b"[]",
    b"[{}]",
    b"{}",
    b'{"Username": "clara"}',
]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_cannot_be_read_is_bad_json(api: APIClient, address: str, body: bytes) -> None:
    problem_of(api.post(address, body, content_type="application/json"), 400, "bad_json")
    assert not User.objects.exists()


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("body", TOO_LARGE.values(), ids=TOO_LARGE.keys())
def test_what_is_too_large_is_not_read(api: APIClient, address: str, body: bytes) -> None:
    problem_of(api.post(address, body, content_type="application/json"), 413, "too_large")


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("body", NO_FIELDS)
def test_json_without_the_fields_is_invalid(api: APIClient, address: str, body: bytes) -> None:
    problem_of(api.post(address, body, content_type="application/json"), 400, "invalid")


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
        "application/jsonx",
        "*/*",
        "nonsense",
        "\xff",
    ],
)
def test_only_json_is_read(api: APIClient, address: str, content_type: str) -> None:
    response = api.post(address, START + b"}", content_type=content_type)
    problem_of(response, 415, "unsupported_media_type")


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "Application/JSON"])
def test_json_may_be_named_in_other_ways(api: APIClient, content_type: str) -> None:
    body = START + b"}"
    assert api.post(ADDRESSES[0], body, content_type=content_type).status_code == 201


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "", "nonsense", "*/*;q=0"])
def test_the_answer_is_json_whatever_is_asked_for(api: APIClient, accept: str) -> None:
    problem_of(api.post(ADDRESSES[0], {}, HTTP_ACCEPT=accept), 400, "invalid")
    problem_of(api.get("/api/v1/tokens", HTTP_ACCEPT=accept), 401, "not_signed_in")


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize(
    "text",
    [
        "' OR 1=1 --",
        "{{7*7}}",
        "%s%n",
        "\u202eevil",
        "a" * 7_000,
        "\ufffe",
        "\x7f",
        "😀" * 20,
        "\n",
    ],
)
def test_odd_texts_are_only_texts(api: APIClient, address: str, text: str) -> None:
    response = api.post(address, {"username": text, "password": text})
    assert response.status_code in {400, 401}
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("query", ["format=api", "format=xml", "q=%00", "limit=x", "%ff=%ff"])
def test_a_query_that_is_not_asked_for_changes_nothing(as_ann: APIClient, query: str) -> None:
    assert as_ann.get(f"/api/v1/tokens?{query}").status_code == 200
