"""The second phase by template: what all sessions of a project taught, as texts."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from memoryd.lifecycle import lessons
from memoryd.memory import is_same_fact

from .handbook import handbook
from .inert import safe_path
from .knowledge import gather
from .marks import MARK
from .owned import owned_in
from .sections import further_section
from .skills import find_skills
from .summary import summary
from .tokens import count_tokens
from .values import Consolidated, Rollout

_MOST_OWN = 20


def consolidate(
    rollouts: Sequence[Rollout],
    *,
    token_limit: int,
    present: Mapping[str, bytes] = MappingProxyType({}),
    exists: Callable[[str], bool] = bool,
) -> Consolidated:
    """Return MEMORY.md, the summary and the skills that *rollouts* give; all empty without any.

    The summary with its mark is at most *token_limit* tokens. Of the files *present* in the root,
    those that a person wrote are pointed to, and lessons in learned.md, which stand beside the
    summary, are not told twice. Nor is a file told that no longer *exists* in the project.
    """
    digests = [rollout.digest for rollout in rollouts if rollout.digest and rollout.raw_memory]
    if not digests:
        return Consolidated(memory_md="", memory_summary="")
    learned = lessons.read_lessons(present.get(lessons.NAME, b"").decode("utf-8", "replace"))
    taught = [lessons.fact_of_lesson(line) for line in learned]
    own = sorted(present.keys() - owned_in(present) - {lessons.NAME})

    def is_known(text: str) -> bool:
        return any(is_same_fact(text, lesson) for lesson in taught)

    knowledge = gather(digests, is_known=is_known, exists=exists)
    skills = find_skills(knowledge)
    written = [path for path in map(safe_path, own) if path][:_MOST_OWN]
    further = further_section(skills, written)
    room = max(0, token_limit - count_tokens(f"{MARK}\n\n"))
    return Consolidated(
        memory_md=handbook(knowledge, further, {r.session: r.slug for r in rollouts}),
        memory_summary=summary(knowledge, further, token_limit=room),
        skills=skills,
    )
