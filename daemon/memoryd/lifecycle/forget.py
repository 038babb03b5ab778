"""Query or ids -> candidates -> exact removal, with a tombstone and an undo."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memoryd.domain import Entry, SourceRef, fingerprint, fold
from memoryd.errors import BadRequestError, ConflictError, NotFoundError
from memoryd.memory import Document, Project, Projects, Store
from memoryd_client import wire

from .present import candidate, find, public_id
from .undo import public_token

_SHOWN = 50
_TRIES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One entry that a forget would remove."""

    store: Store
    document: Document
    entry: int | None

    @property
    def memory_id(self) -> str:
        """The id within the store."""
        relative = self.document.relative
        return relative if self.entry is None else f"{relative}:{self.entry}"

    @property
    def summaries(self) -> list[str]:
        """The facts it states."""
        entries = self.document.entries or (Entry(summary=self.document.title),)
        return [
            entry.summary for entry in (entries if self.entry is None else [entries[self.entry]])
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Purging:
    """The wish to leave nothing in the trash.

    `transcript` names the transcript of a source, if there is one; `taught` takes what is meant out
    of what sessions taught, and names the files that still tell it; `erase` takes memories by their
    ids out of the bookkeeping, where the name of a file repeats its fact.
    """

    transcript: Callable[[SourceRef], str | None]
    taught: Callable[[Callable[[str], bool]], list[str]]
    erase: Callable[[Iterable[str]], None]


def forget(
    project: Project,
    projects: Projects,
    *,
    query: str | None,
    ids: Sequence[str] | None,
    apply: bool,
    limit: int | None,
    now: datetime,
    purging: Purging | None = None,
) -> wire.Forgotten:
    """Show what would be forgotten or, with *apply*, forget it; with *purging* without undo.

    A query finds entries that hold all of its words. Applying a query to more than
    MAX_FORGET_WITHOUT_IDS entries is refused with ConflictError: name the ids.
    """
    if (query is None) == (ids is None):
        raise BadRequestError("give either `query` or `ids`")
    if ids is not None:
        found = [_by_id(memory_id, project, projects) for memory_id in dict.fromkeys(ids)]
        removed = _remove(found, project) if apply and found else None
    elif apply:
        found, removed = _find_and_remove(query or "", project, projects)
    else:
        found, removed = _search(query or "", project, projects), None
    shown = found if apply or ids is not None else found[: limit or _SHOWN]
    forgotten = wire.Forgotten(
        strategy="heuristic" if found else "none",
        candidates=[candidate(f.store.scope, f.document, f.entry, now) for f in shown],
        forgotten=[public_id(f.store.scope, f.memory_id) for f in found] if removed else [],
        undo=removed,
    )
    if purging is None:
        return forgotten
    stores = (project.store, projects.user)
    others = [each.store for each in projects.all() if each.root != project.root] if apply else []
    return _purge(
        forgotten, found, stores, others=others, query=query, apply=apply, purging=purging
    )


def _by_id(memory_id: str, project: Project, projects: Projects) -> Found:
    store, document, entry = find(memory_id, project, projects)
    return Found(store=store, document=document, entry=entry)


def _search(query: str, project: Project, projects: Projects) -> list[Found]:
    words = fold(query).split()
    found: list[Found] = []
    for store in (project.store, projects.user) if words else ():
        store.refresh()
        for document in store.documents().values():
            entries = document.entries or (Entry(summary=document.title),)
            several = len(document.entries) > 1
            for index, entry in enumerate(entries):
                if _holds(entry, words):
                    at = index if several else None
                    found.append(Found(store=store, document=document, entry=at))
    return sorted(found, key=lambda item: item.document.updated, reverse=True)


def _find_and_remove(
    query: str, project: Project, projects: Projects
) -> tuple[list[Found], str | None]:
    """Remove what a query finds; where somebody changes it meanwhile, what it finds then."""
    gone: list[Found] = []
    tokens: list[str] = []
    for is_last in (*[False] * _TRIES, True):
        found = _search(query, project, projects)
        if len(found) > wire.MAX_FORGET_WITHOUT_IDS:
            raise ConflictError(
                f"the query finds {len(found)} entries, more than {wire.MAX_FORGET_WITHOUT_IDS}",
                hint="look at the candidates and name their ids",
            )
        try:
            for store, items in _by_store(found).items():
                tokens.append(_remove_from(store, items, project))
                gone += items
            break
        except (ConflictError, NotFoundError):
            if is_last:
                raise
    return gone, ",".join(tokens) or None


def _remove(found: Iterable[Found], project: Project) -> str:
    parts = _by_store(found).items()
    return ",".join(_remove_from(store, items, project) for store, items in parts)


def _by_store(found: Iterable[Found]) -> dict[Store, list[Found]]:
    parts: dict[Store, list[Found]] = {}
    for item in found:
        parts.setdefault(item.store, []).append(item)
    return parts


def _remove_from(store: Store, items: Sequence[Found], project: Project) -> str:
    """Remove exactly what was found. Raise ConflictError when it says something else by now."""
    seen = {item.document.relative: item.document for item in items}
    ids = [item.memory_id for item in items]
    return public_token(store.forget(ids, by="person", seen=seen), store.scope, project)


def _purge(
    forgotten: wire.Forgotten,
    found: Sequence[Found],
    stores: Sequence[Store],
    *,
    others: Sequence[Store],
    query: str | None,
    apply: bool,
    purging: Purging,
) -> wire.Forgotten:
    """Empty the trash of what was found, and of what *query* finds there; name what is left."""
    meant = {fingerprint(summary) for item in found for summary in item.summaries}
    words = fold(query or "").split()

    def is_meant(entry: Entry) -> bool:
        return fingerprint(entry.summary) in meant or _holds(entry, words)

    def is_told(said: str) -> bool:
        return is_meant(Entry(summary=said))

    copies = [(store, store.trashed(is_meant)) for store in stores]
    told: list[str] = []
    if apply:
        told = purging.taught(is_told)
        for store, trashed in copies:
            store.purge(trashed)
        places = [(item.store, item.document.relative) for item in found]
        places += [(store, copy.path) for store, trashed in copies for copy in trashed]
        purging.erase({public_id(store.scope, path) for store, path in places})
    kept = [copy for _, trashed in copies for copy in trashed]
    sources = [source for item in found for source in item.document.sources]
    sources += [source for copy in kept for source in copy.sources]
    texts = [[fold(summary)] for item in found for summary in item.summaries]
    texts += [words] if words else []
    left = [*told, *_name_memories((*stores, *others), texts)] if apply else []
    left += [
        str(store.state_dir / "trash" / copy.token)
        for store in others
        for copy in store.trashed(is_meant)
    ]
    return replace(
        forgotten,
        undo=None,
        purged=len(kept),
        unreachable=list(dict.fromkeys([*filter(None, map(purging.transcript, sources)), *left])),
    )


def _name_memories(stores: Iterable[Store], texts: Collection[Sequence[str]]) -> list[str]:
    """Return the memories that speak of what is gone.

    Those of other projects, and those that only do so in their name, their description or in
    words between their facts, where no entry can be taken out.
    """
    names: list[str] = []
    for store in stores:
        store.refresh()
        for document in store.documents().values():
            parts = (document.relative, document.title, document.description, document.body)
            whole = fold(" ".join(parts))
            if any(all(text in whole for text in each) for each in texts):
                names.append(str(store.memory_dir / document.relative))
    return names


def _holds(entry: Entry, words: Sequence[str]) -> bool:
    text = fold(f"{entry.summary} {entry.why or ''} {entry.how_to_apply or ''}")
    return bool(words) and all(word in text for word in words)
