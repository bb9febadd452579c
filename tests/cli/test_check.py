"""`rulewright check`: what is wrong with a game of one's own, found before anyone plays it."""

from pathlib import Path

import pytest
from game_with_faults import a_game

from command_line import rulewright, rulewright_process
from rulewright.game import installed_games

RULES = """
summary = "A game with faults."
[rules.Dice]
CR-01 = "Roll a die."
[rulings.CR-A1]
title = "Ties"
text = "Ties go to the dealer."
"""

CROOKED = """
import random
from itertools import count
from typing import Annotated, Literal
from msgspec import Struct
from rulewright.dice import d
from rulewright.game import Action, Game, Opening, Roll
from rulewright.rules import Inventory, option, rule

COUNT = count(100)

class Options(Struct, frozen=True):
    ties: Annotated[Literal["dealer"], option("CR-A7", "who wins a tie")] = "dealer"

@rule("CR-01")
def silent(dice) -> int:
    return dice.pool("die", d(6))

@rule("CR-99")
def untyped(dice, score) -> int:
    "Adds a score."
    return dice.pool("die", d(6)) + score

@rule("CR-01")
def moody(dice) -> int:
    "Depends on the weather."
    return dice.pool("die", d(6)) + random.randrange(1000)

@rule("CR-01")
def two_faced(dice) -> int:
    "Is another at the table."
    return dice.pool("die", d(6)) + (next(COUNT) if hasattr(dice, "faces") else 0)

@rule("CR-01")
def patient(dice) -> int:
    "Waits for a six."
    while dice.pool("die", d(6)) != 6:
        pass
    return 6

@rule("CR-01")
def uncounted(dice) -> dict:
    "Gives a dictionary."
    return {"face": dice.pool("die", d(6))}

@rule("CR-01")
def fall(dice) -> int:
    "Falls over."
    return 1 // 0

GAME = Game(
    "bent",
    "Crooked",
    Inventory("crooked"),
    Options,
    (
        Roll("silent", silent, "the die"),
        Roll("untyped", untyped, "the die"),
        Roll("moody", moody, "the die"),
        Roll("moody", moody, ""),
        Roll("two-faced", two_faced, "the die"),
        Roll("patient", patient, "the die"),
        Roll("uncounted", uncounted, "the die"),
        Roll("fall", fall, "none"),
    ),
    openings=(Opening("Nothing to do.", (("dance", {}),), (), ("dance", {})),),
)
"""


def test_every_fault_of_a_game_is_listed_at_once(tmp_path: Path) -> None:
    ran = rulewright_process("check", "crooked", "--json", beside=a_game(tmp_path, CROOKED, RULES))
    assert ran.status == 1
    faults = "\n".join(ran.json["faults"])
    (file,) = tmp_path.rglob("crooked/__init__.py")

    def place(words: str, below: int = 0) -> str:
        line = next(at for at, text in enumerate(CROOKED.splitlines(), 1) if words in text)
        return f"{file} line {line + below}"

    for fault in (
        "the entry point is called crooked, the game's own slug is bent",
        "crooked.untyped carries CR-99, which rules.toml does not have",
        "the option ties belongs to CR-A7, which the game does not have",
        "two rolls are called moody",
        f"roll silent: {place('def silent', -1)}: silent has no docstring",
        f"roll untyped: {place('def untyped', -1)}: the parameter score of untyped has no type",
        f"roll moody: {place('def moody', -1)}: dice_order is empty",
        "was rolled, but its odds rule that out",
        f"roll two-faced: {place('def two_faced', -1)}: the same dice give another outcome",
        f"roll moody: {place('random.randrange')}: moody uses random",
        f"roll patient: {place('while dice.pool')}: the rule asks for dice more than 5,000 times",
        f"roll uncounted: {place('def uncounted', -1)}: uncounted returns a dict",
        f"roll fall: {place('1 // 0')}: ZeroDivisionError: ",
        "opening: unknown action: dance",
        "crooked uses random: odds and replays hold only if all chance comes from the dice",
    ):
        assert fault in faults
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (None, "broken game: rules.toml is missing in the package crooked"),
        ("name = ", "broken game: rules.toml of the package crooked: "),
        ('name = "Crooked"', "Object missing required field `summary`"),
    ],
)
def test_a_game_whose_texts_cannot_be_read_keeps_nobody_from_the_others(
    rules: str | None, words: str, tmp_path: Path
) -> None:
    crooked = a_game(tmp_path, CROOKED.replace('"bent"', '"crooked"'), rules)
    listed = rulewright_process("games", "--json", beside=crooked)
    assert listed.status == 0
    assert [game["slug"] for game in listed.json] == installed_games()
    assert words in listed.err
    assert words in rulewright_process("check", "crooked", "--json", beside=crooked).out


@pytest.mark.parametrize("slug", installed_games())
def test_nothing_is_wrong_with_the_games_that_come_along(slug: str) -> None:
    ran = rulewright("check", slug)
    assert ran.out == f"{slug}: no faults found\n"
    assert ran.status == 0
