"""The page on architecture names files that exist, and every package; a class has a name of its own."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HOME = ROOT / "src" / "rulewright"
PAGE = (ROOT / "docs" / "architecture.md").read_text()
_ALIKE = """
Arm Attack Attacked Begun Check CheckTerms Checked Combatant DerivedSheet DuelEnd Fighter Fighters Healed Moved Options
Recovered Recovery Rested RunningFight Scene Scores Sheet Skill Struck Suffered Turn Weapon _Data
"""
SAME_IN_EVERY_GAME = frozenset(_ALIKE.split())
"""Classes that games name alike because they mean the same thing: a rulebook's game is a game too."""
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


def shared_class_names(texts: dict[str, str]) -> dict[str, list[str]]:
    """The names of classes that two modules define, with those modules."""
    homes = defaultdict(list)
    for path, text in texts.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(path)
    return {name: paths for name, paths in homes.items() if len(paths) > 1}


def means_the_same(name: str, paths: list[str]) -> bool:
    """Whether only games share a name that means the same in all of them, each at most once."""
    games = [re.match(r"games/\w+/|rulebook/", path) for path in paths]
    folders = {match.group() for match in games if match}
    return name in SAME_IN_EVERY_GAME and len(folders) == len(paths)


def test_no_two_classes_share_a_name_for_different_things() -> None:
    texts = {str(path.relative_to(HOME)): path.read_text() for path in HOME.rglob("*.py")}
    shared = shared_class_names(texts)
    assert {name: paths for name, paths in shared.items() if not means_the_same(name, paths)} == {}
    assert SAME_IN_EVERY_GAME - set(shared) == set(), "names that games no longer share"


def test_a_shared_class_name_is_noticed() -> None:
    shared = shared_class_names({"games/one/a.py": "class Sheet: ...", "table/b.py": "class Sheet: ...", "c.py": ""})
    assert shared == {"Sheet": ["games/one/a.py", "table/b.py"]}
    assert not means_the_same("Sheet", shared["Sheet"])
    assert not means_the_same("Sheet", ["games/one/a.py", "games/one/b.py"])
    assert not means_the_same("Place", ["games/one/a.py", "games/two/b.py"])
    assert means_the_same("Sheet", ["games/one/a.py", "games/two/a.py"])
