import asyncio
from datetime import UTC, datetime

import pytest
from prometheus_client.exposition import generate_latest
from structlog.testing import capture_logs

from memoryd.telemetry import Events, Metrics, SelectionTimes, Telemetry

IDLE_S = 60
SOON = 5


def publish(events, *numbers):
    for number in numbers:
        events.publish("job", {"n": number})


async def take(stream, count):
    """The next *count* events of a stream; events come as (id, data)."""
    taken = []
    async with asyncio.timeout(SOON):
        async for event in stream.events(IDLE_S):
            taken.append((event.id, dict(event.data)))
            if len(taken) == count:
                break
    return taken


async def take_all(stream):
    async with asyncio.timeout(SOON):
        return [(event.id, event.kind, dict(event.data)) async for event in stream.events(IDLE_S)]


NOW = datetime(2026, 3, 4, tzinfo=UTC)


@pytest.fixture(name="events")
def _events():
    return Events()


@pytest.fixture(name="telemetry")
def _telemetry(events):
    return Telemetry(events=events, metrics=Metrics("1.2.3"))


async def test_a_reader_gets_what_happens_from_now_on_with_ids_that_grow_by_one(events):
    publish(events, 1, 2)

    with events.listen(None) as stream:
        publish(events, 3, 4)

        assert await take(stream, 2) == [(3, {"n": 3}), (4, {"n": 4})]


async def test_a_reader_is_woken_by_what_happens_while_it_waits(events):
    with events.listen(None) as stream:
        waiting = asyncio.create_task(take(stream, 1))
        await asyncio.sleep(0)
        publish(events, 1)

        assert await waiting == [(1, {"n": 1})]


async def test_every_reader_gets_every_event(events):
    with events.listen(None) as one, events.listen(None) as other:
        publish(events, 1)

        assert await take(one, 1) == await take(other, 1) == [(1, {"n": 1})]


async def test_a_reader_resumes_after_the_last_event_it_has(events):
    publish(events, 1, 2, 3)

    with events.listen(1) as stream:
        publish(events, 4)

        assert [number for number, _ in await take(stream, 3)] == [2, 3, 4]


async def test_a_reader_that_has_all_gets_only_what_is_new(events):
    publish(events, 1, 2)

    with events.listen(2) as stream:
        publish(events, 3)

        assert await take(stream, 1) == [(3, {"n": 3})]


async def test_a_reader_with_an_id_of_an_earlier_daemon_gets_all_of_this_one(events):
    publish(events, 1, 2)

    with events.listen(900) as stream:
        assert [number for number, _ in await take(stream, 2)] == [1, 2]


async def test_a_reader_with_a_lower_id_of_an_earlier_daemon_gets_all_of_this_one_too():
    events = Events(first=1000)
    publish(events, 1, 2)

    with events.listen(999) as a, events.listen(3) as b, events.listen(1000) as c:
        assert [each[0] for each in await take(a, 2)] == [1000, 1001]
        assert [each[0] for each in await take(b, 2)] == [1000, 1001]
        assert [each[0] for each in await take(c, 1)] == [1001]


async def test_a_reader_that_resumes_after_too_much_is_told_how_much_it_lost(events):
    publish(events, *range(1, 1501))

    with events.listen(100) as stream:
        events.close()
        got = await take_all(stream)

    assert got[0] == (0, "gap", {"lost": 1400 - (len(got) - 1)})
    assert [number for number, _, _ in got[1:]] == list(range(1501 - (len(got) - 1), 1501))


async def test_a_reader_that_missed_a_little_of_what_is_still_kept_loses_nothing(events):
    publish(events, *range(1, 1501))

    with events.listen(1400) as stream:
        events.close()

        assert [number for number, _, _ in await take_all(stream)] == list(range(1401, 1501))


async def test_a_slow_reader_loses_the_oldest_and_is_told_how_many(events):
    with events.listen(None) as stream:
        publish(events, *range(1, 301))
        events.close()
        got = await take_all(stream)

    kept = len(got) - 1
    assert got[0] == (0, "gap", {"lost": 300 - kept})
    assert [number for number, _, _ in got[1:]] == list(range(301 - kept, 301))


async def test_a_gap_comes_where_the_events_are_missing(events):
    with events.listen(None) as stream:
        reading = stream.events(IDLE_S)
        publish(events, 1)
        first = await anext(reading)
        publish(events, *range(2, 302))
        gap, after = await anext(reading), await anext(reading)
        await reading.aclose()

    assert (first.id, gap.kind) == (1, "gap")
    assert after.id == 2 + gap.data["lost"]


async def test_a_slow_reader_does_not_hold_up_another(events):
    with events.listen(None), events.listen(None) as quick:
        for number in range(1, 400):
            publish(events, number)
            assert await take(quick, 1) == [(number, {"n": number})]


async def test_closing_ends_every_stream_after_what_is_queued(events):
    with events.listen(None) as one, events.listen(None) as other:
        publish(events, 1)
        waiting = asyncio.create_task(take_all(one))
        await asyncio.sleep(0)

        events.close()

        assert await waiting == await take_all(other) == [(1, "job", {"n": 1})]


async def test_a_stream_where_nothing_happens_says_so(events):
    with events.listen(None) as stream:
        reading = stream.events(0.001)

        assert await anext(reading) is None
        assert await anext(reading) is None
        publish(events, 1)
        assert (await anext(reading)).id == 1
        await reading.aclose()


def test_readers_are_counted_while_they_read(events):
    with events.listen(None), events.listen(3):
        assert events.readers == 2

    assert events.readers == 0


