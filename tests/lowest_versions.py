"""Print the lower bounds of the run-time dependencies as pinned requirements."""

import tomllib
from pathlib import Path

project = tomllib.loads(
    (Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8")
)
for requirement in project["project"]["dependencies"]:
    print(requirement.replace(">=", "=="))
