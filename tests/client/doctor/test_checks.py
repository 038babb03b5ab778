"""Each judgement over values as the gatherer hands them."""

from dataclasses import replace

import pytest

from memoryd_client import wire
from memoryd_client.doctor import CHECKS, examine
from memoryd_client.doctor.values import (
    AgentState,
    Announced,
    Daemon,
    Disk,
    Facts,
    Inotify,
    Lock,
    Place,
    Settings,
    Unit,
)

NOW_S = 1_780_000_000.0
NOW = "2026-05-28T20:26:40+00:00"
UID = 1000
MIB = 1 << 20


def place(path, kind, **more):
    return Place(
        path=path, kind=kind, **{"uid": UID, "mode": 0o700, "inode": 7, "writable": True} | more
    )


STATUS = replace(
    wire.empty(wire.Status),
    version="1.2.3",
    pid=42,
    socket="/run/user/1000/memoryd/memoryd.sock",
    uptime_s=3600.0,
    ready=True,
)
PROOF = wire.Proof(
    ok=True, steps=[wire.ProofStep(step="recall", ok=True, detail="found", duration_ms=1500.0)]
)
WELL = Facts(
    uid=UID,
    now_s=NOW_S,
    installed="1.2.3",
    socket=place(STATUS.socket, "socket", mode=0o600),
    socket_folder=place("/run/user/1000/memoryd", "dir"),
    daemon=Daemon(running=True, version="1.2.3", status=STATUS),
    state=place("/state", "dir"),
    lock=Lock(place=place("/state/daemon.lock", "file"), held=frozenset({7})),
    announced=Announced(
        place=place("/state/daemon.json", "file"),
        pid=42,
        socket=STATUS.socket,
        started_s=NOW_S - 3600,
        alive=True,
    ),
    base=place("/base", "dir"),
    database=place("/state/memoryd.sqlite3", "file", changed_s=NOW_S - 5),
    disks=(Disk(path="/base", free_bytes=9_000 * MIB, has_inodes=True),),
    settings=Settings(
        errors=(), key_files={"cloud": place("/home/u/cloud.key", "file", mode=0o600)}
    ),
    inotify=Inotify(max_watches=8192, max_instances=128, instances=3, folders=40),
    unit=Unit(
        path="/u/memoryd.service",
        program="/opt/memoryd",
        program_runs=True,
        verdict="",
        lingers=True,
        remote=False,
    ),
    agents=(
        AgentState(
            name="claude-code",
            title="Claude Code",
            connected=True,
            steps=(("unchanged", "/c/hooks.json", "", ""),),
            missing=(),
            warnings=(),
            keeps_days=30,
        ),
    ),
    git=True,
    proof=PROOF,
)
AGENT = WELL.agents[0]


def daemon(**changes):
    return replace(WELL.daemon, status=replace(STATUS, **changes))


def agents(**changes):
    return (replace(AGENT, **changes),)


