"""What monitoring sees of a real daemon."""

import itertools

import pytest
from prometheus_client.parser import text_string_to_metric_families

from memoryd_client import Client, RequestError


def figures(client: Client) -> dict[str, float]:
    """Read /metrics as Prometheus does; a family without help, or one told twice, fails."""
    text = client.transport.request("GET", "/metrics").decode()
    families = list(text_string_to_metric_families(text))
    names = [family.name for family in families]
    assert len(set(names)) == len(names)
    assert all(family.documentation and family.type != "unknown" for family in families)
    samples = [sample for family in families for sample in family.samples]
    keyed = {f"{s.name}{sorted(s.labels.items()) or ''}": s.value for s in samples}
    assert len(keyed) == len(samples)
    return keyed


def test_figures_are_in_the_format_of_prometheus_and_tell_what_stands(house):
    project = house.project()
    session = house.transcript(project)
    house.start()
    client = house.client(project)
    session.say("Always run the linter before you commit.")
    client.wait(client.extract().job)

    found = figures(client)

    assert found["memoryd_sessions"] == 1
    assert found["memoryd_unread_bytes"] == 0
    assert found["memoryd_jobs[('status', 'pending')]"] == 0
    assert found["memoryd_requests_total[('route', '/v1/extract'), ('status', '202')]"] == 1
    assert found["memoryd_reconciles_total[('cause', 'request')]"] == 1
    assert found["memoryd_loop_lag_seconds_count"] > 2
    assert found["process_resident_memory_bytes"] > 10e6
    assert 0 < found["process_open_fds"] < 200
    assert 0 < found["memoryd_watches"] < found["memoryd_watch_limit"]


def test_requests_that_are_refused_are_counted_by_their_status(house):
    house.start()
    client = house.client()
    client.cwd = "relative"

    for _ in range(2):
        with pytest.raises(RequestError):
            client.history()

    assert (
        figures(client)["memoryd_requests_total[('route', '/v1/history'), ('status', '400')]"] == 2
    )


def test_a_reader_of_events_is_told_of_a_restart_and_misses_nothing_after_it(house, wait_until):
    house.start()
    client = house.client(house.project())
    stream = client.events(last_event_id="0")
    client.wait(client.extract().job)
    first = next(stream)

    client.shutdown()
    wait_until(lambda: house.processes[0].poll() is not None)
    house.start()
    other = house.client(house.project())
    job = other.extract().job
    other.wait(job)

    seen = list(itertools.takewhile(lambda event: event.data.get("id") != job, stream))

    assert first.event == "job"
    assert {"reason": "restarted"} in [each.data for each in seen if each.event == "gap"]


def test_a_reader_of_events_goes_on_where_it_was_when_parts_are_built_anew(house, wait_until):
    house.start()
    client = house.client(house.project())
    client.wait(client.extract().job)
    before = list(itertools.islice(client.events(last_event_id="0"), 2))

    house.config.write_text("storage: {worktrees: separate}\n")
    client.reload()
    wait_until(lambda: [r["event"] for r in client.logs().records].count("serving") == 2)
    client.wait(client.extract().job)
    after = list(itertools.islice(client.events(last_event_id=before[-1].id), 2))

    ids = [int(event.id) for event in before + after]
    assert ids == list(range(ids[0], ids[0] + 4))
