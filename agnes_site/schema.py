"""The last touch on the OpenAPI schema: every refusal is a problem document, with its words."""

from __future__ import annotations

import re
from typing import Any

from drf_spectacular.openapi import AutoSchema

from agnes_site.errors import PROBLEM_JSON, PROBLEMS

FACTS = {
    "text": "t8-f",
    "ply": 42,
    "sent": 41,
    "action": "t1-f",
    "position": "J 0.0.0.1 TC/QHTD/… ?16",
    "cap": 1000,
    "most": 50,
}
PROBLEM_REF = {"$ref": "#/components/schemas/Problem"}


class BodiesOfDeletes(AutoSchema):
    """Describes the body of a DELETE too, which drf-spectacular leaves out: deleting an account
    asks for the password.
    """

    def _get_request_body(self, direction: str = "request") -> Any:
        method, self.method = self.method, "PUT" if self.method == "DELETE" else self.method
        try:
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        finally:
            self.method = method


def problems_from_the_table(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Write out the codes that a view names for a status; whatever else goes wrong is `default`.

    A drf-spectacular postprocessing hook: takes and returns the whole schema.
    """
    for path in result["paths"].values():
        for operation in path.values():
            responses = operation["responses"]
            for status, response in responses.items():
                if status >= "400":
                    _document(response)
            responses["default"] = {
                "description": "Any other problem.",
                "content": {PROBLEM_JSON: {"schema": PROBLEM_REF}},
            }
    return result


def _document(response: dict[str, Any]) -> None:
    codes = re.findall(r"`(\w+)`", response["description"])
    examples = {code: {"value": _example(code)} for code in codes}
    response["content"] = {PROBLEM_JSON: {"schema": PROBLEM_REF, "examples": examples}}


def _example(code: str) -> dict[str, Any]:
    problem = PROBLEMS[code]
    words = {"title": str(problem.title), "detail": str(problem.detail).format_map(FACTS)}
    return {"type": f"/problems#{code}", **words, "status": problem.status, "code": code}