ILL = {
    "nobody serves": (
        {"daemon": Daemon(running=False, trouble="no memoryd listens", hint="start it")},
        ("daemon", "fail", "no memoryd listens", "start it"),
    ),
    "it cannot do all work": (
        {
            "daemon": daemon(
                reasons=["the disk is full"],
                errors=[wire.Trouble(what="the disk is full", detail="4 MiB", hint="free some")],
            )
        },
        ("daemon", "fail", "the disk is full: 4 MiB", "free some"),
    ),
    "a session cannot be read": (
        {"daemon": daemon(errors=[wire.Trouble(what="unread", detail="s1", hint="wait")])},
        ("daemon", "warn", "unread: s1", "wait"),
    ),
    "the first scan runs": (
        {"daemon": daemon(reasons=["the first scan is not done yet"])},
        ("daemon", "warn", "not ready: the first scan is not done yet", ""),
    ),
    "the loop breaks": (
        {
            "proof": wire.Proof(
                ok=False,
                steps=[
                    wire.ProofStep(
                        step="watch", ok=False, detail="no change", duration_ms=1, remedy="raise it"
                    )
                ],
            )
        },
        ("loop", "fail", "the step `watch` failed: no change", "raise it"),
    ),
    "nobody could be asked": ({"proof": None}, ("loop", "warn", "not tried", "start it")),
    "an old daemon runs on": (
        {"installed": "1.3.0"},
        ("version", "warn", "1.2.3 runs and 1.3.0 is installed", "restart"),
    ),
    "settings are wrong": (
        {"settings": replace(WELL.settings, errors=(("config.yaml:3: no", ""),))},
        ("settings", "fail", "config.yaml:3: no", "memoryctl reload"),
    ),
    "settings cannot be asked for": (
        {"settings": replace(WELL.settings, errors=None, trouble="No module named memoryd")},
        ("settings", "warn", "No module named memoryd", "installed"),
    ),
    "extraction is off": (
        {"settings": replace(WELL.settings, extracts=False)},
        ("settings", "warn", "extract.enabled is false", "true"),
    ),
    "the socket's path is too long": (
        {"socket": place("/" + "x" * 110, "missing")},
        ("socket", "fail", "bytes", "MEMORYD_SOCKET"),
    ),
    "the socket's directory is open": (
        {"socket_folder": place("/r", "dir", mode=0o750)},
        ("socket", "fail", "open to other users (mode 0750)", "chmod 700 /r"),
    ),
    "the socket's directory is another's": (
        {"socket_folder": place("/r", "dir", uid=1)},
        ("socket", "fail", "/r belongs to uid 1", "MEMORYD_SOCKET"),
    ),
    "the socket's directory is a link": (
        {"socket_folder": place("/r", "link")},
        ("socket", "fail", "not a directory (it is a link)", "move it"),
    ),
    "the socket is open": (
        {"socket": place("/r/s", "socket", mode=0o666)},
        ("socket", "fail", "/r/s has mode 0666", "chmod 600 /r/s"),
    ),
    "the socket is a file": (
        {"socket": place("/r/s", "file")},
        ("socket", "fail", "not a socket", "move it"),
    ),
    "the lock was replaced": (
        {"lock": replace(WELL.lock, held=frozenset({8}))},
        ("lock", "fail", "was replaced", "restart"),
    ),
    "the lock is gone": (
        {"lock": Lock(place=place("/state/daemon.lock", "missing"), held=None)},
        ("lock", "fail", "is gone", "restart"),
    ),
    "the note names another daemon": (
        {"announced": replace(WELL.announced, pid=41)},
        ("daemon.json", "warn", "pid 41", "MEMORYD_STATE_DIR"),
    ),
    "the note is missing": (
        {"announced": None},
        ("daemon.json", "warn", "no daemon.json", "restart"),
    ),
    "the daemon hangs": (
        {"daemon": Daemon(running=False, trouble="refused", hint="")},
        ("daemon.json", "fail", "(pid 42) is there and does not answer", "restart"),
    ),
    "the state is open": (
        {"state": place("/state", "dir", mode=0o755)},
        ("state", "warn", "open to other users", "chmod 700 /state"),
    ),
    "the state is another's": (
        {"state": place("/state", "dir", uid=0)},
        ("state", "fail", "belongs to uid 0", "your own user"),
    ),
    "memories cannot be written": (
        {"base": place("/base", "dir", writable=False)},
        ("memories", "fail", "cannot be written", "chmod u+rwx"),
    ),
    "memories lie in a file": (
        {"base": place("/base", "file")},
        ("memories", "fail", "is not a directory", "move it"),
    ),
    "memories cannot be looked at": (
        {"base": Place(path="/base", kind="other", trouble="Permission denied")},
        ("memories", "fail", "Permission denied", "your own user"),
    ),
    "the directory cannot be made": (
        {"base": place("/base", "missing", writable=False)},
        ("memories", "fail", "cannot be made", "your own user"),
    ),
    "the disk is full": (
        {"disks": (Disk(path="/base", free_bytes=MIB, has_inodes=True),)},
        ("disk", "fail", "1 MiB are free", "free some"),
    ),
    "the disk is nearly full": (
        {"disks": (Disk(path="/base", free_bytes=100 * MIB, has_inodes=True),)},
        ("disk", "warn", "only 100 MiB", "free some"),
    ),
    "no more files fit": (
        {"disks": (Disk(path="/base", free_bytes=9_000 * MIB, has_inodes=False),)},
        ("disk", "fail", "no more files fit", "free some"),
    ),
    "a key can be read by others": (
        {"settings": replace(WELL.settings, key_files={"cloud": place("/k", "file", mode=0o644)})},
        ("keys", "fail", "the key of cloud: others may read /k (mode 0644)", "chmod 600 /k"),
    ),
    "a key is missing": (
        {"settings": replace(WELL.settings, key_files={"cloud": place("/k", "missing")})},
        ("keys", "fail", "/k is missing", "write the key"),
    ),
    "too many directories": (
        {"inotify": replace(WELL.inotify, folders=8192)},
        ("inotify", "fail", "8,192 directories to watch, 8,192 allowed", "max_user_watches"),
    ),
    "nearly too many directories": (
        {"inotify": replace(WELL.inotify, folders=7000)},
        ("inotify", "warn", "7,000 directories", "max_user_watches"),
    ),
    "too many who watch": (
        {"inotify": replace(WELL.inotify, instances=127)},
        ("inotify", "warn", "127 of 128", "max_user_instances"),
    ),
    "the service starts nothing": (
        {"unit": replace(WELL.unit, program="/gone", program_runs=False)},
        ("service", "fail", "starts /gone", "memoryctl install"),
    ),
    "the unit is not understood": (
        {"unit": replace(WELL.unit, verdict="unknown key\nand more")},
        ("service", "fail", "/u/memoryd.service: unknown key", "memoryctl install"),
    ),
    "it ends with the connection": (
        {"unit": replace(WELL.unit, lingers=False, remote=True)},
        ("linger", "warn", "log out", "enable-linger"),
    ),
    "the database is from tomorrow": (
        {"database": place("/db", "file", changed_s=NOW_S + 86_400)},
        ("clock", "warn", "1,440 min in the future", "timedatectl"),
    ),
    "the clock went back under the daemon": (
        {"announced": replace(WELL.announced, started_s=NOW_S)},
        ("clock", "warn", "60 min in the future", "timedatectl"),
    ),
    "work was done in the future": (
        {
            "daemon": daemon(
                last={
                    "dream": wire.LastRun(
                        at="2026-05-28T21:26:40Z",
                        project=None,
                        status="noop",
                        reason=None,
                        duration_ms=1,
                    )
                }
            )
        },
        ("clock", "warn", "the last dream was 60 min", "timedatectl"),
    ),
    "git is missing": ({"git": False}, ("git", "warn", "git is not on PATH", "install git")),
    "a hook's program is gone": (
        {"agents": agents(missing=("/gone/python3",))},
        ("claude-code", "fail", "/gone/python3, which is not there", "setup claude-code"),
    ),
    "hooks are for another socket": (
        {"agents": agents(steps=(("change", "/c/hooks.json", "", ""),))},
        ("claude-code", "warn", "another socket or installation", "setup claude-code"),
    ),
    "hooks were taken out": (
        {"agents": agents(steps=(("kept", "/c/hooks.json", "taken out by hand", "write again"),))},
        ("claude-code", "warn", "taken out by hand", "write again"),
    ),
    "a file cannot be edited": (
        {"agents": agents(steps=(("failed", "/c/hooks.json", "is not JSON", "mend it"),))},
        ("claude-code", "fail", "is not JSON", "mend it"),
    ),
    "two memories side by side": (
        {"agents": agents(warnings=("it keeps a memory of its own",))},
        ("claude-code", "warn", "it keeps a memory of its own", ""),
    ),
    "no agent is connected": (
        {"agents": agents(connected=False)},
        ("agents", "warn", "Claude Code", "memoryctl setup"),
    ),
    "no transcripts are kept": (
        {"agents": agents(keeps_days=0)},
        ("retention", "warn", "nothing can be learnt", "cleanupPeriodDays"),
    ),
}


def test_where_all_is_well_every_check_says_so():
    findings = examine(WELL)

    assert {finding.level for finding in findings} == {"ok"}
    assert not any(finding.remedy for finding in findings)
    assert len({finding.check for finding in findings}) >= len(CHECKS) - 3  # three say nothing then


@pytest.mark.parametrize("case", ILL)
def test_what_is_wrong_is_found_with_its_remedy(case):
    changes, (check, level, detail, remedy) = ILL[case]

    findings = [each for each in examine(replace(WELL, **changes)) if each.check == check]

    worst = next(each for each in findings if each.level == level)
    assert detail in worst.detail
    assert remedy in worst.remedy


def test_what_is_not_on_this_system_is_not_spoken_of():
    findings = examine(replace(WELL, inotify=None, unit=None, agents=()))

    assert {"inotify", "service", "linger", "agents"}.isdisjoint(each.check for each in findings)


def test_how_long_transcripts_are_kept_is_told_and_that_memories_stay():
    finding = next(each for each in examine(WELL) if each.check == "retention")

    assert "30 days" in finding.detail
    assert "what was learnt of them stays" in finding.detail
