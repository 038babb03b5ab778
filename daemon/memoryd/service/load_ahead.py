"""All of the program in memory, so that an upgrade under a running daemon changes nothing in it.

Much is loaded when it is first needed, since a daemon that starts must answer first. What is first
needed after its files were replaced would be another release's: so it is loaded soon after the
start, in the breaks of other work. That takes about 0.6 s of one core and 5 MiB.
"""

import contextlib
import gc
import importlib
import pkgutil
import sys
import time
from collections.abc import Callable, Iterator

import structlog

import memoryd
from memoryd import prompts
from memoryd_client import wire

log = structlog.get_logger(__name__)

_BREAK_S = 0.01
# Other processes' own, and what only an extra brings the libraries for.
_OTHERS = frozenset({"memoryd.__main__", "memoryd.cli"})
_MEANING = "memoryd.memory.search.meaning."


def load_ahead(is_stopping: Callable[[], bool], *, semantic: bool) -> None:
    """Load every module and prompt that a daemon may come to need. Blocking, a few seconds.

    *semantic*: also those that recall by meaning needs, if their libraries are there.
    """
    loaded = len(sys.modules)
    for name in _names():
        if is_stopping():
            return
        if name.startswith(_MEANING):
            if semantic:
                with contextlib.suppress(ImportError):
                    importlib.import_module(name)
        elif name not in _OTHERS:
            importlib.import_module(name)
        time.sleep(_BREAK_S)
    for name in prompts.names():
        prompts.read_ours(name)
    # What stays is not looked at again by the collector, which holds up everybody meanwhile. Only
    # once: of parts that are built anew the old ones would stay with it.
    if len(sys.modules) > loaded:
        gc.freeze()
    log.debug("loaded ahead")


def _names() -> Iterator[str]:
    for package in (memoryd, wire):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield module.name
