"""Arrows point one way, games are pure, and the command line starts without heavy libraries."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
GAMES = sorted((HOUSE / "src" / "rulewright" / "games").rglob("*.py"))
IMPURE = {"random", "secrets", "time", "datetime", "os", "numpy", "socket", "subprocess"}


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, timeout=120, check=False)


def test_every_import_follows_the_contracts() -> None:
    done = run(str(Path(sys.executable).parent / "lint-imports"), "--no-cache")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"Contracts: [1-9]\d* kept, 0 broken", done.stdout)


def test_every_layer_is_in_the_contracts() -> None:
    """A new package that no contract names would be free to import anything."""
    layers = (HOUSE / "pyproject.toml").read_text()
    house = HOUSE / "src" / "rulewright"
    parts = {path.stem for path in house.iterdir() if not path.name.startswith("_") and path.name != "py.typed"}
    assert [part for part in sorted(parts) if f'"rulewright.{part}"' not in layers] == []


def imported(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            names |= {node.func.id} & {"open", "__import__", "eval", "exec", "print", "input"}
    return names


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_games_module_has_no_chance_clock_or_machine_of_its_own(path: Path) -> None:
    forbidden = IMPURE | {"open", "__import__", "eval", "exec", "print", "input"}
    assert imported(ast.parse(path.read_text())) & forbidden == set()


def test_the_look_at_imports_sees_what_is_forbidden() -> None:
    code = "import os.path\nfrom random import choice\ndef f():\n    import time as clock\n    open('x')\n"
    assert imported(ast.parse(code)) == {"os", "random", "time", "open"}


@pytest.mark.parametrize("module", ["rulewright.cli", "rulewright.game", "rulewright.games.twelves"])
def test_nothing_heavy_is_imported_before_it_is_needed(module: str) -> None:
    code = f"import sys, {module}; print(*(sys.modules.keys() & {{'numpy', 'matplotlib', 'asyncio', 'hypothesis'}}))"
    done = run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
