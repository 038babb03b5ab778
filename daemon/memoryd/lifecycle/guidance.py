"""What a new session gets: the index of both scopes and how old it is."""

from datetime import datetime

from memoryd.domain import Scope
from memoryd.memory import Document, Project, Projects, render_index
from memoryd_client import wire

from .present import age_days, public_id
from .prompt import estimate_tokens, guidance_block


def guidance(project: Project, projects: Projects, *, now: datetime) -> wire.Guidance:
    """Build the block for a session's start; empty when nothing is remembered, or memory off."""
    if not project.enabled:
        return wire.Guidance(text="", tokens=0, sources=[], empty=True, skipped="disabled")
    parts: list[str] = []
    sources: list[str] = []
    documents: list[Document] = []
    for scope, store in ((Scope.USER, projects.user), (Scope.PROJECT, project.store)):
        store.refresh()
        found = list(store.documents().values())
        if found:
            heading = "### About the user" if scope is Scope.USER else "### This project"
            parts += [heading, "", render_index(found).strip(), ""]
            sources += [public_id(scope, document.relative) for document in found]
            documents += found
    newest = min((age_days(document, now) for document in documents), default=0)
    text = guidance_block("\n".join(parts), len(documents), newest)
    return wire.Guidance(
        text=text, tokens=estimate_tokens(text), sources=sources, empty=not documents
    )
