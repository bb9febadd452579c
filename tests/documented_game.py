"""The example game of the documentation, taken from its page: files for a package."""

import re
from pathlib import Path

__all__ = ["FIGHT", "PLAYABLE", "SMALL", "announce"]

_PAGE = (Path(__file__).parent.parent / "docs" / "a-game-of-your-own.md").read_text(encoding="utf-8")
_RULES, _PROJECT, FIGHT = re.findall(r"```toml\n(.*?)```", _PAGE, re.DOTALL)
_TOSS, _SMALL, _GAMBLERS, _PLAYABLE, _TESTS = re.findall(r"```python\n(.*?)```", _PAGE, re.DOTALL)
_FILES = {"pyproject.toml": _PROJECT, "coinfall/rules.toml": _RULES, "coinfall/toss.py": _TOSS}
SMALL = {**_FILES, "coinfall/__init__.py": _SMALL}
PLAYABLE = {
    **_FILES,
    "coinfall/gamblers.py": _GAMBLERS,
    "coinfall/__init__.py": _PLAYABLE,
    "test_coinfall.py": _TESTS,
}


def announce(folder: Path) -> Path:
    """Write the playable game into a folder as if it were installed there; the folder."""
    announced = {
        "coinfall-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: coinfall\nVersion: 1.0\n",
        "coinfall-1.0.dist-info/entry_points.txt": "[rulewright.games]\ncoinfall = coinfall:GAME\n",
    }
    for file, content in (PLAYABLE | announced).items():
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(content, encoding="utf-8")
    return folder
