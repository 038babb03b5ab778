import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd_client.integrations import CannotEditError
from memoryd_client.integrations.hook_entries import HookEntries, take_hooks

PATH = Path("/home/it/hooks.json")


def ours(event: str, timeout: int = 5) -> dict[str, object]:
    command = f"/py -I -S /v/memoryd_client/hook.py codex {event} /s || true"
    return {"type": "command", "command": command, "timeout": timeout}


EDIT = HookEntries(PATH, {event: ours(event) for event in ("SessionStart", "Stop")})
THEIRS = {"type": "command", "command": "make lint"}


def test_no_file_becomes_one_with_our_hooks_only():
    assert json.loads(EDIT.put(None, known=False)) == {
        "hooks": {event: [{"hooks": [ours(event)]}] for event in ("SessionStart", "Stop")}
    }
    assert EDIT.by_hand().encode() == EDIT.put(b" \n", known=False)


def test_hooks_of_the_user_stay_before_ours_with_their_comments():
    stop = '"Stop": [ // lint\n      {"hooks": [{"command": "x"}]}\n    ]'
    old = f'{{\n  "hooks": {{\n    {stop}\n  }}\n}}\n'.encode()

    new = EDIT.put(old, known=False).decode()

    assert '"Stop": [ // lint\n      {"hooks": [{"command": "x"}]},\n      {\n' in new
    assert new.index('"command": "x"') < new.index("hook.py codex Stop")


def test_a_hook_of_ours_that_is_out_of_date_is_set_right_where_it_is():
    old = {"hooks": {"Stop": [{"hooks": [ours("Stop", 9)]}, {"hooks": [THEIRS]}]}}

    new = json.loads(EDIT.put(json.dumps(old).encode(), known=True))

    assert new["hooks"]["Stop"] == [{"hooks": [ours("Stop")]}, {"hooks": [THEIRS]}]
    assert new["hooks"]["SessionStart"] == [{"hooks": [ours("SessionStart")]}]


def test_our_part_is_told_from_that_of_the_user():
    alone = EDIT.put(None, known=False)
    beside = EDIT.put(json.dumps({"hooks": {"Stop": [{"hooks": [THEIRS]}]}}).encode(), known=False)
    without_stop = HookEntries(PATH, {"SessionStart": ours("SessionStart")})

    assert EDIT.ours(None) == EDIT.ours(b"{}") == ""
    assert sorted(json.loads(EDIT.ours(alone))) == sorted(json.loads(EDIT.ours(beside)))
    assert EDIT.ours(without_stop.put(None, known=False)) not in ("", EDIT.ours(alone))


def test_taking_ours_out_keeps_what_shares_a_group_with_it():
    shared = {"matcher": "*", "hooks": [ours("Stop"), THEIRS]}
    old = json.dumps(
        {"a": 1, "hooks": {"Stop": [shared], "SessionStart": [{"hooks": [ours("x")]}]}}
    )

    taken = json.loads(take_hooks(PATH, old.encode()))

    assert taken == {"a": 1, "hooks": {"Stop": [{"matcher": "*", "hooks": [THEIRS]}]}}


GROUPS = st.lists(
    st.just({"hooks": [THEIRS]})
    | st.just({"matcher": "é", "hooks": [THEIRS, THEIRS]})
    | st.just(7),
    min_size=1,
    max_size=3,
)


@given(
    hooks=st.dictionaries(st.sampled_from(["Stop", "SessionStart", "Other"]), GROUPS, max_size=3),
    indent=st.sampled_from([None, 2, "\t"]),
    crlf=st.booleans(),
)
def test_what_is_put_in_is_found_not_put_in_twice_and_taken_out(
    hooks: dict[str, object], indent: int | str | None, *, crlf: bool
):
    text = json.dumps({"hooks": hooks, "z": "ü"} if hooks else {"z": "ü"}, indent=indent)
    old = (text.replace("\n", "\r\n") if crlf else text).encode()

    new = EDIT.put(old, known=False)

    assert EDIT.put(new, known=True) == new
    assert len(json.loads(EDIT.ours(new))) == 2
    assert take_hooks(PATH, new) == old


@pytest.mark.parametrize(
    ("old", "why"),
    [
        (b"{", "is not JSON"),
        (b"[]", "does not hold a JSON object"),
        (b'{"hooks": []}', '"hooks" is not an object'),
        (b'{"hooks": {"Stop": {}}}', '"Stop" is not a list'),
        (b'{"hooks": {}, "hooks": {}}', "more than once"),
        (b'{"hooks": {"Stop": [{"hooks": [], "hooks": []}]}}', "more than once"),
        (b"\xff", "is not UTF-8"),
    ],
)
def test_a_file_of_another_shape_is_left_alone(old: bytes, why: str):
    with pytest.raises(CannotEditError, match=why):
        EDIT.put(old, known=False)
