"""The page on architecture names files that exist, and every package."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HOME = ROOT / "src" / "rulewright"
PAGE = (ROOT / "docs" / "architecture.md").read_text()
FILE = re.compile(r"`([\w/<>*.]+(?:\.py|\.toml|\.ts|/))`")


def named() -> list[tuple[str, str]]:
    """Every file or folder the page names, with the package whose row it stands in."""
    found = []
    for line in PAGE.splitlines():
        row = re.match(r"\| `([\w/<>]+)` \|", line)
        found += [(row.group(1) if row else "", name) for name in FILE.findall(line)]
    return found


def exists(package: str, name: str) -> bool:
    pattern = name.replace("<slug>", "*").rstrip("/")
    places = [HOME, ROOT, HOME / "games" / "*", *([HOME / package.replace("<slug>", "*")] if package else [])]
    return any(list(ROOT.glob(str((place / pattern).relative_to(ROOT)))) for place in places)


@pytest.mark.parametrize(("package", "name"), named())
def test_a_file_that_the_page_names_exists(package: str, name: str) -> None:
    assert exists(package, name)


def test_a_file_that_is_not_there_is_noticed() -> None:
    assert not exists("table", "no_such_module.py")
    assert len(named()) > 40


def test_every_package_has_a_row() -> None:
    packages = {path.name for path in HOME.iterdir() if path.is_dir() and not path.name.startswith("_")}
    rows = set(re.findall(r"^\| `(\w+)(?:/<slug>)?` \|", PAGE, re.M))
    assert packages - rows == set()
