"""The files of the Python package that `rulewright new NAME --python` writes."""

_PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{slug}"
version = "0.1"
dependencies = ["rulewright"]

[project.entry-points."rulewright.games"]
{slug} = "{package}:GAME"
"""

_RULES = """\
summary = "Throw two dice, add your skill, and reach the target."

[rules.Checks]
{prefix}-01 = "Throw 2d6, add your skill, and reach the target; doubles are a triumph."
"""

_CHECK = '''\
"""Checks: two dice and a skill against a target."""

from typing import Annotated, Literal

from msgspec import Struct

from rulewright.dice import d, doubles
from rulewright.rules import Dice, between, rule


class Options(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The rulings that a table can choose between."""


class Check(Struct, frozen=True):
    """How a check went."""

    result: Literal["triumph", "success", "failure"]


@rule("{prefix}-01")
def check(
    dice: Dice[Options],
    skill: Annotated[int, between(0, 6, "skill")] = 2,
    target: Annotated[int, between(2, 18, "number to reach")] = 9,
) -> Check:
    """Throw 2d6, add your skill, and reach the target; doubles are a triumph."""
    throw = dice.pool("check", doubles(2 * d(6)))
    if throw.doubled:
        return Check("triumph")
    return Check("success" if throw.total + skill >= target else "failure")
'''

_GAME = '''\
"""{title}: throw two dice, add your skill, and reach the target."""

from rulewright.game import Example, Game, Roll
from rulewright.rules import Inventory
from {package}.check import Options, check

GAME = Game(
    slug="{slug}",
    name="{title}",
    inventory=Inventory(__name__),
    options=Options,
    rolls=(Roll("check", check, "both dice"),),
    examples=(Example("A check with skill 2", "odds", "check"),),
    worst_to_best=("failure", "success", "triumph"),
)
'''

_TESTS = '''\
"""{title}: every check that Rulewright has for a game, and one figure worked out by hand."""

from fractions import Fraction

import pytest
from {package} import GAME
from {package}.check import Check

from rulewright.testing import checks_of


@pytest.mark.parametrize("check", checks_of(GAME), ids=str)
def test_the_game_is_sound(check):
    check()


def test_a_sixth_of_all_throws_are_doubles():
    assert GAME.odds("check").chance(Check("triumph")) == Fraction(1, 6)


def test_typed_dice_give_their_outcome():
    assert GAME.play("check", {{"skill": 2, "target": 9}}, faces=[3, 4]).outcome == Check("success")
'''

_README = """\
# {title}

Install it beside Rulewright and try it:

    pip install --editable .
    rulewright odds {slug} check skill=3
    rulewright check {slug}
    pytest
"""


def package_files(slug: str, title: str) -> dict[str, str]:
    """The text of every file by its path."""
    package = slug.replace("-", "_")
    prefix = "".join(word[0] for word in slug.split("-")).upper() + slug[-1].upper()
    words = {"slug": slug, "package": package, "title": title, "prefix": prefix}
    written = {
        "pyproject.toml": _PROJECT,
        "README.md": _README,
        f"{package}/__init__.py": _GAME,
        f"{package}/check.py": _CHECK,
        f"{package}/rules.toml": _RULES,
        f"tests/test_{package}.py": _TESTS,
    }
    return {path: text.format(**words) for path, text in written.items()}