async def test_an_extraction_is_an_event_a_figure_and_a_line_in_the_log(telemetry, events):
    with events.listen(None) as stream, capture_logs() as logged:
        telemetry.extract(
            project="-home-u-app",
            status="completed",
            patches_count=2,
            touched_topics=["user"],
            duration_ms=12.34567,
        )
        events.close()
        ((_, kind, data),) = await take_all(stream)

    assert kind == "extract"
    assert data == {
        "trigger": "auto",
        "status": "completed",
        "skipped_reason": None,
        "patches_count": 2,
        "touched_topics": ["user"],
        "duration_ms": 12.346,
        "project": "-home-u-app",
    }
    figures = generate_latest(telemetry.metrics.registry).decode()
    assert 'memoryd_extracts_total{status="completed"} 1.0' in figures
    assert "memoryd_extract_seconds_count 1.0" in figures
    (line,) = logged
    assert (line["event"], line["log_level"], line["patches_count"]) == (
        "memory.extract",
        "info",
        2,
    )
    assert "project" not in line


async def test_a_recall_is_an_event_a_figure_and_a_quiet_line_in_the_log(telemetry, events):
    with events.listen(None) as stream, capture_logs() as logged:
        telemetry.recall(
            query_length=30,
            docs_scanned=9,
            docs_selected=2,
            strategy="heuristic",
            duration_ms=3,
            now=NOW,
        )
        events.close()
        ((_, kind, data),) = await take_all(stream)

    assert kind == "recall"
    assert data == {
        "query_length": 30,
        "docs_scanned": 9,
        "docs_selected": 2,
        "strategy": "heuristic",
        "duration_ms": 3,
    }
    figures = generate_latest(telemetry.metrics.registry).decode()
    assert 'memoryd_recalls_total{strategy="heuristic"} 1.0' in figures
    assert "memoryd_recall_seconds_count 1.0" in figures
    assert [(line["event"], line["log_level"]) for line in logged] == [("memory.recall", "debug")]
    assert (telemetry.last_recall.at, telemetry.last_recall.documents) == (NOW, 2)


async def test_a_recall_in_which_a_model_chose_says_how_long_each_took(telemetry, events):
    with events.listen(None) as stream:
        telemetry.recall(
            query_length=30,
            docs_scanned=9,
            docs_selected=2,
            strategy="model",
            duration_ms=50,
            now=NOW,
            selected=SelectionTimes(fast_ms=4.23456, selector_ms=40),
        )
        events.close()
        ((_, _, data),) = await take_all(stream)

    assert (data["fast_duration_ms"], data["selector_duration_ms"]) == (4.235, 40)
    assert data["strategy"] == "model"


def test_recalls_that_went_without_the_model_are_counted_by_reason(telemetry):
    telemetry.skip_recall("selector_late")
    telemetry.skip_recall("selector_late")

    assert telemetry.skipped_recall == {"selector_late": 2}
    figures = generate_latest(telemetry.metrics.registry).decode()
    assert 'memoryd_skipped_total{kind="recall",reason="selector_late"} 2.0' in figures


@pytest.mark.parametrize(("scanned", "reason"), [(0, "no_memories"), (9, "nothing_relevant")])
def test_recalls_that_find_nothing_are_counted_by_reason(telemetry, scanned, reason):
    telemetry.recall(
        query_length=30,
        docs_scanned=scanned,
        docs_selected=0,
        strategy="none",
        duration_ms=3,
        now=NOW,
    )

    assert telemetry.skipped_recall == {reason: 1}


async def test_a_dream_is_an_event_figures_and_a_line_in_the_log(telemetry, events):
    with events.listen(None) as stream, capture_logs() as logged:
        telemetry.dream(
            project="-home-u-app",
            trigger="auto",
            status="updated",
            deduped_entries=4,
            touched_topics=["user", "project"],
            duration_ms=12.34567,
        )
        events.close()
        ((_, kind, data),) = await take_all(stream)

    assert kind == "dream"
    assert data == {
        "trigger": "auto",
        "status": "updated",
        "deduped_entries": 4,
        "touched_topics_count": 2,
        "touched_topics": ["user", "project"],
        "duration_ms": 12.346,
        "project": "-home-u-app",
    }
    figures = generate_latest(telemetry.metrics.registry).decode()
    assert 'memoryd_dreams_total{status="updated"} 1.0' in figures
    assert "memoryd_deduped_entries_total 4.0" in figures
    assert [(line["event"], line["log_level"]) for line in logged] == [("memory.dream", "info")]


def test_a_call_of_a_model_is_figures_and_a_line_in_the_log(telemetry):
    call = {"role": "smol", "purpose": "select", "model": "a/b", "outcome": "answered"}
    tokens = {"input_tokens": 30, "output_tokens": 4, "estimated": False}

    with capture_logs() as lines:
        telemetry.model_call(**call, **tokens)

    figures = generate_latest(telemetry.metrics.registry).decode()
    assert 'memoryd_model_calls_total{outcome="answered",role="smol"} 1.0' in figures
    by_direction = 'memoryd_model_tokens_total{{direction="{}",outcome="answered",role="smol"}} {}'
    assert by_direction.format("input", "30.0") in figures
    assert by_direction.format("output", "4.0") in figures
    assert lines == [{"event": "model called", "log_level": "info", **call, **tokens}]


def test_what_is_not_done_is_counted_by_reason(telemetry):
    telemetry.skip("extract", "queued")
    telemetry.skip("extract", "queued", 4)

    figures = generate_latest(telemetry.metrics.registry).decode()
    assert 'memoryd_skipped_total{kind="extract",reason="queued"} 5.0' in figures


def test_two_daemons_in_one_process_do_not_share_figures(telemetry):
    telemetry.skip("extract", "queued")

    other = generate_latest(Metrics("9").registry).decode()

    assert 'memoryd_build_info{version="9"} 1.0' in other
    assert "queued" not in other
