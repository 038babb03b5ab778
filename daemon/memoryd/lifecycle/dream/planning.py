"""One dream without a model: what is doubled, outdated or out of order, put right."""

from collections.abc import Collection, Mapping
from functools import cache

from memoryd.memory import Document

from .checking import check
from .days import date_facts
from .draft import Draft
from .duplicates import merge_duplicates
from .links import mend_links
from .order import order_facts, split_files
from .outdated import drop_outdated
from .values import Alike, Kind, Plan

_MOST_ROUNDS = 12  # each round that changes anything leaves less to do


def plan(
    documents: Mapping[str, Document],
    *,
    alike: Alike,
    max_loss_percent: float,
    taken: Collection[str] = (),
) -> Plan:
    """Return what tidies *documents*, the memories of one store by path; see `tidy`."""
    return tidy(documents, alike=alike, max_loss_percent=max_loss_percent, taken=taken).plan()


def tidy(
    documents: Mapping[str, Document],
    *,
    alike: Alike,
    max_loss_percent: float,
    taken: Collection[str] = (),
) -> Draft:
    """Return *documents*, the memories of one store by path, once they are tidied.

    *alike* tells whether two summaries state one fact. Of all facts at most *max_loss_percent*
    go without another one stating them. *taken* are paths a new file cannot have.
    """
    total = sum(len(document.entries) for document in documents.values())
    most = int(total * max_loss_percent // 100)
    known_alike = cache(alike)
    made = _tidy(documents, known_alike, most=most, taken=taken)
    if any(step.kind is Kind.SUPERSEDE for step in made.operations) and check(
        made.plan(), documents, alike=known_alike, max_loss_percent=max_loss_percent
    ):
        # A fact that goes in one place may stand on in another, without the reason it had here.
        made = _tidy(documents, known_alike, most=0, taken=taken)
    return made


def _tidy(
    documents: Mapping[str, Document], alike: Alike, *, most: int, taken: Collection[str]
) -> Draft:
    draft = Draft(documents)
    date_facts(draft)
    for _ in range(_MOST_ROUNDS):
        done = len(draft.operations)
        most -= drop_outdated(draft, most=most)
        merge_duplicates(draft, alike)
        split_files(draft, taken=taken)
        order_facts(draft)
        mend_links(draft)
        if len(draft.operations) == done:
            break
    return draft
