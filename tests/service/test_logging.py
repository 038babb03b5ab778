"""The log of a real daemon: who did what, in every form, and never a secret."""

import json
import re

import pytest

from memoryd_client.errors import MemorydError

# Made here, belonging to nobody; each is of a kind that is known by its form.
SECRETS = (
    "ghp_" + "a1B2c3D4" * 4 + "e5F6",
    "AKIA" + "QX7RZ2LM9KTP4WVN",
    "sk-ant-api03-" + "Zk9" * 31 + "AA",
)


@pytest.fixture(name="logging_house")
def _logging_house(house):
    def start(form, level="info"):
        house.config.write_text(f"log: {{format: {form}, level: {level}}}\n")
        house.project()
        return house.start()

    return start


def test_each_line_that_a_job_logs_names_it(house, logging_house, wait_until):
    project = house.project()
    session = house.transcript(project)
    logging_house("json")
    client = house.client(project)
    session.say("Always run the linter before you commit.")

    done = client.wait(client.extract().job)
    wait_until(lambda: any(r["event"] == "memory.extract" for r in client.logs().records))
    lines = [r for r in client.logs().records if r["event"] == "memory.extract"]

    known = {job.id for job in client.jobs().jobs}
    assert done.status == "completed"
    assert {line["job"] for line in lines} <= known


def test_following_the_log_adds_nothing_to_it(house, logging_house):
    logging_house("json", "debug")
    client, other = house.client(), house.client()
    last = client.logs().last

    stream = client.follow_logs(last_event_id=last)
    requests = (event for event in stream if event.data["event"] == "request")
    # The list of logs before this is in it, and then what is asked meanwhile; never the stream.
    first = next(requests)
    other.status()
    second = next(requests)

    assert [each.data["route"] for each in (first, second)] == ["/v1/logs", "/v1/status"]


def test_the_log_goes_on_where_parts_are_built_anew(house, logging_house, wait_until):
    logging_house("json")
    client = house.client()
    before = client.logs()

    house.config.write_text("log: {format: json}\nstorage: {worktrees: separate}\n")
    client.reload()
    wait_until(lambda: [r["event"] for r in client.logs().records].count("serving") == 2)

    after = client.logs()
    assert after.records[: len(before.records)] == before.records
    assert int(after.last) > int(before.last)


@pytest.mark.parametrize("form", ["console", "json", "journal"])
def test_no_secret_is_in_the_log_whatever_its_form(house, logging_house, form):
    project = house.project()
    session = house.transcript(project)
    process = logging_house(form, "debug")
    client = house.client(project)
    for secret in SECRETS:
        session.say(f"Remember: the deploy token is {secret}, use it always.")
        client.remember(f"The deploy token is {secret}.")
        client.recall(f"what is {secret}?")
        with pytest.raises(MemorydError):
            client.undo(f"token-{secret}")
    client.wait(client.extract().job)
    house.config.write_text(f"log: {{format: {form}}}\nmodels: {{roles: {{smol: {SECRETS[0]}}}}}\n")
    with pytest.raises(MemorydError):
        client.reload()
    kept = json.dumps(client.logs(limit=1000).records)

    client.shutdown()
    on_stderr = process.communicate(timeout=30)[1].decode()

    file = house.state / "log" / "memoryd.log"
    written = file.read_text() if form == "json" else on_stderr
    assert "reload failed" in written
    for secret in SECRETS:
        assert secret not in written
        assert secret not in kept


def test_the_log_of_a_daemon_that_is_gone_is_found(house, logging_house):
    logging_house("json")
    house.stop_all()

    done = house.run("memoryctl", "logs", "-n", "1", PATH="")

    assert done.returncode == 0
    assert f"from {house.state}/log/memoryd.log:" in done.stderr
    assert re.search(r"info +service.run stopped$", done.stdout)
