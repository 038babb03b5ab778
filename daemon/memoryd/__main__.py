"""`python -m memoryd` and the `memoryd` script."""

import sys

from memoryd.cli import main as run


def main() -> None:
    """Run and exit."""
    sys.exit(run())


if __name__ == "__main__":
    main()
