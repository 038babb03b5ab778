"""One dream without a model: what is doubled, outdated or out of order, put right."""

from collections.abc import Collection, Mapping
from functools import cache

from memoryd.memory import Document

from .days import date_facts
from .draft import Draft
from .duplicates import merge_duplicates
from .links import mend_links
from .order import order_facts, split_files
from .outdated import drop_outdated
from .values import Alike, Plan

_MOST_ROUNDS = 12  # each round that changes anything leaves less to do


def plan(
    documents: Mapping[str, Document],
    *,
    alike: Alike,
    max_loss_percent: float,
    taken: Collection[str] = (),
) -> Plan:
    """Return what tidies *documents*, the memories of one store by path.

    *alike* tells whether two summaries state one fact. Of all facts at most *max_loss_percent*
    go without another one stating them. *taken* are paths a new file cannot have.
    """
    draft = Draft(documents)
    total = sum(len(document.entries) for document in documents.values())
    most = int(total * max_loss_percent // 100)
    known_alike = cache(alike)
    date_facts(draft)
    for _ in range(_MOST_ROUNDS):
        done = len(draft.operations)
        most -= drop_outdated(draft, most=most)
        merge_duplicates(draft, known_alike)
        split_files(draft, taken=taken)
        order_facts(draft)
        mend_links(draft)
        if len(draft.operations) == done:
            break
    return draft.plan()
