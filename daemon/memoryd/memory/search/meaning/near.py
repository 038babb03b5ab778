"""What closeness in meaning is worth: the pure arithmetic, and the seam to the index.

A cosine says nothing by itself: in one model strangers stand at 0.8, in another at 0.1, and a
vague prompt stands close to everything. What counts is how far a memory stands out from the other
candidates for the same prompt: the share of a normal distribution that lies further out, in nats,
as what words tell is, so that the two add up. Of these the part counts that goes beyond chance:
among a hundred memories one is always the closest, and stands out as far as one in a hundred does.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

_FURTHEST: Final = 30.0  # nats; beyond this a float cannot tell the share from nothing


class Near(NamedTuple):
    """A memory that stands out by its closeness; *nats* are the evidence that it is needed."""

    cosine: float
    nats: float


class Meaning(Protocol):
    """What an index needs of a model of meaning: texts go in by id, what is near comes out."""

    def put(self, id_: str, text: str) -> None:
        """Take up a memory, in the place of what its id stood for; it is found a little later."""

    def discard(self, id_: str) -> None:
        """Forget a memory; one that was never taken up is fine."""

    def near(self, prompt: str) -> dict[str, Near]:
        """Return the memories that stand out; waits for none to be taken up."""


class Meanings(Protocol):
    """A model of meaning at work: shared by indexes, embedding in the background."""

    def of_index(self) -> Meaning:
        """Return the meaning of an index that is still empty."""

    def join(self) -> None:
        """Wait until all that was put is taken up."""

    def close(self) -> None:
        """Stop; what is not taken up yet is left."""


def weigh(
    ids: Sequence[str], cosines: Sequence[float], *, mean: float, deviation: float, size: int
) -> dict[str, Near]:
    """Return those that stand out of some of *size* candidates, and what that is worth.

    *mean* and *deviation* are those of all their cosines, so that among a handful none can stand
    out far, and little is told.
    """
    if deviation <= 0.0:
        return {}
    by_chance = math.log(size)
    found = {}
    for id_, cosine in zip(ids, cosines, strict=True):
        nats = _surprise((cosine - mean) / deviation) - by_chance
        if nats > 0.0:
            found[id_] = Near(cosine, nats)
    return found


def _surprise(deviations: float) -> float:
    """Return how unlikely it is by chance to lie this far out or further, in nats."""
    share = 0.5 * math.erfc(deviations / math.sqrt(2.0))
    return min(_FURTHEST, -math.log(share)) if share > 0.0 else _FURTHEST
