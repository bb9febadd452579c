"""`import rulewright` gives a library user everything in one import, and loads nothing before it is used."""

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import rulewright
import rulewright.readings

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", [name for name in rulewright.__all__ if name != "__version__"])
def test_every_public_name_is_what_its_module_defines(name: str) -> None:
    homes = [import_module(f"rulewright.{home}") for home in rulewright._HOMES]
    exporting = [home for home in homes if name in getattr(home, "__all__", vars(home))]
    assert [getattr(home, name) for home in exporting[:1]] == [getattr(rulewright, name)]


def test_every_public_name_is_listed_by_dir() -> None:
    assert dir(rulewright) == sorted(rulewright.__all__)


def test_the_readings_give_every_name_that_they_list() -> None:
    assert [name for name in rulewright.readings.__all__ if not hasattr(rulewright.readings, name)] == []


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert rulewright.__version__ == project["project"]["version"]


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'rulewright' has no attribute 'ods'"):
        rulewright.ods  # noqa: B018


def loaded_by(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_the_import_alone_loads_no_module_of_ours_and_odds_load_nothing_heavy() -> None:
    assert [name for name in loaded_by("import rulewright") if name.startswith("rulewright.")] == []
    heavy = {"numpy", "matplotlib", "starlette", "uvicorn", "psycopg", "asyncio", "click"}
    used = (
        "from rulewright import d, odds, play, rule, solve, find_game, notation\nodds(lambda dice: dice.pool('', d(6)))"
    )
    assert loaded_by(used) & heavy == set()


def test_a_star_import_brings_the_simulation_too() -> None:
    assert "numpy" in loaded_by("from rulewright import *\nsimulate")
