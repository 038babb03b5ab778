"""When a model that fails to answer is left alone, and for how long; no clock here."""

from dataclasses import dataclass

_MISSES = 3
_FIRST_REST_S, _LONGEST_REST_S = 600.0, 3600.0


@dataclass(frozen=True, slots=True)
class Patience:
    """What is known of a model: misses in a row, rests without an answer between, the last's end.

    All times are seconds of one clock, the caller's.
    """

    misses: int = 0
    rests: int = 0
    rested_s: float = 0.0

    def is_resting(self, now_s: float) -> bool:
        """Tell whether the model is left alone."""
        return self.rests > 0 and now_s < self.rested_s

    def missed(self, now_s: float, *, failed: bool) -> "Patience":
        """Return what is known after a question without an answer of use.

        A model that *failed* rests at once, and so does one that misses the first question after
        a rest; each rest takes twice as long as the one before, up to an hour.
        """
        if self.is_resting(now_s):  # it was asked before the rest began
            return self
        misses = self.misses + 1
        if not failed and not self.rests and misses < _MISSES:
            return Patience(misses)
        rest_s = min(_LONGEST_REST_S, _FIRST_REST_S * 2.0 ** min(self.rests, 10))
        return Patience(0, self.rests + 1, now_s + rest_s)
