"""The table's options: every value of every ruling, and the numbers of the inventory."""

from typing import Any

import pytest
from light_dark_table import refuses

from rulewright.games.light_dark import GAME

# option -> (ruling, values, default first)
WORDS: dict[str, tuple[str, list[str]]] = {
    "two-d-six": ("LD-A1", ["highest", "sum"]),
    "explosion": ("LD-A2", ["highest-die", "every-six", "none"]),
    "d3-explodes": ("LD-A3", ["no", "yes"]),
    "fork-gaps": ("LD-A6", ["lower", "upper"]),
    "empty-pool": ("LD-A8", ["skill-opens", "attribute-only", "any-bonus"]),
    "zero-dice": ("LD-A11", ["fail", "forbid", "two-lowest"]),
    "ego-compare": ("LD-A13", ["snapshot", "cascade"]),
    "lost-timing": ("LD-A14", ["after-turn", "at-once"]),
    "ego-ceiling": ("LD-A16", ["always", "start-only"]),
    "starting-advancement": ("LD-A17", ["plain", "full"]),
    "attribute-change": ("LD-A19", ["keeps-maxima", "rederives"]),
    "advance-current": ("LD-A20", ["no", "yes"]),
    "hit-while-down": ("LD-A24", ["none", "attribute"]),
    "condition-at-zero": ("LD-A27", ["no", "yes"]),
    "challenge-effect": ("LD-A31", ["fail-and-complication", "fail-only", "always"]),
    "effect-order": ("LD-A33", ["simultaneous", "pc-first", "rival-first"]),
    "trivial": ("LD-A34", ["single-roll", "until-overcome"]),
    "beyond-extreme": ("LD-A35", ["cap", "extend"]),
    "shield-timing": ("LD-A43", ["after-roll", "before-roll"]),
    "heavy-ranged-ready": ("LD-A45", ["optional", "required"]),
    "ready-cost": ("LD-A46", ["free", "exposed"]),
    "burst-die": ("LD-A47", ["2d6", "2d6+2"]),
}


def test_the_22_options_are_those_of_the_inventory_with_its_defaults() -> None:
    listed = {option.name: (option.ruling, option.default) for option in GAME.option_texts()}
    assert listed == {name: (ruling, values[0]) for name, (ruling, values) in WORDS.items()}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.rule(WORDS[name][0])) for name in WORDS])
def test_an_option_takes_each_of_its_words_and_no_other(name: str) -> None:
    field = name.replace("-", "_")
    values = WORDS[name][1]
    assert [getattr(GAME.table_options({name: value}), field) for value in values] == values
    explained = next(option for option in GAME.option_texts() if option.name == name).values
    assert list(explained) == values
    bad: list[Any] = ["", "other", None, 0, True, [values[0]]]
    for value in bad:
        with refuses(f"bad option value: {name}"):
            GAME.table_options({name: value})


def test_the_game_carries_86_rules_and_53_rulings_in_order() -> None:
    assert list(GAME.inventory.rules) == [f"LD-{number:02}" for number in range(1, 87)]
    assert list(GAME.inventory.rulings) == [f"LD-A{number}" for number in range(1, 54)]


@pytest.mark.rule("LD-A50")
def test_there_are_no_prices_or_weights() -> None:
    with refuses("unknown derived value"):
        GAME.derive("price")
    with refuses("unknown option"):
        GAME.table_options({"encumbrance": "on"})


def test_the_catalogue_holds_the_ten_rolls_of_the_inventory() -> None:
    assert [roll.name for roll in GAME.rolls] == [
        "attribute",
        "attributes",
        "creation-totals",
        "risky-action",
        "effect",
        "harm",
        "fork",
        "challenge-turn",
        "fight",
        "fight-length",
    ]
