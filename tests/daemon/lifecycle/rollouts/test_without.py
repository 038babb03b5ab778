from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.lifecycle.rollouts import without, without_lines

PNPM = "We always use pnpm in this repo."
TEXT = """\
### Decisions

- We always use pnpm in this repo. Why: npm breaks the lock file.
  - So `pnpm install` comes first.
- Never push on Fridays.

### Commands

1. Test: `make test` (2 runs)"""


def forgets(*facts):
    return lambda text, _at: text.rstrip(".") in {fact.rstrip(".") for fact in facts}


def retold(talk, text=TEXT, *, summary="In short: Never push on Fridays.", digest=True):
    """Tell a session in a model's words."""
    rollout = talk().said(f"{PNPM} Never push on Fridays.").ran("make test").rollout()
    told = replace(rollout, raw_memory=text, rollout_summary=summary, slug="pnpm_only")
    return told if digest else replace(told, digest=None)


@pytest.mark.parametrize("digest", [True, False])
def test_of_a_models_words_the_lines_go_that_state_what_was_forgotten(talk, digest):
    rollout = without(retold(talk, digest=digest), forgets(PNPM))

    assert (
        rollout.raw_memory
        == """\
### Decisions

- Never push on Fridays.

### Commands

1. Test: `make test` (2 runs)"""
    )
    assert rollout.rollout_summary == "In short: Never push on Fridays."
    assert rollout.slug == ""
    if digest:
        assert [s.text for s in rollout.digest.statements] == ["Never push on Fridays"]


@pytest.mark.parametrize(
    "line",
    [
        PNPM,
        "- **We always use `pnpm` in this repo**",
        "* 2026-03-02: We always use pnpm in this repo (stated 2 times)",
        "- We always use pnpm in this repo. [2026-03-02, record r1]",
        "> We always use pnpm\n> in this repo.",
        "It rains. We always use pnpm in this repo. It snows.",
        "- Decision: we always use pnpm in this repo",
    ],
)
def test_a_line_states_it_however_it_is_set(talk, line):
    text = f"- It is kept.\n\n{line}\n\n- And so is this."

    kept = without(retold(talk, text), forgets(PNPM)).raw_memory

    assert "pnpm" not in kept
    assert kept.startswith("- It is kept.")
    assert kept.endswith("- And so is this.")


def test_what_is_only_near_it_stays(talk):
    text = "- We use npm in the docs.\n- The repo is large.\n\n# In this repo"

    assert without(retold(talk, text), forgets(PNPM)).raw_memory == text


def test_a_session_of_which_nothing_is_left_taught_nothing(talk):
    rollout = without(retold(talk, f"# Decisions\n\n- {PNPM}\n"), forgets(PNPM))

    assert (rollout.raw_memory, rollout.rollout_summary) == ("", "")


def test_the_summary_is_looked_through_too(talk):
    rollout = without(retold(talk, summary=f"# One\n\n{PNPM}\n\nTwo."), forgets(PNPM))

    assert rollout.rollout_summary == "# One\n\n\nTwo."


def test_words_of_the_rules_are_worded_anew(talk):
    rollout = talk().said(f"{PNPM} Never push on Fridays.").rollout()

    kept = without(rollout, forgets(PNPM))

    assert "pnpm" not in kept.raw_memory + kept.rollout_summary + kept.slug
    assert "Never push on Fridays." in kept.raw_memory


def test_what_was_stated_again_after_it_was_forgotten_stays(talk):
    session = talk().said(PNPM)
    begun = session.start
    told = replace(session.rollout(), raw_memory=f"- {PNPM}", rollout_summary="One.")

    kept = without(told, lambda text, at: at < begun)

    assert kept == told
    assert (
        without(replace(told, digest=None), lambda text, at: at < begun).raw_memory
        == told.raw_memory
    )


def test_where_nothing_was_forgotten_nothing_changes(talk):
    rollout = retold(talk)

    assert without(rollout, lambda *_: False) is rollout


LINES = st.lists(
    st.sampled_from(
        ["", "# A", "- keep me", "  - below", "gone line here", "- gone line here", "x."]
    )
)


@settings(deadline=None)
@given(lines=LINES)
def test_only_what_is_gone_goes_and_it_goes_at_once(lines):
    text = "\n".join(lines)

    def is_gone(said):
        return "gone" in said

    kept = without_lines(text, is_gone)

    assert "gone" not in kept
    assert without_lines(kept, is_gone) == kept
    if "gone" not in text:
        assert kept == text


@settings(deadline=None)
@given(st.text(max_size=300))
def test_no_text_is_too_odd(text):
    assert without_lines(text, lambda _: False) == text
