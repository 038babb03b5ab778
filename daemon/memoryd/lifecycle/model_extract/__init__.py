"""What a model makes of a session: what it is shown, and what of its answer holds.

The slice, the question and the check of the answer are functions over values; `apply_proposals`
alone changes the stores.
"""

from .applying import Learnt, Stores, apply_proposals
from .gathering import Gathering, is_worth_asking
from .patches import Checked, Proposal, check_answer
from .question import (
    ExtractAnswer,
    PatchAnswer,
    Question,
    fingerprint_words,
    split_limit,
    write_question,
)
from .slices import Slice
from .standing import Standing, choose_standing, list_standing
from .walk import Walk, file_of

__all__ = [
    "Checked",
    "ExtractAnswer",
    "Gathering",
    "Learnt",
    "PatchAnswer",
    "Proposal",
    "Question",
    "Slice",
    "Standing",
    "Stores",
    "Walk",
    "apply_proposals",
    "check_answer",
    "choose_standing",
    "file_of",
    "fingerprint_words",
    "is_worth_asking",
    "list_standing",
    "split_limit",
    "write_question",
]
