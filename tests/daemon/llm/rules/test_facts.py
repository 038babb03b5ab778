from memoryd.domain import Entry, MemoryType, Scope
from memoryd.llm.rules.facts import Fact


def fact(*topic, kind=MemoryType.PROJECT, is_dated=False, corrects=False):
    entry = Entry(summary=" ".join(topic))
    return Fact(
        type=kind,
        scope=Scope.PROJECT,
        entry=entry,
        topic=topic,
        is_dated=is_dated,
        corrects=corrects,
    )


def test_a_date_of_the_same_thing_replaces_the_earlier_date():
    assert fact("audit", "moved", is_dated=True).replaces(fact("audit", "due", is_dated=True))


def test_a_correction_replaces_what_it_is_about():
    assert fact("pnpm", "installs", corrects=True).replaces(fact("yarn", "pnpm"))


def test_without_date_or_correction_both_stand():
    assert not fact("audit", "moved").replaces(fact("audit", "due"))


def test_another_subject_or_another_kind_is_left_alone():
    beta = fact("beta", "due", is_dated=True)
    audit = fact("audit", "due", is_dated=True)
    rule = fact("audit", "due", kind=MemoryType.FEEDBACK, is_dated=True)

    assert not beta.replaces(audit)
    assert not rule.replaces(audit)
    assert not fact(is_dated=True).replaces(audit)
