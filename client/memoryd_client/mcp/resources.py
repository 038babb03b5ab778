"""What sessions taught about the project, as MCP resources."""

from __future__ import annotations

from memoryd_client import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memoryd_client import Client

    from .lines import Json

_ROOT = "memory://root"
_FILES = (
    (_ROOT, "Summary of past sessions"),
    (f"{_ROOT}/MEMORY.md", "What past sessions taught"),
    (f"{_ROOT}/learned.md", "Lessons"),
)
TEMPLATES: list[Json] = [
    {
        "uriTemplate": f"{_ROOT}/{{path}}",
        "name": "memory of this project",
        "description": "A file or folder below memory://root, such as skills.",
    }
]


def list_resources(client: Client) -> list[Json]:
    """Return the resources that are there."""
    found: list[Json] = []
    for uri, title in _FILES:
        try:
            resource = client.resource(uri)
        except (errors.NotFoundError, errors.DeniedError):
            continue
        found.append({"uri": uri, "name": title, "mimeType": _media(resource.media)})
    return found


def read_resource(client: Client, uri: str) -> list[Json]:
    """Return the contents of one resource. Raise NotFoundError and its like."""
    resource = client.resource(uri)
    if resource.entries is not None:
        return [{"uri": uri, "mimeType": "text/plain", "text": "\n".join(resource.entries)}]
    text = resource.data.decode("utf-8", "replace")
    return [{"uri": uri, "mimeType": _media(resource.media), "text": text}]


def _media(content_type: str) -> str:
    return content_type.partition(";")[0].strip() or "text/plain"
