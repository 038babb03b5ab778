"""Commands that failed, and what was done to make them work.

A check that fails, is answered by an edit and then passes is how work goes, and no lesson. One
that passes without an edit is: something had to be run first, or another command instead.
"""

from bisect import bisect_right
from collections.abc import Sequence

from .runs import Run
from .values import Cure, Fix, Purpose

_AHEAD = 12
_SOON = 6
_WORKS = frozenset(Purpose) - {Purpose.OTHER, Purpose.SHIP}


def find_fixes(runs: Sequence[Run], edits: Sequence[int]) -> list[Fix]:
    """Return what helped against failures, in order; *edits* are places where files were written.

    Each failing command once, as it was helped last.
    """
    passed_last = {run.form: index for index, run in enumerate(runs) if run.passed}
    fixes: dict[str, Fix] = {}
    for index, run in enumerate(runs):
        if run.passed is False and run.alone and run.purpose in _WORKS:
            ahead = _before_edit(runs[index + 1 : index + 1 + _AHEAD], run, edits)
            fix = _first(run, ahead)
            if fix is None and passed_last.get(run.form, -1) < index:
                fix = _instead(run, ahead[:_SOON])
            if fix:
                fixes.pop(run.form, None)
                fixes[run.form] = fix
    return list(fixes.values())


def _before_edit(following: Sequence[Run], run: Run, edits: Sequence[int]) -> list[Run]:
    place = bisect_right(edits, run.at)
    edit = edits[place] if place < len(edits) else None
    return [other for other in following if edit is None or other.at < edit]


def _first(run: Run, ahead: Sequence[Run]) -> Fix | None:
    """Find what was run between the failure and the same command's success."""
    again = next((n for n, other in enumerate(ahead) if other.form == run.form), None)
    if again is None or not ahead[again].passed:
        return None
    between = [r for r in ahead[:again] if r.passed and r.purpose in _WORKS and r.form != run.form]
    helpers = [r for r in between if r.purpose is Purpose.SETUP] or between[-1:]
    return _fix(run, Cure.FIRST, helpers[-1]) if helpers else None


def _instead(run: Run, ahead: Sequence[Run]) -> Fix | None:
    """Find another command for the same purpose that worked where this one never did."""
    for other in ahead:
        if other.passed and other.purpose is run.purpose and other.form != run.form:
            return _fix(run, Cure.INSTEAD, other) if run.cause or _alike(run, other) else None
    return None


def _alike(run: Run, other: Run) -> bool:
    first, second = set(run.form.split()), set(other.form.split())
    return 2 * len(first & second) >= min(len(first), len(second))


def _fix(run: Run, cure: Cure, helper: Run) -> Fix:
    return Fix(
        failed=run.shown, cause=run.cause, cure=cure, command=helper.shown, origin=helper.origin
    )
