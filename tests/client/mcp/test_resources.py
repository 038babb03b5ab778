import pytest

from memoryd_client import Client, NotFoundError
from memoryd_client.mcp.resources import TEMPLATES, list_resources, read_resource


@pytest.fixture
def client(daemon):
    with Client("/home/it", socket=str(daemon.path)) as client:
        yield client


def test_only_what_is_there_is_listed(client, daemon):
    daemon.on(
        "GET /v1/resource",
        daemon.reply(b"# Summary", Content_Type="text/markdown; charset=utf-8"),
        daemon.reply({"code": "not_found", "detail": "no", "status": 404}, status=404),
        daemon.reply(b"- lesson", Content_Type="text/markdown"),
    )

    found = list_resources(client)

    assert [each["uri"] for each in found] == ["memory://root", "memory://root/learned.md"]
    assert {each["mimeType"] for each in found} == {"text/markdown"}
    assert all(each["name"] for each in found)


def test_a_project_with_memory_off_has_no_resources(client, daemon):
    daemon.refuse("GET /v1/resource", 403, "denied")

    assert list_resources(client) == []


def test_a_daemon_that_hangs_or_fails_is_asked_once_and_nothing_is_listed(serve_bytes):
    hung, odd = serve_bytes(None, "hung"), serve_bytes(b"nonsense", "odd")

    for path in (hung, odd):
        with Client("/home/it", socket=str(path)) as asking:
            assert list_resources(asking) == []


def test_a_resource_is_read_with_its_media_type(client, daemon):
    daemon.on("GET /v1/resource", daemon.reply(b"hi", Content_Type="text/markdown; charset=utf-8"))

    (content,) = read_resource(client, "memory://root/MEMORY.md")

    assert content == {"uri": "memory://root/MEMORY.md", "mimeType": "text/markdown", "text": "hi"}
    (asked,) = daemon.asked
    assert asked.query == {"uri": "memory://root/MEMORY.md", "cwd": "/home/it"}


def test_a_folder_is_read_as_names(client, daemon):
    daemon.on(
        "GET /v1/resource", daemon.reply({"entries": ["a", "b"]}, Content_Type="application/json")
    )

    (content,) = read_resource(client, "memory://root/skills")

    assert (content["mimeType"], content["text"]) == ("text/plain", "a\nb")


def test_what_is_not_there_raises(client):
    with pytest.raises(NotFoundError):
        read_resource(client, "memory://root/x")


def test_the_template_takes_paths_with_slashes():
    assert [each["uriTemplate"] for each in TEMPLATES] == ["memory://root/{+path}"]
