"""The model of meaning, its cache and the one thread that embeds, shared by all indexes."""

import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import structlog

from .cache import Cache, content_key
from .embedder import Embedder
from .near import Near, weigh
from .vectors import Vector, Vectors

log = structlog.get_logger(__name__)

_BATCH: Final = 4  # between two batches the thread can be told to stop
_MOST_TEXT: Final = 1_000  # characters of a memory; models read no more, and time grows with them
_MOST_PROMPT: Final = 240  # half of it at each end, so that a long paste does not delay the answer
_NEAREST: Final = 40


class _Wish(NamedTuple):
    owner: "IndexMeaning"
    id: str
    key: bytes
    text: str


class BackgroundMeanings:
    """Makes the meaning of each index, and keeps them all up to date in the background."""

    def __init__(self, load: Callable[[], Embedder], cache_file: Path) -> None:
        self._load = load
        self._cache_file = cache_file
        self._embedder: Embedder | None = None
        self._cache: Cache | None = None
        self._wishes: deque[_Wish] = deque()
        self._lock = threading.Lock()
        self._busy = self._over = False
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="meaning")

    def of_index(self) -> "IndexMeaning":
        """Return the meaning of an index that is still empty."""
        return IndexMeaning(self)

    def join(self) -> None:
        """Wait until all that was put is embedded."""
        self._thread.submit(lambda: None).result()

    def close(self) -> None:
        """Stop embedding after the batch in hand; what is not embedded yet is left."""
        with self._lock:
            self._over = True
        self._thread.shutdown(cancel_futures=True)
        if self._cache:
            self._cache.close()
        if self._embedder:
            self._embedder.close()
            self._embedder = None

    def ask(self, prompt: str) -> Vector | None:
        """Return the vector of a prompt, or None while the model is not loaded yet."""
        if self._embedder is None or not prompt.strip():
            return None
        return self._embedder.embed_prompt(_ends(prompt))

    def wish(self, wish: _Wish) -> None:
        """Have a text embedded, by and by."""
        with self._lock:
            if self._over:
                return
            self._wishes.append(wish)
            if not self._busy:
                self._busy = True
                self._thread.submit(self._work)

    def _work(self) -> None:
        try:
            embedder, cache = self._open()
            while batch := self._take():
                _fulfil(batch, embedder, cache)
        except (OSError, ImportError, RuntimeError, ValueError, sqlite3.Error) as exc:
            with self._lock:
                self._over = True
                self._wishes.clear()
            log.warning("recall goes by words only: the model of meaning failed", error=str(exc))

    def _open(self) -> tuple[Embedder, Cache]:
        if self._embedder is None or self._cache is None:
            embedder = self._load()
            self._cache = Cache(
                self._cache_file, model=embedder.name, dimensions=embedder.dimensions
            )
            self._embedder = embedder
        return self._embedder, self._cache

    def _take(self) -> list[_Wish]:
        with self._lock:
            left = 0 if self._over else min(_BATCH, len(self._wishes))
            self._busy = left > 0
            return [self._wishes.popleft() for _ in range(left)]


class IndexMeaning:
    """The meaning of the memories of one index; see the Meaning protocol."""

    def __init__(self, meanings: BackgroundMeanings) -> None:
        self._meanings = meanings
        self._keys: dict[str, bytes] = {}
        self._vectors = Vectors()

    def put(self, id_: str, text: str) -> None:
        text = text[:_MOST_TEXT]
        key = content_key(text)
        if self._keys.get(id_) == key:
            return
        self.discard(id_)
        self._keys[id_] = key
        self._meanings.wish(_Wish(self, id_, key, text))

    def discard(self, id_: str) -> None:
        self._keys.pop(id_, None)
        self._vectors.discard(id_)

    def near(self, prompt: str) -> dict[str, Near]:
        query = self._meanings.ask(prompt) if self._keys else None
        if query is None:
            return {}
        best = self._vectors.nearest(query, _NEAREST)
        return weigh(
            best.ids, best.cosines, mean=best.mean, deviation=best.deviation, size=best.size
        )

    def place(self, id_: str, key: bytes, vector: Vector) -> None:
        """Take up a vector, unless the memory has changed since it was wished for."""
        if self._keys.get(id_) == key:
            self._vectors.put(id_, vector)
            if self._keys.get(id_) != key:  # it went while the vector came
                self._vectors.discard(id_)


def _fulfil(wishes: list[_Wish], embedder: Embedder, cache: Cache) -> None:
    known = cache.get([wish.key for wish in wishes])
    missing = {wish.key: wish.text for wish in wishes if wish.key not in known}
    if missing:
        rows = embedder.embed(list(missing.values()))
        new = dict(zip(missing, rows, strict=True))
        cache.put(new)
        known |= new
    for wish in wishes:
        wish.owner.place(wish.id, wish.key, known[wish.key])


def _ends(prompt: str) -> str:
    if len(prompt) <= _MOST_PROMPT:
        return prompt
    half = _MOST_PROMPT // 2
    return f"{prompt[:half]}\n{prompt[-half:]}"
