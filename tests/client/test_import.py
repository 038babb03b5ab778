import json
import subprocess
import sys
from pathlib import Path

import pytest

CLIENT = Path(__file__).parents[2] / "client"
HEAVY = {"asyncio", "argparse", "dataclasses", "http", "inspect", "socket", "typing", "urllib"}


def loaded_by(code: str) -> set[str]:
    """Return the top-level modules that *code* loads over a bare interpreter."""
    script = (
        "import sys, json\nbefore = set(sys.modules)\n"
        f"{code}\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(json.dumps(sorted(new)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": str(CLIENT)},
        capture_output=True,
        check=True,
    )
    return set(json.loads(done.stdout))


@pytest.mark.parametrize(
    "code",
    [
        "import memoryd_client",
        "from memoryd_client import AsyncClient",
        "from memoryd_client import wire; wire.Recall, wire.Status, wire.Forgotten, wire.load",
        "from memoryd_client.ctl import _VERBS, _load; [_load(verb) for verb in _VERBS]",
    ],
)
def test_only_the_standard_library_is_loaded(code: str):
    foreign = loaded_by(code) - set(sys.stdlib_module_names) - {"memoryd_client"}

    assert foreign == set()


def test_what_takes_long_to_load_is_loaded_when_it_is_needed():
    assert loaded_by("from memoryd_client import Client; Client()") & HEAVY == set()


def test_a_verb_loads_only_what_it_needs():
    loaded = loaded_by("from memoryd_client.ctl import main; main(['recall', 'x'])\nprint()")

    assert "asyncio" not in loaded
