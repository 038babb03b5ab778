"""What meta.json says of all projects below one base, to find a project by more than its root."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from .state import Meta


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One project that has a directory below the base."""

    key: str
    root: str
    updated_at: datetime
    identity: str | None = None
    mount_point: str | None = None
    former_roots: tuple[str, ...] = ()
    worktrees: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """Directories whose work is this project's, also when they are gone.

        Without a repository a directory stands for itself alone, and so for nothing below it.
        """
        return (self.root, *self.former_roots, *self.worktrees) if self.identity else ()


def record_of(key: str, meta: Meta) -> Record | None:
    """Return the record of a project's directory; None when it names no root."""
    if meta.project_root is None:
        return None
    return Record(
        key=key,
        root=meta.project_root,
        updated_at=meta.updated_at,
        identity=meta.project_identity,
        mount_point=meta.mount_point,
        former_roots=meta.former_roots or (),
        worktrees=meta.worktrees or (),
    )


@dataclass(slots=True)
class Register:
    """Records by key, root, place and identity."""

    _by_key: dict[str, Record] = field(default_factory=dict)
    _by_root: dict[str, str] = field(default_factory=dict)
    _by_place: dict[str, str] = field(default_factory=dict)
    _by_identity: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def put(self, record: Record) -> None:
        """Add a record, or what has become of it; the current root of one precedes all else."""
        self.drop(record.key)
        self._by_key[record.key] = record
        self._by_root[record.root] = record.key
        for place in record.places:
            self._by_place.setdefault(place, record.key)
        if record.identity:
            self._by_place[record.root] = record.key
            self._by_identity[record.identity].add(record.key)

    def drop(self, key: str) -> None:
        """Take a record out, if there is one."""
        old = self._by_key.pop(key, None)
        if old is None:
            return
        for index, names in ((self._by_root, (old.root,)), (self._by_place, old.places)):
            for name in names:
                if index.get(name) == key:
                    del index[name]
        if old.identity:
            self._by_identity[old.identity].discard(key)

    def at(self, root: str) -> Record | None:
        """Return the project of exactly this root."""
        key = self._by_root.get(root)
        return self._by_key[key] if key else None

    def around(self, path: str) -> tuple[str, Record] | None:
        """Return the place at or nearest above *path*, and whose it is."""
        while path:
            if key := self._by_place.get(path):
                return path, self._by_key[key]
            path = path.rpartition("/")[0]
        return None

    def of_identity(self, identity: str) -> list[Record]:
        """Return the projects that are this repository."""
        return [self._by_key[key] for key in self._by_identity.get(identity, ())]

    def __iter__(self) -> Iterator[Record]:
        return iter(self._by_key.values())


def register_of(records: Iterable[Record]) -> Register:
    """Build a register."""
    register = Register()
    for record in records:
        register.put(record)
    return register
