"""The second phase by template: what all sessions of a project taught, as texts."""

import re
from collections.abc import Callable, Sequence

from memoryd.memory import is_same_fact

from .handbook import handbook
from .knowledge import gather
from .marks import MARK
from .skills import find_skills
from .summary import summary
from .tokens import count_tokens
from .values import Consolidated, Rollout

_BULLET = re.compile(r"^[-*] +(.*?)(?: _\(context: .*\)_)?$", re.MULTILINE)


def consolidate(
    rollouts: Sequence[Rollout],
    *,
    token_limit: int,
    learned: str = "",
    exists: Callable[[str], bool] = bool,
) -> Consolidated:
    """Return MEMORY.md, the summary and the skills that *rollouts* give; all empty without any.

    The summary with its mark is at most *token_limit* tokens. Lessons in *learned*, which stand
    beside the summary, are not told twice; nor is a file that no longer *exists* in the project.
    """
    digests = [rollout.digest for rollout in rollouts if rollout.digest and rollout.raw_memory]
    if not digests:
        return Consolidated(memory_md="", memory_summary="")
    lessons = _BULLET.findall(learned)

    def is_known(text: str) -> bool:
        return any(is_same_fact(text, lesson) for lesson in lessons)

    knowledge = gather(digests, is_known=is_known, exists=exists)
    skills = find_skills(knowledge)
    room = max(0, token_limit - count_tokens(f"{MARK}\n\n"))
    return Consolidated(
        memory_md=handbook(knowledge, skills),
        memory_summary=summary(knowledge, skills, token_limit=room),
        skills=skills,
    )
