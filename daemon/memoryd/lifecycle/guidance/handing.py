"""What a session was told at its start is not handed to it once more with a prompt."""

import hashlib
from collections.abc import Iterator

from memoryd.lifecycle.present import store_of, version_of
from memoryd.memory import Project, Projects
from memoryd_client import wire

# As it stands among what a session was handed.
INJECTED = "memory://root"


def versions_told(told: wire.Guidance, project: Project, projects: Projects) -> dict[str, str]:
    """Return what a block hands to a session: itself, and each memory of which it tells all."""
    version = hashlib.sha256(told.text.encode()).hexdigest()[:16]
    return {INJECTED: version, **dict(_versions(told, project, projects))}


def _versions(
    told: wire.Guidance, project: Project, projects: Projects
) -> Iterator[tuple[str, str]]:
    for memory in told.told:
        store, relative = store_of(memory, project, projects)
        if document := store.documents().get(relative):
            yield memory, version_of(document)
