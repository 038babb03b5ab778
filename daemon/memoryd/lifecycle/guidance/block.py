"""The block that a session begins with, put together."""

import re
from collections.abc import Mapping

from memoryd.lifecycle.prompt import TAG
from memoryd.lifecycle.rollouts import count_tokens, quarters
from memoryd.memory import Project, Projects, normal_form
from memoryd.prompts import Prompts
from memoryd_client import wire

from .fitting import Fitted, fit
from .memories import rank
from .taught import LEARNED, SUMMARY, Taught

_PROMPT = "read_path"
_GAP = re.compile(r"\n{3,}")


def build(
    project: Project,
    projects: Projects,
    taught: Taught,
    prompts: Prompts,
    *,
    token_limit: int,
    uses: Mapping[str, int],
) -> wire.Guidance:
    """Return what a session of *project* is told, at most *token_limit* tokens in all.

    *uses* counts by id how often a memory was of use. Raise ConfigError when the user's own
    prompt cannot be used.
    """
    documents = {
        store.scope: store.documents().values() for store in (projects.user, project.store)
    }
    taught = _without_forgotten(taught, project, projects)
    if not (taught.summary or taught.lessons or any(documents.values())):
        return _nothing()
    fitted = fit(
        taught.summary,
        taught.lessons,
        rank(documents, uses),
        room=4 * token_limit - quarters(blank(prompts)),
        forms={line: normal_form(fact) for line, fact in taught.facts().items()},
    )
    text = _GAP.sub("\n\n", _fill(prompts, fitted))
    tokens = count_tokens(text)
    if fitted.is_empty or tokens > token_limit:  # a prompt may take all the room, or fill it twice
        return _nothing(skipped="no_room")
    return wire.Guidance(
        text=text, tokens=tokens, sources=_sources(fitted), empty=False, told=fitted.told
    )


def blank(prompts: Prompts) -> str:
    """Return the block without anything in it. Raise ConfigError as `build` does."""
    return _fill(prompts, Fitted(0))


def _nothing(*, skipped: str | None = None) -> wire.Guidance:
    return wire.Guidance(text="", tokens=0, sources=[], empty=True, skipped=skipped)


def _without_forgotten(taught: Taught, project: Project, projects: Projects) -> Taught:
    """Leave out what was forgotten, whoever wrote it down meanwhile."""
    facts = taught.facts()
    if not facts:
        return taught
    gone = project.store.forgotten(facts.values()) | projects.user.forgotten(facts.values())
    return taught.without({line for line, fact in facts.items() if fact in gone})


def _fill(prompts: Prompts, fitted: Fitted) -> str:
    return f"<{TAG}>\n{prompts.fill(_PROMPT, **fitted.variables())}\n</{TAG}>"


def _sources(fitted: Fitted) -> list[str]:
    paths = [name for name, told in ((SUMMARY, fitted.summary), (LEARNED, fitted.lessons)) if told]
    return [*(f"memory://root/{name}" for name in paths), *fitted.ids]
