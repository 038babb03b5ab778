"""What a person took out of memory by hand, told from what went away otherwise."""

from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Final

from memoryd.domain import fingerprint

from .document import Document
from .likeness import normal_form

_MOST: Final = 20  # more at once is a branch that was switched, or a directory that went away


def taken_out(
    before: Mapping[str, Document],
    after: Mapping[str, Document],
    *,
    changed: Iterable[str],
    unreadable: Mapping[str, str],
) -> list[str]:
    """Return the facts that stood in *changed* files and stand nowhere any more.

    None where a whole store went away, and none of a file that cannot be read just now, or below a
    directory that cannot: it may be half saved.
    """
    paths = [path for path in changed if path in before and not _is_hidden(path, unreadable)]
    gone: dict[str, str] = {}
    for path in paths if after else ():
        left = after[path].entries if path in after else ()
        forms = {normal_form(entry.summary) for entry in left}
        gone |= {
            fingerprint(entry.summary): entry.summary
            for entry in before[path].entries
            if normal_form(entry.summary) not in forms
        }
    if not gone or len(gone) > _MOST:
        return []
    for document in after.values():
        for entry in document.entries:
            gone.pop(fingerprint(entry.summary), None)
    return list(gone.values())


def _is_hidden(path: str, unreadable: Mapping[str, str]) -> bool:
    above = accumulate(path.split("/"), "{}/{}".format)
    return "." in unreadable or any(place in unreadable for place in above)
