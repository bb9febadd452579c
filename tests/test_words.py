"""One thing, one word, and the word that people use: texts are free of words that only we would understand."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = {"src": (".py", ".toml"), "web/src": (".ts", ".tsx", ".css"), "docs": (".md",), "benchmarks": (".py",)}
PRIVATE = re.compile(
    r"\b(somebody|whoever|whomever|deeds?|(is|are|was|were) told|by the same hand|knots?|withheld|veil(ed)?)\b",
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


@pytest.mark.parametrize("path", texts(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_text_uses_the_words_that_people_use(path: Path) -> None:
    assert private(path.read_text()) == []


def test_a_private_word_is_found() -> None:
    assert private("a knotted rope\nWhoever acts\nit is told to all") == ["2: Whoever acts", "3: it is told to all"]
