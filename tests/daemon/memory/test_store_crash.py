"""Kills a writer before each of its system calls in turn, and looks at what is left."""

import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memoryd.domain import Entry, MemoryType, Patch, Scope, SourceRef
from memoryd.errors import ConflictError
from memoryd.memory import Store
from memoryd.system.files import sweep_temporaries

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
KILLED = 9
LIST = "---\nname: List\ntype: feedback\n---\n\n- First fact.\n- Second fact.\n- Third fact.\n"


def open_store(directory):
    return Store(directory / "memory", directory, Scope.PROJECT, clock=lambda: NOW)


def apply(store, *summaries, at=NOW - timedelta(days=1)):
    source = SourceRef(agent="codex", session="s", record=at.isoformat(), at=at)
    store.apply(
        [
            Patch(
                type=MemoryType.USER,
                scope=Scope.PROJECT,
                entry=Entry(summary=summary),
                sources=(source,),
                at=at,
            )
            for summary in summaries
        ],
        operation="apply",
        by="rules",
    )


def start(store):
    store.scaffold()
    (store.memory_dir / "list.md").write_text(LIST)
    apply(store, "Known fact.", "Other fact.")
    store.forget(["list.md:0"], by="person")


def do_apply(store):
    apply(store, "New fact.", "known fact!", at=NOW - timedelta(hours=1))


def do_forget(store):
    wanted = {"Second fact.", "Known fact."}
    ids = [
        memory_id
        for document in store.documents().values()
        for memory_id, entry in zip(document.ids, document.entries, strict=True)
        if entry.summary in wanted
    ]
    if ids:
        store.forget(ids, by="person")


def do_edit(store):
    store.edit("user/known-fact.md", by="person", title="Known", body="Edited fact.")


def do_pin(store):
    if "user/other-fact.md" in store.documents():
        store.pin("user/other-fact.md", by="person")


def do_undo(store):
    token = next(record.token for record in store.history() if record.operation == "apply")
    try:
        store.undo(token, by="person")
    except ConflictError as exc:
        if "already" not in str(exc):
            raise


OPERATIONS = {
    "apply": do_apply,
    "forget": do_forget,
    "edit": do_edit,
    "pin": do_pin,
    "undo": do_undo,
}


def run(operation, directory):
    store = open_store(directory)
    store.refresh()
    OPERATIONS[operation](store)


def memories(directory):
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in (directory / "memory").rglob("*.md")
        if path.name != "MEMORY.md"
    }


def run_until_killed(operation, directory, calls):
    """Run in a child that dies in its *calls*-th system call; return its exit code."""
    child = os.fork()
    if child == 0:
        left = [calls]
        for name in ("write", "rename", "unlink", "fsync", "mkdir", "utime", "open"):
            setattr(os, name, dying(getattr(os, name), left))
        run(operation, directory)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def dying(function, left):
    def call(*args, **kwargs):
        left[0] -= 1
        if left[0] == 0:
            if function.__name__ == "write":
                function(args[0], args[1][: len(args[1]) // 2])
            os._exit(KILLED)
        return function(*args, **kwargs)

    return call


def check(directory, before, after, operation):
    left = memories(directory)
    for path in left.keys() | before.keys() | after.keys():
        assert left.get(path) in (before.get(path), after.get(path)), path
    undone = directory.with_name("undone")
    shutil.copytree(directory, undone)
    started = len(list(open_store(undone).history()))
    if left != before and operation != "undo":
        open_store(undone).undo(by="person")
        assert memories(undone) == before
        run(operation, undone)
        assert memories(undone) == after
    assert started in {2, 3}
    shutil.rmtree(undone)

    run(operation, directory)
    sweep_temporaries(directory)
    store = open_store(directory)
    store.tidy()
    store.refresh()
    store.rebuild_index()

    assert memories(directory) == after
    names = {path.name for path in directory.rglob("*")}
    assert not [name for name in names if name.endswith(".tmp")]
    index = (directory / "memory/MEMORY.md").read_text()
    assert index.count("\n") == len(after)


def kill_everywhere(operation, directory):
    template, done, place = directory / "template", directory / "done", directory / "place"
    start(open_store(template))
    before = memories(template)
    shutil.copytree(template, done)
    run(operation, done)
    after = memories(done)
    for calls in range(1, 1000):
        shutil.copytree(template, place)
        if run_until_killed(operation, place, calls) == 0:
            print(calls - 1)
            return
        check(place, before, after, operation)
        shutil.rmtree(place)
    raise AssertionError("the operation never came to its end")


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_killed_writer_leaves_each_file_old_or_new_and_can_be_run_again(operation, tmp_path):
    done = subprocess.run(
        [sys.executable, __file__, operation, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 20


if __name__ == "__main__":
    kill_everywhere(sys.argv[1], Path(sys.argv[2]))
