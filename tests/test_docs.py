"""Every example in the documentation works as it is shown."""

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from command_line import Ran, rulewright
from documented_game import FIGHT, PLAYABLE, SMALL
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
    if command.startswith("rulewright ") and "|" not in command:
        ran = rulewright(*shlex.split(command)[1:], cwd=ROOT, environment={"COLUMNS": "100"})
    else:
        ran = by_the_shell(command)
    assert ran.status == 0, ran.err
    if output.strip():
        assert ran.out == output


def by_the_shell(command: str) -> Ran:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "100"}
    done = subprocess.run(
        command, shell=True, env=environment, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT
    )
    return Ran(done.returncode, done.stdout, done.stderr)


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
    whose = [(number, "draft") for number in game.inventory.rules] + [(one, "ours") for one in game.inventory.rulings]
    assert [number for number, mark in whose if f"**{number}, {mark}" not in text] == []
    reading = [one for one in game.inventory.rulings if game.inventory.reads(one)]
    assert [one for one in reading if f"(reads {', '.join(game.inventory.reads(one))})" not in text] == []


def test_every_decision_is_listed_and_every_dependency_explained() -> None:
    decisions = ROOT / "docs" / "decisions"
    index = (decisions / "README.md").read_text()
    assert [page.name for page in decisions.glob("0*.md") if page.name not in index] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    for part, requirements in project["project"]["optional-dependencies"].items():
        wanted += [] if part == "all" else requirements
    explained = (decisions / "0006-dependencies.md").read_text()
    assert [
        name for name in (re.split(r"[<>=~]", one)[0] for one in wanted) if name.split("-")[-1] not in explained
    ] == []


def test_the_lock_file_has_hashes_and_names_no_registry() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    assert "--hash=sha256:" in lock
    assert "://" not in lock


@pytest.fixture(scope="module")
def example_games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The example of the documentation, small and playable, each installed as the page says."""
    installed = {}
    for name, written in {"small": SMALL, "playable": PLAYABLE}.items():
        folder = tmp_path_factory.mktemp(name)
        (folder / "coinfall").mkdir()
        for file, content in written.items():
            (folder / file).write_text(content)
        (folder / "coinfall.toml").write_text(FIGHT)
        installed[name] = folder / "installed"
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps"]
        subprocess.run([*pip, "--target", str(installed[name]), str(folder)], check=True, timeout=120)
    return installed


def run_with(folder: Path, *arguments: str, given: str = "") -> str:
    """What a command prints with the game in a folder installed as well."""
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "rulewright", *arguments]
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": path},
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize("which", ["small", "playable"])
def test_the_example_game_of_the_documentation_runs_once_it_is_installed(
    example_games: dict[str, Path], which: str
) -> None:
    folder = example_games[which]
    assert "coinfall" in run_with(folder, "games")
    assert '[{"heads": 0, "success": false}, "1/4"]' in run_with(folder, "odds", "coinfall", "toss", "luck=2", "--json")
    assert "one head is enough" in run_with(folder, "rules", "coinfall", "CF-01")
    assert "no-luck=one-coin" in run_with(
        folder, "lab", "compare", "coinfall", "toss", "luck=0..5", "--option", "no-luck=one-coin"
    )


def test_the_playable_example_of_the_documentation_is_played(example_games: dict[str, Path], tmp_path: Path) -> None:
    folder, evening = example_games["playable"], str(tmp_path / "evening.sqlite")
    assert '"coins": 4' in run_with(folder, "create", "coinfall", "-", "--json", given='{"name": "Cy", "luck": 4}')
    typed_in = "\n".join(["", "", "t", "2,1,2", "quit"])
    printed = run_with(folder, "play", "coinfall", "--file", evening, given=typed_in)
    assert "Ada: take Bo" in printed
    assert "Bo: coins 4 → 2" in printed
    assert "0 differ" in run_with(folder, "table", "audit", "Coinfall", "--store", evening)


def test_the_example_game_is_won_and_lost_at_the_table(example_games: dict[str, Path], tmp_path: Path) -> None:
    """Ada takes all of Bo's coins, or Bo all of hers."""

    def played(*typed: str) -> str:
        evening = str(tmp_path / f"{len(typed)}.sqlite")
        return run_with(
            example_games["playable"], "play", "coinfall", "--file", evening, given="\n".join([*typed, "quit"])
        )

    ada, bo = "take who=Ada target=Bo", "take who=Bo target=Ada"
    assert "the fight is over, won by Ada" in played("", ada, "t", "2,2,2", bo, "t", "1,1,1,1", ada, "t", "2,1,1", "")
    lost = ("", ada, "t", "1,1,1", bo, "t", "2,2,2,2", ada, "t", "1,1,1", bo, "t", "2,1,1,1", "")
    assert "the fight is over, won by Bo" in played(*lost)


def test_the_example_game_of_the_documentation_wins_advises_and_simulates(example_games: dict[str, Path]) -> None:
    folder = example_games["playable"]
    fight = str(folder.parent / "coinfall.toml")
    fought = json.loads(run_with(folder, "lab", "fight", fight, "--runs", "60", "--json"))
    won = {side: wins["estimate"] for side, wins in fought["wins"].items()}
    assert sum(won.values()) == pytest.approx(1)
    assert min(won["ada"], won["others"]) > 0
    advice = json.loads(run_with(folder, "advise", "coinfall", "--fight", fight, "--json"))
    assert (advice["who"], advice["method"]) == ("Ada", "float64")
    assert {one["choice"] for one in advice["tried"]} == {"take Bo", "take Cy"}
    assert advice["tried"][0]["wins"]["estimate"] > advice["tried"][1]["wins"]["estimate"]
    assert "coins" not in advice["why"] or "Bo" in advice["why"]


def test_the_example_of_the_documentation_passes_the_tests_that_it_shows(example_games: dict[str, Path]) -> None:
    folder = example_games["playable"]
    assert run_with(folder, "check", "coinfall") == "coinfall: no faults found\n"
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder.parent / "test_coinfall.py")],
        env={**os.environ, "PYTHONPATH": path},
        cwd=folder.parent,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert re.search(r"^2\d passed", done.stdout, re.MULTILINE), done.stdout


@pytest.mark.parametrize("page", ["at-the-table.md", "security.md"])
def test_a_page_on_what_was_found_names_tests_that_there_are(page: str) -> None:
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / page).read_text()))
    there = {
        name for path in (ROOT / "tests").rglob("test_*.py") for name in re.findall(r"def (test_\w+)", path.read_text())
    }
    assert len(named) > 40
    assert sorted(named - there) == []
