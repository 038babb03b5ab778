"""What sessions taught about the project, by its addresses."""

from __future__ import annotations  # see TYPE_CHECKING below

from memoryd_client import errors

TYPE_CHECKING = False  # `typing` takes long to load
if TYPE_CHECKING:
    from memoryd_client import Client

    from .lines import Json

SCHEME = "memory://"
TEMPLATES: list[Json] = [
    {
        "uriTemplate": f"{SCHEME}root/{{+path}}",
        "name": "memory of this project",
        "description": "A file or folder below memory://root, such as skills.",
    }
]

_LISTING_S = 0.3
_FILES = (
    (f"{SCHEME}root", "Summary of past sessions"),
    (f"{SCHEME}root/MEMORY.md", "What past sessions taught"),
    (f"{SCHEME}root/learned.md", "Lessons"),
)


def list_resources(client: Client) -> list[Json]:
    """Return the resources that are there; none when nobody can tell.

    Agents list them before their first turn, and one that waits here, or that is told of an
    error and tries again, takes that turn without our tools.
    """
    found: list[Json] = []
    for uri, name in _FILES:
        try:
            media, _ = read(client, uri, timeout_s=_LISTING_S)
        except (errors.NotFoundError, errors.DeniedError):
            continue
        except errors.MemorydError:
            break
        found.append({"uri": uri, "name": name, "mimeType": media})
    return found


def read_resource(client: Client, uri: str) -> list[Json]:
    """Return the contents of one resource. Raise MemorydError."""
    media, text = read(client, uri)
    return [{"uri": uri, "mimeType": media, "text": text}]


def read(client: Client, uri: str, *, timeout_s: float | None = None) -> tuple[str, str]:
    """Return media type and text of what an address names; a folder's is one name a line."""
    resource = client.resource(uri, timeout_s=timeout_s)
    if resource.entries is not None:
        return "text/plain", "\n".join(resource.entries)
    return resource.media or "text/plain", resource.data.decode("utf-8", "replace")
