"""The table's options: every value of every ruling, and the numbers of the inventory."""

from typing import Any

import pytest
from twelves_table import refuses

from rulewright.games.twelves import GAME

# option -> (ruling, values or range, default first)
WORDS: dict[str, tuple[str, list[Any]]] = {
    "score-method": ("TW-A2", ["array", "points", "free"]),
    "tag-bonus": ("TW-A5", ["rank-once", "rank-each", "own-highest", "own-sum"]),
    "doubles-below-tn": ("TW-A7", ["critical", "success", "failure"]),
    "disadvantage-crit": ("TW-A9", ["kept", "triple", "never"]),
    "adv-dis": ("TW-A10", ["cancel", "majority", "stack", "disadvantage-wins"]),
    "normal-boxes": ("TW-A12", ["fixed", "rank"]),
    "tier-crossing": ("TW-A13", ["through", "stop"]),
    "collapse-check": ("TW-A18", ["disadvantage", "plain"]),
    "npc-critical": ("TW-A20", ["same", "drop"]),
    "last-box": ("TW-A21", ["collapse", "standing", "dead"]),
    "overflow-damage": ("TW-A22", ["lost", "dead"]),
    "stabilise-ability": ("TW-A24", ["FIN", "AGI", "STR", "INS", "PRE", "KNO"]),
    "stabilised": ("TW-A25", ["steady", "letter", "down"]),
    "initiative": ("TW-A31", ["margin", "score"]),
    "attack-defence": ("TW-A32", ["none", "dodge"]),
}
NUMBERS: dict[str, tuple[str, int, int, int]] = {
    "score-min": ("TW-A1", 1, 0, 20),
    "score-max": ("TW-A1", 10, 0, 20),
    "score-points": ("TW-A2", 39, 0, 120),
    "rank-max": ("TW-A3", 10, 1, 10),
    "tags-max": ("TW-A4", 3, 0, 6),
    "healthy-actions": ("TW-A16", 2, 2, 4),
}
EXTRA = {"score-array": ("TW-A2", (9, 8, 7, 6, 5, 4)), "short-rest-limit": ("TW-A29", None)}

DEFAULTS = (
    {name: values[0] for name, (_, values) in WORDS.items()}
    | {name: default for name, (_, default, _, _) in NUMBERS.items()}
    | {name: default for name, (_, default) in EXTRA.items()}
)
RULINGS = (
    {name: ruling for name, (ruling, _) in WORDS.items()}
    | {name: ruling for name, (ruling, *_) in NUMBERS.items()}
    | {name: ruling for name, (ruling, _) in EXTRA.items()}
)


def set_to(name: str, value: Any) -> Any:
    return getattr(GAME.table_options({name: value}), name.replace("-", "_"))


def marked(names: Any) -> list[Any]:
    return [pytest.param(name, marks=pytest.mark.rule(RULINGS[name])) for name in names]


def test_the_options_are_those_of_the_inventory_with_its_defaults() -> None:
    listed = {option.name: option for option in GAME.option_texts()}
    assert {name: option.default for name, option in listed.items()} == DEFAULTS
    assert {name: option.ruling for name, option in listed.items()} == RULINGS


def test_no_options_at_all_are_the_defaults() -> None:
    assert GAME.table_options() == GAME.table_options({}) == GAME.table_options(DEFAULTS)


@pytest.mark.parametrize("name", marked(WORDS))
def test_an_option_takes_each_of_its_words_and_no_other(name: str) -> None:
    values = WORDS[name][1]
    assert [set_to(name, value) for value in values] == values
    explained = next(option for option in GAME.option_texts() if option.name == name).values
    assert list(explained) in (values, [])
    for value in ("", "other", values[0].swapcase(), None, 0, True, [values[0]]):
        with refuses(f"bad option value: {name}"):
            set_to(name, value)


@pytest.mark.parametrize("name", marked(NUMBERS))
def test_an_option_takes_every_number_of_its_range_and_no_other(name: str) -> None:
    _, default, least, most = NUMBERS[name]
    pair = {"score-min": {"score-max": 20}, "score-max": {"score-min": 0}}.get(name, {})
    for value in range(least, most + 1):
        assert getattr(GAME.table_options({**pair, name: value}), name.replace("-", "_")) == value
    bad: list[Any] = [least - 1, most + 1, True, float(default), str(default), None, [default]]
    for value in bad:
        with refuses(f"bad option value: {name}"):
            set_to(name, value)


@pytest.mark.rule("TW-A1")
def test_the_lowest_score_may_not_lie_above_the_highest() -> None:
    assert GAME.table_options({"score-min": 10}).score_min == 10
    with refuses("bad option value: score-min"):
        GAME.table_options({"score-min": 11})
    with refuses("bad option value: score-min"):
        GAME.table_options({"score-max": 0})


@pytest.mark.rule("TW-A2")
def test_an_array_has_six_scores_from_0_to_20() -> None:
    assert set_to("score-array", [20, 0, 5, 5, 5, 5]) == (20, 0, 5, 5, 5, 5)
    five = [9, 8, 7, 6, 5]
    sixth: list[Any] = [21, -1, "4", True, None]
    for value in (five, [*five, 4, 3], *[[*five, score] for score in sixth], "987654", None, 9):
        with refuses("bad option value: score-array"):
            set_to("score-array", value)


@pytest.mark.rule("TW-A29")
def test_a_limit_of_short_rests_is_null_or_1_to_10() -> None:
    for value in (None, *range(1, 11)):
        assert set_to("short-rest-limit", value) == value
    bad: list[Any] = [0, 11, True, "1", 1.0, [], "none"]
    for limit in bad:
        with refuses("bad option value: short-rest-limit"):
            set_to("short-rest-limit", limit)


@pytest.mark.parametrize("name", ["colour", "score_min", "Initiative", "", "difficulty"])
def test_an_option_that_is_not_listed_is_unknown(name: str) -> None:
    with refuses(f"unknown option: {name}".strip()):
        GAME.table_options({name: 1})


# --- the numbers of the inventory ------------------------------------------------------------------------


def test_the_game_carries_44_rules_and_35_rulings_in_order() -> None:
    assert list(GAME.inventory.rules) == [f"TW-{number:02}" for number in range(1, 45)]
    assert list(GAME.inventory.rulings) == [f"TW-A{number}" for number in range(1, 36)]
