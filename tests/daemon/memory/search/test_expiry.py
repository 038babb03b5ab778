from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory.search.expiry import end_of_validity

WRITTEN = date(2026, 1, 10)


@pytest.mark.parametrize(
    ("heading", "end"),
    [
        ("Freeze until 2026-03-07", date(2026, 3, 7)),
        ("Freeze through March 7, 2026", date(2026, 3, 7)),
        ("Freeze till the end of March 2026", date(2026, 3, 31)),
        ("Valid until: 2027", date(2027, 12, 31)),
        ("Expires on 7 March 2026", date(2026, 3, 7)),
        ("Freeze | 28 February to 7 March 2026", date(2026, 3, 7)),
        ("From 2026-03-01 to 2026-03-07", date(2026, 3, 7)),
        ("Sperre bis 7. März 2026", date(2026, 3, 7)),
        ("Sperre bis zum 07.03.2026", date(2026, 3, 7)),
        ("Gel jusqu'au 7 mars 2026", date(2026, 3, 7)),
        ("Congelado hasta el 7 de marzo de 2026", date(2026, 3, 7)),
        ("Congelado até 7 de março de 2026", date(2026, 3, 7)),
        ("Blocco fino al 7 marzo 2026", date(2026, 3, 7)),
        ("Заморозка до 7 марта 2026", date(2026, 3, 7)),
        ("冻结到2026年3月7日", date(2026, 3, 7)),
        ("2026年3月7日まで凍結", date(2026, 3, 7)),
        ("2026년 3월 7일까지", date(2026, 3, 7)),
    ],
)
def test_a_heading_says_until_when_a_memory_holds(heading: str, end: date) -> None:
    assert end_of_validity(heading, "No changes.", WRITTEN) == end


@pytest.mark.parametrize(
    "heading",
    [
        "Moved on 2026-03-07",
        "Report due by 2026-03-07",
        "2026年3月7日までに提出",
        "Until Friday",
        "Until version 2.0",
        "Until 2026-02-30",
        "Until 2026-13-01",
        "Quay 12 to 14",
    ],
)
def test_other_dates_are_no_end(heading: str) -> None:
    assert end_of_validity(heading, "No changes.", WRITTEN) is None


def test_of_two_readings_of_a_date_the_later_one_counts() -> None:
    assert end_of_validity("Until 03/04/2026", "", WRITTEN) == date(2026, 4, 3)


def test_the_first_clause_of_a_body_counts_and_what_follows_does_not() -> None:
    first = "Nobody works on Fridays until 2026-03-07. Ask the desk."
    later = "Ask the desk. Nobody works on Fridays until 2026-03-07."

    assert end_of_validity("Fridays", first, WRITTEN) == date(2026, 3, 7)
    assert end_of_validity("Fridays", later, WRITTEN) is None


def test_that_a_thing_in_the_body_ends_does_not_end_the_memory() -> None:
    assert end_of_validity("Licence", "It expires on 2026-03-07.", WRITTEN) is None


def test_the_last_day_that_a_memory_names_counts() -> None:
    body = "After that the old rule holds, to be reviewed on 2026-06-01."

    assert end_of_validity("Until 2026-03-07", body, WRITTEN) == date(2026, 6, 1)


def test_a_memory_written_after_the_day_tells_of_the_past() -> None:
    assert end_of_validity("Until 2026-01-09", "It was closed.", WRITTEN) is None
    assert end_of_validity("Until 2026-01-10", "It is closed.", WRITTEN) == WRITTEN


@given(
    st.text(alphabet="until bis 到まで2026-03.07/年月日 lİſ marcheMai", max_size=60),
    st.text(max_size=60),
)
def test_any_text_is_read(heading: str, body: str) -> None:
    end = end_of_validity(heading, body, WRITTEN)

    assert end is None or end >= WRITTEN
