"""What agents start: `<absolute python> -I -S <this file> [--cwd DIR] [--socket PATH]`.

It is there in half the time of `memoryctl mcp`: nobody looks for packages or parses options, and
this file finds its own package.
"""

import os
import sys

if not __package__:
    here = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 -- pathlib is slow
    sys.path.append(os.path.dirname(os.path.dirname(here)))  # noqa: PTH120 -- as above

if __name__ == "__main__":
    from memoryd_client.mcp import main

    sys.exit(main(sys.argv[1:], os.environ))
