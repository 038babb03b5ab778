from memoryd.lifecycle.rollouts.knowledge import gather


def know(*sessions, is_known=lambda _: False, exists=lambda _: True):
    return gather([s.digest() for s in sessions], is_known=is_known, exists=exists)


def rules(knowledge):
    return [rule.statement.text for rule in knowledge.rules]


def test_a_decision_stated_twice_is_kept_in_its_latest_wording(talk):
    first = talk("s1").said("We always use pnpm in this repo.")
    second = talk("s2", day=1).said("Please always use pnpm in this repo.")

    (rule,) = know(second, first).rules

    assert rule.times == 2
    assert rule.statement.origin.record == "s2-0"


def test_a_resumed_session_does_not_state_a_decision_again(talk):
    session = talk("s1").said("We always use pnpm in this repo.")
    copy = talk("s2")
    copy.messages = session.messages

    (rule,) = know(session, copy).rules

    assert rule.times == 1


def test_a_decision_that_was_replaced_is_gone(talk):
    first = talk("s1").said("We use Redis for the queue.")
    second = talk("s2", day=1).said("We no longer use Redis for the queue, we use NATS.")

    assert rules(know(first)) != []
    assert not [text for text in rules(know(first, second)) if text.startswith("We use Redis")]


def test_what_is_known_elsewhere_is_not_told_again(talk):
    session = talk().said("We always use pnpm in this repo.")

    assert rules(know(session, is_known=lambda text: "pnpm" in text)) == []


def test_a_command_counts_its_sessions_and_how_it_ended_last(talk):
    first = talk("s1").ran("make test").ran("make test")
    second = talk("s2", day=1).ran("make test", failed=True)

    (practice,) = know(first, second).practices

    assert (practice.sessions, practice.runs, practice.passed) == (1, 3, False)


def test_commands_come_in_the_order_of_a_check(talk):
    session = talk().ran("make test").ran("make lint").ran("make fmt").ran("make install")

    forms = [practice.command.form for practice in know(session).practices]

    assert forms == ["make install", "make fmt", "make lint", "make test"]


def test_the_name_of_a_test_is_not_told(talk):
    (practice,) = know(talk().ran("pytest -k pier")).practices

    assert practice.command.shown == "pytest -k <name>"


def test_a_folder_that_came_back_stands_before_one_that_was_written_often(talk):
    often = talk("s1").wrote("/w/harbor/docs/a.md").wrote("/w/harbor/docs/a.md")
    back = [talk(f"s{n}", day=n).wrote("/w/harbor/src/b.py") for n in (2, 3)]

    assert [area.folder for area in know(often, *back).areas] == ["src", "docs"]


def test_a_file_that_is_gone_is_not_told(talk):
    session = talk().wrote("/w/harbor/src/a.py").wrote("/w/harbor/src/b.py")

    (area,) = know(session, exists=lambda path: path != "src/a.py").areas

    assert area.files == ("b.py",)


def test_a_check_that_passed_later_is_no_longer_open(talk):
    failed = talk("s1").ran("make lint", failed=True)
    passed = talk("s2", day=1).ran("make lint")

    assert [end.text for end in know(failed).open_ends] == ["make lint"]
    assert not know(failed, passed).open_ends
