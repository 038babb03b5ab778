"""What is of use is counted: as callers report it, and as transcripts show it."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from memoryd_client import RequestError

FACT = "Remember that the harbor crane is operated from the north cabin."


@pytest.fixture
def learnt(house):
    """A daemon that learnt a fact of a project; return its id too."""
    project = house.project()
    transcript = house.transcript(project)
    transcript.say(FACT)
    house.start()
    client = house.client(project)
    client.wait(client.extract().job)
    (memory,) = client.memories()
    return house, project, transcript, client, memory.id


def test_what_a_caller_reports_is_told_by_list_and_show(learnt):
    house, project, _, client, memory_id = learnt

    used = client.used([memory_id, "no/such.md"], session_id="s1")
    again = client.used([memory_id], session_id="s1")

    assert (used.counted, used.unknown) == ([memory_id], ["no/such.md"])
    assert (again.counted, again.unknown) == ([], [])
    (listed,) = client.memories()
    shown = client.memory(memory_id)
    assert (listed.usage_count, shown.usage_count) == (1, 1)
    assert listed.last_usage
    assert listed.last_usage == shown.last_usage
    at = {"MEMORYD_SOCKET": str(house.socket)}
    done = house.run("memoryctl", "list", "--cwd", str(project), **at)
    assert "used 1 time" in done.stdout


def test_what_an_agent_cites_or_reads_counts_once_a_session(learnt, wait_until):
    house, project, _, client, memory_id = learnt
    (file,) = house.memory_files()
    other = house.transcript(project)
    other.say("From which cabin is the crane operated?")
    block = f"From the north cabin.\n\n<memory-citation>\n{memory_id}\n</memory-citation>"
    third = house.transcript(project)
    third.say("And who operates it?")
    call = {"type": "tool_use", "id": "c1", "name": "Read", "input": {"file_path": str(file)}}
    read = json.loads(third.line("assistant", ""))
    read["message"]["content"] = [call]
    with other.path.open("ab") as out:
        out.write(other.line("assistant", block))
    with third.path.open("ab") as out:
        out.write(json.dumps(read).encode() + b"\n")

    client.wait(client.extract().job)
    client.wait(client.extract(force=True).job)

    assert client.memory(memory_id).usage_count == 2
    assert all("citation" not in path.read_text() for path in house.memory_files())


def test_a_purge_takes_the_name_out_of_what_was_counted(learnt):
    house, _, _, client, memory_id = learnt
    client.used([memory_id])

    client.forget(ids=[memory_id], apply=True, purge=True)

    name = memory_id.rpartition("/")[2].encode()
    assert not [p for p in house.state.glob("memoryd.sqlite3*") if name in p.read_bytes()]


def test_many_callers_at_once_lose_no_count(learnt):
    house, project, _, client, memory_id = learnt

    def work(number):
        own = house.client(project)
        return sum(
            len(own.used([memory_id], session_id=f"{number}-{turn}").counted) for turn in range(10)
        )

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(work, range(8))) == 80

    assert client.memory(memory_id).usage_count == 80


@pytest.mark.parametrize("ids", [[], ["x"] * 501, [""], ["x" * 1025]])
def test_too_many_or_too_long_ids_are_refused(learnt, ids):
    with pytest.raises(RequestError):
        learnt[3].used(ids)
