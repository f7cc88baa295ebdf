"""What somebody might send who means no good: bodies, single values, ways to send them."""

from __future__ import annotations

from typing import Any, NamedTuple

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"

# Values for any field, any place in an address, any parameter of a query.
TEXTS = {
    "nothing": "",
    "a space": " ",
    "NUL": "\0",
    "NUL inside": "ann\0bob",
    "a line and a header": "x\r\nSet-Cookie: sessionid=1",
    "SQL": "' OR 1=1; DROP TABLE games_game; --",
    "SQL of a cursor": "1) UNION SELECT password FROM accounts_user --",
    "HTML": "<script>alert(1)</script>",
    "an attribute": '" onmouseover="alert(1)',
    "a template": "{{ settings.SECRET_KEY }}{% debug %}",
    "a format": "{0.__class__.__mro__}%s%n%(x)s",
    "a shell": "$(reboot)`reboot`",
    "a path": "../../../../etc/passwd",
    "a coded path": "..%2f..%2fdata%2fagnes.sqlite3",
    "another site": "//evil.example/%2e%2e",
    "a script's address": "javascript:alert(1)",
    "right to left": "\u202eevil\u202d",
    "no width": "a\u200b\u200c\u200d\ufeffnn",
    "emoji": "😀" * 12,
    "a family": "👨‍👩‍👧‍👦",
    "Turkish": "İıannI",  # noqa: RUF001  (letters that change their number with their case)
    "Cyrillic": "аnn",  # noqa: RUF001  (it looks like another's name)
    "wide": "ａｎｎ",  # noqa: RUF001  (it becomes ann when normalized)
    "combining": "a" + "\u0301" * 400,
    "no character": "\uffff\ufffe",
    "very long": "a" * 7_000,
    "digits of another script": "١٢٣",
    "superscript": "²",
    "a huge number": "9" * 400,
    "a long number": str(2**63),
    "a negative number": "-1",
    "zero": "0",
    "1e9": "1e9",
    "a billion": "1000000000",
    "hexadecimal": "0x10",
    "a number with a line": "1\n",
    "underscores": "1_000",
    "NaN": "NaN",
    "infinity": "Infinity",
    "a day before all": "0000-00-00",
    "the first day": "0001-01-01",
    "the last day": "9999-12-31",
    "a day too many": "2026-02-30",
    "the last moment": "9999-12-31T23:59:59.999999+14:00",
    "the first moment": "0001-01-01T00:00:00-14:00",
    "a year too many": "10000-01-01",
    "a week too many": "2026-W54",
    "no cursor": "bm9uc2Vuc2U",
    "a cursor of numbers": "WyJuIiwxLDIsM10",
    "a cursor of nothing": "WyJuIixudWxsXQ",
    "a cursor of the end of time": "WyJuIiwiOTk5OS0xMi0zMSJd",
    "a cursor of NUL": "WyJuIiwiXHUwMDAwIl0",
    "a cursor of a surrogate": "WyJuIiwiXHVkODAwIl0",
    "a cursor of brackets": "W1tbW1tbW1tbW1tbW1tb",
    "a cursor that is huge": "WyJuIiwi" + "OTk5" * 1_000 + "Il0",
}

# JSON values of every kind but what the field wants.
VALUES: dict[str, Any] = {
    "null": None,
    "true": True,
    "a list": [],
    "an object": {},
    "a list of lists": [[["deal"]]],
    "an object in it": {"$gt": ""},
    "a fraction": 0.5,
    "minus one": -1,
    "2 to the 63": 2**63,
    "2 to the 64": 2**64,
    "10 to the 400": 10**400,
    "a million undos": ["undo"] * 1_001,
    "nulls": [None] * 9,
}


class Body(NamedTuple):
    """What is sent, as what, with which other headers."""

    content: bytes
    media: str = JSON
    headers: dict[str, str] = {}  # noqa: RUF012  (nobody changes it)


