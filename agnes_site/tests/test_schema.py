"""The OpenAPI schema: valid, complete, with examples that are true; and the page to browse it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from drf_spectacular.validation import validate_schema

from agnes_site.errors import PROBLEM_JSON, PROBLEMS
from agnes_site.tests import contract
from agnes_site.tests.routes import api_routes
from games.engine import Position, legal_moves
from games.engine.scoresheet import ScoreSheet
from games.engine.verify import Outcome, record_checks, verdict
from games.views.answers import GAME, RECORD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.test import Client

OPERATIONS = {
    f"{method} {path}": operation
    for path, methods in contract.schema()["paths"].items()
    for method, operation in methods.items()
}


def examples(content: dict[str, Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Yield each example of a body with the shape it is an example of."""
    for media in content.values():
        for example in media.get("examples", {}).values():
            yield example["value"], media["schema"]


def test_the_schema_is_valid_openapi_3_1() -> None:
    document = contract.schema()
    assert document["openapi"] == "3.1.0"
    validate_schema(document)  # type: ignore[no-untyped-call]  # drf-spectacular's


def test_every_route_of_the_api_is_described() -> None:
    routes = {contract.described(route.path) for route in api_routes()}
    assert routes - contract.UNDESCRIBED == set(contract.schema()["paths"])


def test_every_method_of_a_route_is_described() -> None:
    for route in api_routes():
        path = contract.described(route.path)
        if path not in contract.UNDESCRIBED:
            assert set(contract.schema()["paths"][path]) == route.methods


def test_operation_ids_are_unique() -> None:
    ids = [operation["operationId"] for operation in OPERATIONS.values()]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_says_what_it_does(name: str) -> None:
    assert OPERATIONS[name].get("summary") or OPERATIONS[name].get("description")


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_request_body_has_an_example_of_its_shape(name: str) -> None:
    body = OPERATIONS[name].get("requestBody")
    if body is None:
        return
    found = list(examples(body["content"]))
    assert found
    for value, shape in found:
        contract.validate(value, shape)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_answer_has_an_example_of_its_shape(name: str) -> None:
    successes = {
        status: answer
        for status, answer in OPERATIONS[name]["responses"].items()
        if status.startswith("2")
    }
    assert successes
    for status, answer in successes.items():
        found = list(examples(answer.get("content", {})))
        assert found or status == "204"
        for value, shape in found:
            contract.validate(value, shape)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_refusal_is_a_problem_out_of_the_table(name: str) -> None:
    for status, answer in OPERATIONS[name]["responses"].items():
        if status < "4":
            continue
        assert list(answer["content"]) == [PROBLEM_JSON]
        found = list(examples(answer["content"]))
        assert found or status == "default"
        for value, shape in found:
            contract.validate(value, shape)
            assert str(value["status"]) == status == str(PROBLEMS[value["code"]].status)


def test_an_answer_that_the_schema_does_not_describe_is_noticed(client: Client, db: None) -> None:
    answer: Any = client.get("/api/v1/daily")
    contract.hold_to_schema({"REQUEST_METHOD": "GET"}, answer)
    answer.json = lambda: {"results": [{"seed": 1}], "next": None, "previous": None}
    with pytest.raises(AssertionError, match=r"is not of type|is a required property"):
        contract.hold_to_schema({"REQUEST_METHOD": "GET"}, answer)
    answer.status_code = 202
    with pytest.raises(AssertionError, match="202 is not described"):
        contract.hold_to_schema({"REQUEST_METHOD": "GET"}, answer)


def test_the_schema_is_served_as_it_was_made(client: Client) -> None:
    answer = client.get("/api/v1/schema")
    assert answer.status_code == 200
    assert answer.json()["paths"] == contract.schema()["paths"]


@pytest.mark.parametrize("query", ["?format=xml", "?lang=xx", "?lang=%00", "?version=9"])
def test_a_strange_question_for_the_schema_is_no_error_of_ours(client: Client, query: str) -> None:
    assert client.get(f"/api/v1/schema{query}").status_code in {200, 400, 404}


@pytest.mark.parametrize("path", ["/api/v1/docs", "/api/v1/docs/"])
def test_the_docs_come_from_the_project_itself(client: Client, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 200
    urls = re.findall(r'<(?:script|link)[^>]* (?:src|href)="([^"]*)"', page.content.decode())
    assert len(urls) >= 4
    assert all(re.match(r"(/static/|/api/v1/docs/?\?script)", url) for url in urls)
    assert "<script>" not in page.content.decode()
    script = client.get(next(url for url in urls if "script=" in url))
    assert script.status_code == 200
    assert "javascript" in script.headers["Content-Type"]
    assert "http://" not in script.content.decode()


def test_the_game_of_the_examples_is_one_that_can_be() -> None:
    position = Position.parse(str(GAME["position"]))
    assert GAME["legal_moves"] == [str(move) for move in legal_moves(position)]
    assert GAME["foundation_cards"] == position.foundation_cards
    assert (GAME["base_rank"], GAME["space_rank"]) == (
        position.base_rank_text,
        position.space_rank_text,
    )


def test_the_record_of_the_examples_verifies() -> None:
    assert str(ScoreSheet.parse(RECORD)) == RECORD
    assert verdict(record_checks(RECORD)) is Outcome.PASSED


def test_deleting_an_account_is_described_with_its_body() -> None:
    assert OPERATIONS["delete /api/v1/me"]["requestBody"]["required"]
    assert "requestBody" not in OPERATIONS["delete /api/v1/tokens/{token_id}"]
