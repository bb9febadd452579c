"""One thing, one word, and the word that people use: texts are free of words that only we would understand."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = {"src": (".py", ".toml"), "web/src": (".ts", ".tsx", ".css"), "docs": (".md",), "benchmarks": (".py",)}
PRIVATE = re.compile(
    r"\b(somebody|anybody|whoever|whomever|whosoever|deeds?|(is|are|was|were|been|being) told|by the same hand|knots?"
    r"|withh(eld|old|olds|olding)|veil(ed)?|eyes|put(s|ting)? away|read in again|the asker|what is settled)\b",
    re.IGNORECASE,
)


def texts() -> list[Path]:
    found = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    for folder, endings in FOLDERS.items():
        found += [path for path in (ROOT / folder).rglob("*") if path.suffix in endings]
    return [path for path in found if "node_modules" not in path.parts and path.name != "api-types.ts"]


def private(text: str) -> list[str]:
    """The lines that use a private word, with their numbers."""
    return [f"{number}: {line.strip()}" for number, line in enumerate(text.splitlines(), 1) if PRIVATE.search(line)]


def test_texts_use_the_words_that_people_use() -> None:
    found = {str(path.relative_to(ROOT)): private(path.read_text()) for path in texts()}
    assert len(found) > 500
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_names_of_tests_use_the_words_that_people_use() -> None:
    names = [
        name for path in (ROOT / "tests").rglob("test_*.py") for name in re.findall(r"def (test_\w+)", path.read_text())
    ]
    assert len(names) > 2_000
    assert private("\n".join(name.replace("_", " ") for name in names)) == []


def test_a_private_word_is_found() -> None:
    assert private("a knotted rope\nWhoever acts\nit is told to all") == ["2: Whoever acts", "3: it is told to all"]
    assert private("what one seat withholds\nas these eyes see it\nan action") != []


def test_the_person_who_runs_the_game_has_the_games_own_word_or_gm() -> None:
    sources = [path for path in texts() if path.parts[len(ROOT.parts)] in ("src", "web")]
    assert [path for path in sources if re.search(r"game[- ]masters?", path.read_text(), re.IGNORECASE)] == []