BODIES = {
    "empty": Body(b""),
    "no JSON": Body(b"ply=0&move=deal"),
    "half of it": Body(b'{"ply": 0, "move": "de'),
    "two documents": Body(b"{}{}"),
    "null": Body(b"null"),
    "a number": Body(b"7"),
    "a text": Body(b'"deal"'),
    "a list": Body(b'[{"ply": 0}]'),
    "NUL": Body(b'{"username": "a\\u0000", "move": "\\u0000", "deck": "\\u0000"}'),
    "NUL as a byte": Body(b'{"move": "a\x00b"}'),
    "half a surrogate pair": Body(b'{"username": "\\ud83d", "move": "\\ud83d", "deck": "\\ud83d"}'),
    "half a pair in a key": Body(b'{"\\udca9": 1}'),
    "UTF-8 of a surrogate": Body(b'{"move": "\xed\xa0\x80"}'),
    "no UTF-8": Body(b'{"move": "\xff\xfe"}'),
    "UTF-16": Body('{"ply": 0, "move": "deal"}'.encode("utf-16")),
    "UTF-32": Body('{"ply": 0, "move": "deal"}'.encode("utf-32-le")),
    "a byte order mark": Body(b'\xef\xbb\xbf{"ply": 0, "move": "deal"}'),
    "100,000 brackets": Body(b"[" * 100_000),
    "15,000 brackets": Body(b"[" * 15_000),
    "2,000 objects": Body(b'{"a":' * 2_000 + b"1" + b"}" * 2_000),
    "nine levels": Body(b'{"a": [[[[[[[[]]]]]]]]}'),
    "NaN": Body(b'{"ply": NaN, "days": NaN, "deal": NaN}'),
    "infinity": Body(b'{"ply": -Infinity, "days": 1e999, "deal": Infinity}'),
    "5,000 digits": Body(b'{"ply": ' + b"9" * 5_000 + b"}"),
    "a key twice": Body(b'{"ply": 0, "ply": 1, "username": "a", "username": "b"}'),
    "__proto__": Body(b'{"__proto__": {"is_staff": true}, "constructor": {}}'),
    "16 KiB and 1": Body(b'{"a": "' + b"x" * (16 * 1024 - 8) + b'"}'),
    "a megabyte": Body(b" " * 1024 * 1024),
    "gzip": Body(b"\x1f\x8b\x08\x00\x00\x00\x00\x00", headers={"Content-Encoding": "gzip"}),
    "a form": Body(b"ply=0&move=deal", FORM),
    "a form of 1,001 fields": Body(b"&".join([b"a=1"] * 1_001), FORM),
    "a form of 70,000 letters": Body(b"a=" + b"1" * 70_000, FORM),
    "a form with NUL": Body(b"login=%00&password=%00&username=a%00b&text=%00&email=%00", FORM),
    "a form that is no UTF-8": Body(b"login=%ff&password=%fe&text=%ff&name=%ff", FORM),
    "a form of a surrogate": Body(b"login=%ed%a0%80&text=%ed%a0%80&email=%ed%a0%80", FORM),
    "a form in UTF-16": Body("text=x".encode("utf-16"), f"{FORM}; charset=utf-16"),
    "a form of no charset": Body(b"text=x", f"{FORM}; charset=nonsense"),
    "parts without an end": Body(b"--x\r\nnonsense", "multipart/form-data; boundary=x"),
    "parts without a boundary": Body(b"x", "multipart/form-data"),
    "a file": Body(
        b'--x\r\nContent-Disposition: form-data; name="text"; filename="../x"\r\n\r\n\0\r\n--x--',
        "multipart/form-data; boundary=x",
    ),
    "2,000 parts": Body(
        b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n' * 2_000 + b"--x--",
        "multipart/form-data; boundary=x",
    ),
    "XML": Body(b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "text/xml"),
    "YAML": Body(b"!!python/object/apply:os.system [id]", "application/yaml"),
    "a pickle": Body(b"cos\nsystem\n(S'id'\ntR.", "application/python-pickle"),
    "no type": Body(b"{}", ""),
    "any type": Body(b"{}", "*/*"),
    "a type that is no text": Body(b"{}", "\xff\xfe"),
    "JSON in UTF-7": Body(b"{}", "application/json; charset=utf-7"),
    "a very long type": Body(b"{}", "application/json; x=" + "y" * 9_000),
    "another method": Body(b'{"_method": "DELETE"}', headers={"X-HTTP-Method-Override": "DELETE"}),
    "another's cookie": Body(b"{}", headers={"Cookie": "sessionid=../../x\x7f; csrftoken=<>"}),
    "another origin": Body(b"{}", headers={"Origin": "https://evil.example"}),
    "no origin at all": Body(b"{}", headers={"Origin": "null", "Referer": "http://["}),
    "an odd language": Body(b"{}", headers={"Accept-Language": "en;q=nan, " + "x" * 500}),
    "an odd accept": Body(b"{}", headers={"Accept": "text/html;q=9, */*;q=x, \xff"}),
    "another address": Body(b"{}", headers={"X-Forwarded-For": "::1%eth0, \x00, 999.9.9.9"}),
    "another host": Body(b"{}", headers={"X-Forwarded-Host": "evil.example"}),
    "an odd token": Body(b"{}", headers={"Authorization": "Bearer \xff\x00"}),
    "a token of 9,000 letters": Body(b"{}", headers={"Authorization": "Bearer " + "a" * 9_000}),
    "three words of a token": Body(b"{}", headers={"Authorization": "Bearer a b"}),
    "another scheme": Body(b"{}", headers={"Authorization": "Basic YTpi"}),
    "a condition": Body(b"{}", headers={"If-Match": "*", "If-None-Match": '"', "Range": "bytes=x"}),
    "an odd date": Body(b"{}", headers={"If-Modified-Since": "Thu, 01 Jan 99999 00:00:00 GMT"}),
}
