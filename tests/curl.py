#!/usr/bin/env python3
"""As much of curl as docs/api.md uses, for machines that have none."""

from __future__ import annotations

import argparse
import sys
import urllib.error
import urllib.request


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="curl")
    parser.add_argument("url")
    parser.add_argument("--silent", action="store_true", required=True)
    parser.add_argument("--show-error", action="store_true")
    parser.add_argument("--fail", action="store_true")
    parser.add_argument("--request", default="GET")
    parser.add_argument("--data")
    parser.add_argument("--header", action="append", default=[])
    parser.add_argument("--write-out", default="")
    asked = parser.parse_args(words)
    request = urllib.request.Request(  # noqa: S310  (the address is a test's own server)
        asked.url,
        data=asked.data and asked.data.encode(),
        headers=dict(header.split(": ", 1) for header in asked.header),
        method=asked.request,
    )
    try:
        with urllib.request.urlopen(request) as answer:  # noqa: S310  (as above)
            status, body = answer.status, answer.read()
    except urllib.error.HTTPError as error:
        if asked.fail:
            sys.exit(f"curl: (22) The requested URL returned error: {error.code}")
        status, body = error.code, error.read()
    sys.stdout.write(body.decode())
    sys.stdout.write(asked.write_out.replace(r"\n", "\n").replace("%{http_code}", str(status)))


if __name__ == "__main__":
    main(sys.argv[1:])
