"""Every example in the documentation works as it is shown."""

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rulewright.game import find_game, installed_games

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES = [page for page in PAGES if "reference" not in page.parts]
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def shown(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_python_examples_work(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def console_examples() -> list[tuple[str, str, str]]:
    found = []
    for page in PAGES:
        for block in CONSOLE.findall(page.read_text()):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = example.partition("\n")
                found.append((shown(page), command, output))
    return found


@pytest.mark.parametrize(("page", "command", "output"), console_examples())
def test_commands_print_what_the_page_shows(page: str, command: str, output: str) -> None:
    python = Path(sys.executable)
    environment = {**os.environ, "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}
    done = subprocess.run(
        command, shell=True, env=environment, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    if output.strip():
        assert done.stdout == output


def test_every_command_is_documented() -> None:
    from rulewright.cli.main import commands

    text = (ROOT / "docs" / "command-line.md").read_text()
    assert [name for name in commands.commands if f"rulewright {name}" not in text] == []


@pytest.mark.parametrize("slug", installed_games())
def test_every_game_has_a_page_and_a_place_in_the_readme(slug: str) -> None:
    assert (ROOT / "docs" / "games" / f"{slug}.md").exists()
    assert f"`{slug}`" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("slug", installed_games())
def test_the_reference_names_every_roll_option_action_and_rule(slug: str) -> None:
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        from generate import page  # a script of the docs, not a package
    finally:
        sys.path.pop(0)
    game = find_game(slug)
    text = page(game)
    names = [roll.name for roll in game.rolls] + [action.name for action in game.actions]
    names += [option.name for option in game.option_texts()]
    assert [name for name in names if f"`{name}`" not in text] == []
    numbers = [*game.inventory.rules, *game.inventory.rulings]
    assert [number for number in numbers if f"**{number}" not in text] == []


def test_every_decision_is_listed_and_every_dependency_explained() -> None:
    decisions = ROOT / "docs" / "decisions"
    index = (decisions / "README.md").read_text()
    assert [page.name for page in decisions.glob("0*.md") if page.name not in index] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    explained = (decisions / "0006-dependencies.md").read_text()
    assert [
        name for name in (re.split(r"[<>=~]", one)[0] for one in wanted) if name.split("-")[-1] not in explained
    ] == []


def test_the_lock_file_has_hashes_and_names_no_registry() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    assert "--hash=sha256:" in lock
    assert "://" not in lock


def test_the_example_game_of_the_documentation_runs(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "a-game-of-your-own.md").read_text()
    rules, code = re.search(r"```toml\n(.*?)```", text, re.DOTALL), re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert rules
    assert code
    package = tmp_path / "coinfall"
    package.mkdir()
    (package / "rules.toml").write_text(rules[1])
    (package / "__init__.py").write_text(code[1])
    info = tmp_path / "coinfall-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: coinfall\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[rulewright.games]\ncoinfall = coinfall:GAME\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def run(*arguments: str) -> str:
        command = [sys.executable, "-m", "rulewright", *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)
        return done.stdout

    assert "coinfall" in run("games")
    assert '[{"heads": 0, "success": false}, "1/4"]' in run("odds", "coinfall", "toss", "luck=2", "--json")
    assert "one head is enough" in run("rules", "coinfall", "CF-01")
