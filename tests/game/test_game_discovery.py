"""A game of one's own is found through its entry point, like those that come with Rulewright."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

RULES = """
summary = "Toss coins; heads is good."

[rules.Tosses]
CF-01 = "One head is enough."
"""

CODE = '''
from msgspec import Struct

from rulewright.dice import Die
from rulewright.game import Game, Roll
from rulewright.rules import Inventory, rule


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """None."""


class Toss(Struct, frozen=True):
    """How it went."""

    success: bool


@rule("CF-01")
def toss(dice, luck: int = 3) -> Toss:
    """Toss as many coins as you have luck."""
    return Toss(dice.pool("toss", luck * Die([0, 1])) > 0)


GAME = Game("coinfall", "Coinfall", Inventory(__name__), Options, (Roll("toss", toss, "all coins"),))
NO_GAME = "not a game"
'''


@pytest.fixture
def site(tmp_path: Path) -> Path:
    package = tmp_path / "coinfall"
    package.mkdir()
    (package / "__init__.py").write_text(CODE)
    (package / "rules.toml").write_text(RULES)
    announced = tmp_path / "coinfall-1.0.dist-info"
    announced.mkdir()
    (announced / "METADATA").write_text("Metadata-Version: 2.1\nName: coinfall\nVersion: 1.0\n")
    (announced / "entry_points.txt").write_text(
        "[rulewright.games]\ncoinfall = coinfall:GAME\nbroken = coinfall:NO_GAME\nabsent = no_such_package:GAME\n"
    )
    return tmp_path


def run(site: Path, code: str) -> str:
    path = os.pathsep.join(filter(None, (str(site), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_an_announced_game_is_found_and_answers(site: Path) -> None:
    code = (
        "from rulewright.game import find_game, installed_games\n"
        "assert {'coinfall', 'twelves'} <= set(installed_games())\n"
        "game = find_game('coinfall')\n"
        "print(game.name, game.odds('toss').where(lambda toss: toss.success), game.inventory.text('cf-01'))\n"
    )
    assert run(site, code) == "Coinfall 7/8 One head is enough."


@pytest.mark.parametrize(("slug", "words"), [("broken", "gives no Game object"), ("absent", "no_such_package")])
def test_a_broken_plug_in_is_bad_input_with_its_name(site: Path, slug: str, words: str) -> None:
    code = (
        "from rulewright.game import find_game\n"
        "from rulewright.rules import BadInput\n"
        "try:\n"
        f"    find_game({slug!r})\n"
        "except BadInput as bad:\n"
        "    print(bad)\n"
    )
    printed = run(site, code)
    assert slug in printed
    assert words in printed
