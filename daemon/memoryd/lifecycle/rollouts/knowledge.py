"""What the sessions of a project taught together: merged, dated, the best known first."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from memoryd.memory import is_same_fact

from .values import CHECKS, Command, Fix, OpenEnd, Purpose, SessionDigest, Statement

_PURPOSES = tuple(Purpose)
_MAX_COMPARED = 400
_MOST_BACK = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What a person stated, as it was worded last, and how often it was stated."""

    statement: Statement
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Practice:
    """A command over all sessions. `passed` and `last` tell of the latest one.

    `sessions` counts those in which it passed in the end; with none it never worked.
    `complaints`: the rules that it named when it failed, and in how many sessions.
    """

    command: Command
    sessions: int
    runs: int
    passed: bool
    last: datetime | None
    complaints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pitfall:
    """A failure and its fix, and in how many sessions it cost time."""

    fix: Fix
    sessions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A folder in which work was done, and its files, the most often written first."""

    folder: str
    files: tuple[str, ...]
    sessions: int
    last: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """All of it; lists are in the order in which they are to be read."""

    rules: tuple[Rule, ...] = ()
    practices: tuple[Practice, ...] = ()
    pitfalls: tuple[Pitfall, ...] = ()
    areas: tuple[Area, ...] = ()
    open_ends: tuple[OpenEnd, ...] = ()
    sessions: tuple[SessionDigest, ...] = ()


def gather(
    digests: Iterable[SessionDigest],
    *,
    is_known: Callable[[str], bool],
    exists: Callable[[str], bool],
) -> Knowledge:
    """Merge *digests*.

    *is_known* tells which statements need not be said again, *exists* which files still do.
    """
    ordered = sorted(digests, key=lambda digest: (_when(digest.ended), digest.session))
    practices = _practices(ordered)
    return Knowledge(
        rules=_rules(ordered, is_known),
        practices=practices,
        pitfalls=_pitfalls(ordered),
        areas=_areas(ordered, exists),
        open_ends=_open_ends(ordered, practices),
        sessions=tuple(_with_places(digest, exists) for digest in reversed(ordered)),
    )


def _with_places(digest: SessionDigest, exists: Callable[[str], bool]) -> SessionDigest:
    return replace(digest, places=tuple(p for p in digest.places if exists(p.path)))


def _when(at: datetime | None) -> float:
    return at.timestamp() if at else 0.0


def _rules(ordered: Sequence[SessionDigest], is_known: Callable[[str], bool]) -> tuple[Rule, ...]:
    """Take each statement once, in its latest wording, without what a later one says is over."""
    rules: list[Rule] = []
    # A resumed or forked session repeats the records of the one it came from.
    stated = {(s.origin.record, s.text): s for digest in ordered for s in digest.statements}
    for statement in list(stated.values())[-_MAX_COMPARED:]:
        same = [r for r in rules if is_same_fact(r.statement.text, statement.text)]
        over = [r for r in rules if _ends(statement, r.statement)]
        rules = [rule for rule in rules if rule not in same and rule not in over]
        rules.append(Rule(statement=statement, times=1 + sum(r.times for r in same)))
    kept = [rule for rule in rules if not is_known(rule.statement.text)]
    return tuple(reversed(kept))


def _ends(newer: Statement, older: Statement) -> bool:
    # Their tables take long to load, and a daemon that starts must answer first.
    from memoryd.lifecycle.dream import contradicts, find_replaced  # noqa: PLC0415 -- see above

    return newer.type is older.type and any(
        contradicts(said, older.text) for said in find_replaced(newer.text)
    )


def _practices(ordered: Sequence[SessionDigest]) -> tuple[Practice, ...]:
    found: dict[str, Practice] = {}
    shown: dict[str, set[str]] = {}
    complaints: dict[str, Counter[str]] = {}
    for digest in ordered:
        for command in digest.commands:
            known = found.get(command.form)
            shown.setdefault(command.form, set()).add(command.shown)
            complaints.setdefault(command.form, Counter()).update(command.complaints)
            found[command.form] = Practice(
                command=command,
                sessions=int(command.passed) + (known.sessions if known else 0),
                runs=command.runs + (known.runs if known else 0),
                passed=command.passed,
                last=command.origin.at or (known.last if known else None),
            )
    practices = [
        replace(
            practice,
            command=replace(practice.command, shown=_wording(form, shown[form])),
            complaints=_most_frequent(complaints[form]),
        )
        for form, practice in found.items()
    ]
    return tuple(sorted(practices, key=_practice_order))


def _wording(form: str, shown: set[str]) -> str:
    """Return the one wording there is, or what all have in common; a test's name is of no use."""
    return form if len(shown) > 1 or "<name>" in form else next(iter(shown))


def _practice_order(practice: Practice) -> tuple[int, int, int, float, str]:
    command = practice.command
    place = _PURPOSES.index(command.purpose)
    # The general form of a check before those for a part of the code.
    partial = command.form.count("<") if command.purpose in CHECKS else 0
    return (place, partial, -practice.sessions, -_when(practice.last), command.form)


def _pitfalls(ordered: Sequence[SessionDigest]) -> tuple[Pitfall, ...]:
    found: dict[tuple[str, str], Pitfall] = {}
    for digest in ordered:
        for fix in digest.fixes:
            known = found.pop((fix.failed, fix.cause), None)
            sessions = 1 + (known.sessions if known else 0)
            found[fix.failed, fix.cause] = Pitfall(fix=fix, sessions=sessions)
    newest_first = list(reversed(found.values()))
    return tuple(sorted(newest_first, key=lambda pitfall: -pitfall.sessions))


def _areas(ordered: Sequence[SessionDigest], exists: Callable[[str], bool]) -> tuple[Area, ...]:
    writes: dict[str, Counter[str]] = {}
    last: dict[str, datetime | None] = {}
    visits: Counter[str] = Counter()
    for digest in ordered:
        folders: set[str] = set()
        for place in filter(lambda place: exists(place.path), digest.places):
            folder, _, name = place.path.rpartition("/")
            # A file that comes back counts more than one that was written often in one go.
            writes.setdefault(folder, Counter())[name] += 1_000 + min(place.writes, 999)
            last[folder] = place.origin.at or last.get(folder)
            folders.add(folder)
        visits.update(folders)
    areas = [
        Area(
            folder=folder,
            files=_most_frequent(names),
            sessions=visits[folder],
            last=last[folder],
        )
        for folder, names in writes.items()
    ]
    weight = {folder: names.total() for folder, names in writes.items()}
    return tuple(sorted(areas, key=lambda a: (-a.sessions, -weight[a.folder], a.folder)))


def _most_frequent(counts: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(counts, key=lambda name: (-counts[name], name)))


def _open_ends(
    ordered: Sequence[SessionDigest], practices: Sequence[Practice]
) -> tuple[OpenEnd, ...]:
    """Return what is open still: a command that passed in a later session is no longer."""
    passed = [p.last for p in practices if p.passed and p.last and p.command.purpose in CHECKS]
    ends: list[OpenEnd] = []
    for back, digest in enumerate(islice(reversed(ordered), _MOST_BACK)):
        for end in digest.open_ends:
            later = any(at > end.origin.at for at in passed if end.origin.at)
            # A request that a later session did not take up is of no interest any more.
            if not (later if end.is_command else back):
                ends.append(end)
    return tuple(ends)
