"""The page on architecture names what exists, a class has a name of its own, and games have the same file names."""

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
Recovered Recovery Rested RunningFight Scene Scores Sheet Skill Struck Suffered Turn Weapon Data
"""
SAME_IN_EVERY_GAME = frozenset(_ALIKE.split())
"""Classes that games name alike because they mean the same thing: a rulebook's game is a game too."""
CONCERNS = {
    "actions": {"ACTIONS"},
    "check": {"CheckTerms", "check"},
    "creation": {"CREATION", "create"},
    "duel": {"DUELS"},
    "fight": {"FIGHT", "FightRules"},
    "fight_actions": {"start_fight", "end_fight"},
    "fight_state": {"Combatant", "Fighter", "Fighters"},
    "fight_turn": {"begin_turn", "perform"},
    "names": {"NAMES"},
    "options": {"Options"},
    "plans": {"PLANS", "acts"},
    "rolls": {"ROLLS", "DERIVATIONS"},
    "scene": {"Scene", "fight_status", "side_of"},
    "secrets": {"SECRETS"},
    "sheet": {"Sheet", "DerivedSheet"},
}
"""For each file name, what a game defines there and nowhere else; `FightRules` stands for a class derived from it."""
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


def unknown_files(text: str) -> list[str]:
    """The modules and data files that a page names, and that stand nowhere in the sources."""
    patterns = {name: name.replace("<slug>", "*") for name in re.findall(r"`([\w/<>]+\.(?:py|toml|tsx?))`", text)}
    return [name for name, at in patterns.items() if not any(ROOT.glob(at)) and not any((ROOT / "src").rglob(at))]


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "decisions").glob("*.md")), ids=lambda page: page.stem)
def test_a_file_that_a_decision_names_exists(page: Path) -> None:
    assert unknown_files(page.read_text()) == []


def test_a_file_that_is_not_there_is_noticed() -> None:
    assert unknown_files("`fight_parts.py`, `games/<slug>/fight.py`") == ["fight_parts.py"]
    assert not exists("table", "no_such_module.py")
    assert len(named()) > 40


def test_every_package_has_a_row() -> None:
    packages = {path.name for path in HOME.iterdir() if path.is_dir() and not path.name.startswith("_")}
    rows = set(re.findall(r"^\| `(\w+)(?:/<slug>)?` \|", PAGE, re.M))
    assert packages - rows == set()


def shared_class_names(texts: dict[str, str]) -> dict[str, list[str]]:
    """The names of classes that two modules define, without a leading underscore, with those modules."""
    homes = defaultdict(list)
    for path, text in texts.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                homes[node.name.lstrip("_")].append(path)
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
    assert shared_class_names({"a.py": "class Luck: ...", "b.py": "class _Luck: ..."}) == {"Luck": ["a.py", "b.py"]}
    assert not means_the_same("Sheet", shared["Sheet"])
    assert not means_the_same("Sheet", ["games/one/a.py", "games/one/b.py"])
    assert not means_the_same("Place", ["games/one/a.py", "games/two/b.py"])
    assert means_the_same("Sheet", ["games/one/a.py", "games/two/a.py"])


def defined(text: str) -> set[str]:
    """The names that a module defines at its top, and `FightRules` for a class derived from it."""
    found = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
            found |= {node.name} | {base.id for base in bases if isinstance(base, ast.Name) and base.id == "FightRules"}
        elif isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
    return found


def misplaced(texts: dict[str, str]) -> list[str]:
    """What stands in a file of a game that is not named after it, such as `FIGHT in one/rounds.py`."""
    where = {name: concern for concern, names in CONCERNS.items() for name in names}
    return [
        f"{name} in {path}"
        for path, text in texts.items()
        for name in sorted(defined(text) & set(where))
        if Path(path).stem != where[name]
    ]


def texts_of_games() -> dict[str, str]:
    games = HOME / "games"
    return {str(path.relative_to(games)): path.read_text() for path in games.glob("*/*.py")}


def test_a_file_name_means_the_same_concern_in_every_game() -> None:
    assert misplaced(texts_of_games()) == []


@pytest.mark.parametrize("game", sorted(path.parent.name for path in (HOME / "games").glob("*/__init__.py")))
def test_every_game_has_the_files_of_its_fights(game: str) -> None:
    for name in (
        "FIGHT",
        "Combatant",
        "perform",
        "PLANS",
        "DUELS",
        "Options",
        "Scene",
        "SECRETS",
        "ROLLS",
        "DERIVATIONS",
    ):
        home = next(concern for concern, names in CONCERNS.items() if name in names)
        assert name in defined((HOME / "games" / game / f"{home}.py").read_text()), f"{name} in {home}.py"


def test_a_misplaced_definition_is_noticed() -> None:
    assert misplaced({"one/rounds.py": "FIGHT = 1"}) == ["FIGHT in one/rounds.py"]
    assert misplaced({"one/rounds.py": "class Rules(FightRules[int, int]): ..."}) == ["FightRules in one/rounds.py"]
    assert misplaced({"one/fight.py": "FIGHT: Rules = 1", "one/rounds.py": "def turn(): ..."}) == []
