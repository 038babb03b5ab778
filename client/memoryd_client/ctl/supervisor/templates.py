"""The unit and the plist as they are shipped."""

from pathlib import Path

from memoryd_client.errors import MemorydError

PROGRAM = "@MEMORYD@"
HOME = "@HOME@"


def read_template(folder: str, name: str) -> str:
    """Return a file of the distribution's top folders `systemd` and `launchd`."""
    package = Path(__file__).parents[2]
    # In a wheel they are in the package; in a source tree they stand where packagers look.
    for root in (package, package.parents[1]):
        path = root / folder / name
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise MemorydError(
        f"{folder}/{name} is missing from this installation", hint="install memoryd again"
    )
