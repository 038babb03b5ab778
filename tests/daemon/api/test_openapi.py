import json
from typing import get_type_hints

import pytest
from aiohttp import web
from openapi_spec_validator import validate

from memoryd.api.openapi import Operation, document
from memoryd.api.requests import Cwd, Request
from memoryd.api.routes import Doers, all_routes, bind
from memoryd_client import wire


class Ask(Request, frozen=True, kw_only=True):
    cwd: Cwd
    limit: int = 5


class Say(Request, frozen=True, kw_only=True):
    text: str


GET = Operation(
    method="GET",
    path="/v1/things/{id}",
    summary="One thing.",
    query=Ask,
    replies={200: ("application/json", wire.Job)},
    errors=(404,),
)
POST = Operation(
    method="POST",
    path="/v1/things",
    summary="Say a thing.",
    body=Say,
    replies={201: ("application/json", wire.Job), 200: ("text/plain", None)},
    errors=(400, 413),
)


@pytest.fixture(name="routes", scope="module")
def _routes():
    # The table names the handlers; nothing is called.
    kinds = get_type_hints(Doers)
    return all_routes(Doers(**{name: kind.__new__(kind) for name, kind in kinds.items()}))


@pytest.fixture(name="whole", scope="module")
def _whole(routes):
    return json.loads(json.dumps(document((route.operation for route in routes), "1.2.3")))


def refs(value):
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref":
                yield item
            else:
                yield from refs(item)
    elif isinstance(value, list):
        for item in value:
            yield from refs(item)


def operations(described):
    return {
        (method.upper(), path): operation
        for path, item in described["paths"].items()
        for method, operation in item.items()
    }


def test_the_whole_document_is_valid(whole):
    validate(whole)

    assert whole["openapi"] == "3.1.0"
    assert whole["info"]["version"] == "1.2.3"


def test_every_route_of_the_table_is_described_and_no_other(whole, routes):
    table = [(route.operation.method, route.operation.path) for route in routes]

    assert set(operations(whole)) == set(table)
    assert len(set(table)) == len(table)


def test_every_route_that_is_served_is_in_the_table_but_the_document_itself(routes):
    app = web.Application()
    app.add_routes(bind(routes, "1.2.3"))

    served = {
        (route.method, route.resource.canonical)
        for route in app.router.routes()
        if route.method != "HEAD"
    }

    table = {(route.operation.method, route.operation.path) for route in routes}
    assert served - table == {("GET", "/v1/openapi.json")}
    assert table <= served


def test_what_the_document_refers_to_is_there_and_nothing_is_there_for_nobody(whole):
    used = {ref.removeprefix("#/components/schemas/") for ref in refs(whole)}

    assert used == set(whole["components"]["schemas"])


def test_operations_have_names_of_their_own(whole):
    names = [operation["operationId"] for operation in operations(whole).values()]

    assert len(set(names)) == len(names)
    assert all(name.isidentifier() for name in names)


def test_every_operation_says_how_it_refuses(whole):
    problem = {"$ref": "#/components/schemas/Problem"}

    for operation in operations(whole).values():
        refusals = {
            status: reply
            for status, reply in operation["responses"].items()
            if status == "default" or status >= "400"
        }
        assert "default" in refusals
        for reply in refusals.values():
            assert reply["content"]["application/problem+json"]["schema"] == problem


def test_limits_are_in_the_document(whole):
    asked = whole["components"]["schemas"]["RecallRequest"]

    assert asked["properties"]["query"]["maxLength"] == wire.MAX_QUERY_CHARS
    assert set(asked["required"]) == {"query", "cwd"}
    assert asked["additionalProperties"] is False


def test_a_path_and_a_query_become_parameters():
    described = document([GET], "1")

    operation = described["paths"]["/v1/things/{id}"]["get"]
    where = {(each["name"], each["in"]): each for each in operation["parameters"]}
    assert set(where) == {("id", "path"), ("cwd", "query"), ("limit", "query")}
    assert where["id", "path"]["required"] is True
    assert where["cwd", "query"]["required"] is True
    assert where["limit", "query"]["required"] is False
    assert where["limit", "query"]["schema"]["default"] == 5
    assert "Ask" not in described["components"]["schemas"]


def test_a_body_is_described_by_its_type():
    described = document([POST], "1")

    body = described["paths"]["/v1/things"]["post"]["requestBody"]
    schema = {"$ref": "#/components/schemas/Say"}
    assert body["content"] == {"application/json": {"schema": schema}}
    assert "Say" in described["components"]["schemas"]


def test_replies_are_described_by_status_and_media_type():
    responses = document([POST], "1")["paths"]["/v1/things"]["post"]["responses"]

    assert set(responses) == {"201", "200", "400", "403", "413", "default"}
    job = {"$ref": "#/components/schemas/Job"}
    assert responses["201"]["content"] == {"application/json": {"schema": job}}
    assert responses["200"]["content"] == {"text/plain": {"schema": {}}}


def test_files_are_described_beside_what_is_no_file():
    operation = Operation(
        method="GET",
        path="/v1/files",
        summary="A file.",
        replies={200: ("application/json", wire.Entries)},
        files=("text/markdown", "text/plain"),
        errors=(404,),
    )

    described = document([operation], "1")

    responses = described["paths"]["/v1/files"]["get"]["responses"]
    assert set(responses["200"]["content"]) == {"application/json", "text/markdown", "text/plain"}
    assert set(responses["404"]["content"]) == {"application/problem+json"}
    validate(described)


def test_two_methods_of_one_path_stand_side_by_side():
    delete = Operation(
        method="DELETE",
        path="/v1/things/{id}",
        summary="Gone.",
        replies={200: ("application/json", None)},
    )

    described = document([GET, delete], "1")

    assert set(described["paths"]["/v1/things/{id}"]) == {"get", "delete"}
    validate(described)
