import json
from datetime import UTC, datetime, timedelta

from memoryd.memory.statefile import set_aside_files
from memoryd.memory.tombstones import (
    Tombstones,
    bury,
    hash_fact,
    hash_form,
    load_tombstones,
    save_tombstones,
)

NOW = datetime(2026, 3, 4, 5, 6, 7, 89_001, tzinfo=UTC)
DAY = timedelta(days=1)


def test_a_fact_said_before_it_was_forgotten_is_held_back():
    stones = Tombstones().changed(bury(["Use tabs."], now=NOW))

    assert stones.hold_back("use  TABS", at=NOW - DAY, now=NOW + DAY)
    assert stones.hold_back("Use tabs.", at=NOW, now=NOW + DAY)
    assert not stones.hold_back("Use tabs.", at=NOW + DAY, now=NOW + DAY)
    assert not stones.hold_back("Use spaces.", at=NOW - DAY, now=NOW)


def test_a_fact_that_was_forgotten_is_held_back_in_other_words_too():
    stones = Tombstones().changed(bury(["Never push to main."], now=NOW))

    assert stones.hold_back("Please don't push to main", at=NOW, now=NOW + DAY)
    assert not stones.hold_back("Please don't push to main", at=NOW + DAY, now=NOW + DAY)
    assert not stones.hold_back("Push to main.", at=NOW, now=NOW + DAY)


def test_a_tombstone_of_the_words_alone_still_counts():
    stones = Tombstones({hash_fact("Never push to main."): NOW})

    assert stones.hold_back("never push to main", at=NOW, now=NOW + DAY)
    assert not stones.hold_back("don't push to main", at=NOW, now=NOW + DAY)


def test_a_statement_of_the_future_does_not_bring_a_fact_back():
    stones = Tombstones().changed(bury(["Use tabs."], now=NOW))

    assert stones.hold_back("Use tabs.", at=NOW + 9 * DAY, now=NOW + DAY)


def test_summaries_of_signs_only_are_told_apart():
    assert hash_fact("👍") != hash_fact("👎") != hash_fact("")


def test_tombstones_outlive_the_process_and_hold_no_text(tmp_path):
    stones = Tombstones().changed(bury(["Use tabs.", "My secret."], now=NOW))

    save_tombstones(tmp_path, stones)

    assert load_tombstones(tmp_path, now=NOW) == stones
    text = (tmp_path / "tombstones.json").read_text()
    assert "tabs" not in text
    assert json.loads(text) == {
        "version": 1,
        "forgotten": {
            hash_fact("Use tabs."): "2026-03-04T05:06:07.090Z",
            hash_form("Use tabs."): "2026-03-04T05:06:07.090Z",
            hash_fact("My secret."): "2026-03-04T05:06:07.090Z",
            hash_form("My secret."): "2026-03-04T05:06:07.090Z",
        },
    }


def test_a_file_that_cannot_be_read_is_set_aside_not_emptied(tmp_path):
    (tmp_path / "tombstones.json").write_text("{half")

    assert load_tombstones(tmp_path, now=NOW) == Tombstones()

    assert set_aside_files(tmp_path) == ["tombstones.json.corrupt.20260304T050607089Z"]
    assert (tmp_path / set_aside_files(tmp_path)[0]).read_text() == "{half"


def test_entries_of_another_shape_are_passed_over(tmp_path):
    (tmp_path / "tombstones.json").write_text(
        '{"version": 1, "forgotten": {"a": 1, "b": "2026-01-01T00:00:00.000Z"}}'
    )

    assert load_tombstones(tmp_path, now=NOW).times.keys() == {"b"}


def test_that_a_fact_was_forgotten_can_be_asked_whatever_its_time():
    stones = Tombstones().changed(bury(["Never push to main."], now=NOW))

    assert stones.has("never push to main")
    assert stones.has("Please don't push to main")
    assert not stones.has("Push to main.")
