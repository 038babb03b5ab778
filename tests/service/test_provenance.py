"""Where memories come from, through a real daemon: kept by merges, longer than the transcripts."""

FIRST = "Remember that releases are cut from the trunk branch."
REWORDED = "Please remember that our releases are cut from the trunk branch!"


def test_a_memory_names_its_sources_its_type_its_scope_and_its_times(house):
    project = house.project()
    transcript = house.transcript(project)
    transcript.say(FIRST)
    house.once()
    house.start()
    client = house.client(project)

    (listed,) = client.memories()
    shown = client.memory(listed.id)

    (source,) = shown.sources
    assert (source.agent, source.session) == ("claude-code", transcript.session)
    assert source.record
    assert source.at == shown.created == shown.updated
    assert (listed.type, listed.scope) == (shown.type, shown.scope)
    printed = house.run("memoryctl", "--cwd", str(project), "show", listed.id).stdout
    assert f"{shown.type}, {shown.scope} scope; first said" in printed
    assert f"claude-code  {transcript.session}  {source.record}" in printed
    line, *_ = house.run("memoryctl", "--cwd", str(project), "list").stdout.splitlines()
    assert line.split()[:2] == [shown.type, shown.scope]


def test_a_rewording_in_another_session_merges_and_both_sources_are_shown(house):
    project = house.project()
    one, two = house.transcript(project), house.transcript(project)
    one.say(FIRST)
    house.once()
    (created,) = house.memory_files()
    two.say(REWORDED)
    house.start()
    client = house.client(project)
    client.wait(client.extract().job)

    (memory,) = client.memories()

    assert house.memory_files() == [created]
    assert {source.session for source in memory.sources} == {one.session, two.session}
    assert memory.created <= memory.updated
    assert client.status().skipped["extract"]["merged"] == 1
    assert "1 merged" in house.run("memoryctl", "status").stdout


def test_a_memory_outlives_its_transcript_and_the_records_of_reading_it(house):
    project = house.project()
    transcript = house.transcript(project)
    transcript.say(FIRST)
    house.once()
    before = {path: path.read_bytes() for path in house.memory_files()}
    transcript.path.unlink()
    for file in house.state.glob("memoryd.sqlite3*"):
        file.unlink()

    house.once()
    house.start()
    client = house.client(project)

    assert {path: path.read_bytes() for path in house.memory_files()} == before
    (found,) = client.recall("which branch are releases cut from?").documents
    assert [source.session for source in found.sources] == [transcript.session]


def test_a_rewording_of_what_was_forgotten_stays_forgotten_and_is_counted(house):
    project = house.project()
    house.transcript(project).say(FIRST, REWORDED)
    house.once()
    house.start()
    client = house.client(project)
    client.forget("trunk branch", apply=True)

    client.wait(client.extract(force=True).job)

    assert house.memory_files() == []
    assert client.status().skipped["extract"]["forgotten"] == 2


def test_a_pinned_twin_refuses_what_is_asked_to_be_remembered_again(house):
    project = house.project()
    house.start()
    client = house.client(project)
    kept = client.remember("Never push to the release branch.").memory
    (pinned,) = house.memory_files()
    target = pinned.parents[1] / "pinned" / pinned.parent.name / pinned.name
    target.parent.mkdir(parents=True)
    pinned.rename(target)

    same = client.remember("never push to the release branch")
    reworded = client.remember("You must never push to our release branch, please")
    near = client.remember("Never push to the release branch of the client")

    assert (same.rejected.code, reworded.rejected.code) == ("duplicate_of_pinned",) * 2
    assert near.memory.id != kept.id
    assert near.rejected is near.merged_into is None
    assert client.status().skipped["remember"] == {"duplicate_of_pinned": 2}


def test_a_near_duplicate_that_is_asked_to_be_remembered_says_what_it_was_merged_into(house):
    project = house.project()
    house.start()
    client = house.client(project)
    kept = client.remember("Never push to the release branch.").memory

    again = client.remember("You must never push to our release branch, please", why="it is tagged")

    assert again.merged_into == kept.id
    assert client.status().skipped["remember"] == {"merged": 1}
    assert len(again.memory.sources) == 2
    assert client.memory(kept.id).entries[0].why == "it is tagged"
