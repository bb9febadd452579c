"""`rulewright odds ./mine.py save target=12`: rule functions in one Python file, without a package around them."""

from pathlib import Path

import pytest

from command_line import rulewright

MINE = '''
from typing import Annotated, Literal

from msgspec import Struct

from rulewright import Dice, between, d, keep_highest, rule


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The rulings of the table."""

    ties: Literal["succeed", "fail"] = "succeed"


@rule("MY-01")
def save(dice: Dice[Options], target: Annotated[int, between(3, 18, "what to reach")] = 12) -> bool:
    """Three of four d6 must reach the target."""
    total = dice.pool("save", keep_highest(3, 4 * d(6)))
    return total > target or (total == target and dice.options.ties == "succeed")


def saves(dice, most: int):
    """How many saves succeed before one fails."""
    return next((made for made in range(most) if not dice.call(save, 12)), most)


def untyped(dice, target):
    return dice.pool("save", 1 * d(6)) >= target


def broken(dice) -> int:
    return 1 // 0


def _private(dice) -> int:
    return 1


def no_rule(target: int) -> int:
    return target
'''


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "mine2.py"  # a digit must not make it dice notation
    path.write_text(MINE)
    return str(path)


def test_a_rule_function_is_priced_by_its_name(mine: str) -> None:
    ran = rulewright("odds", mine, "save", "target=12", "--json")
    assert ran.json["odds"] == [[False, "497/1296"], [True, "799/1296"]]
    assert "Three of four d6 must reach the target." in rulewright("odds", mine, "save").out
    assert rulewright("odds", mine, "saves", "most=1", "--json").json["odds"] == [[0, "497/1296"], [1, "799/1296"]]


def test_it_is_rolled_and_listed_and_compared_too(mine: str) -> None:
    assert rulewright("roll", mine, "save", "--dice", "2,5,5,1", "--json").json["outcome"] is True
    assert [line.partition(":")[0] for line in rulewright("rolls", mine).out.splitlines()] == [
        "save",
        "saves",
        "untyped",
        "broken",
    ]
    assert "48.8%" in rulewright("lab", "compare", mine, "save", "target=12..13").out


def test_a_struct_called_options_gives_the_options(mine: str) -> None:
    odds = rulewright("odds", mine, "save", "target=17", "--option", "ties=fail", "--json").json["odds"]
    assert odds == [[False, "425/432"], [True, "7/432"]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "missing roll: {} has save, saves, untyped, broken"),
        (("fave",), "unknown roll: fave (allowed: save, saves, untyped, broken)"),
        (("save", "target=99"), "bad parameter: target must be a whole number from 3 to 18, not 99"),
        (("saves",), "missing parameter: most must be a whole number"),
        (("save", "--option", "ties=odd"), "bad option value: ties must be one of succeed, fail"),
        (("untyped", "target=3"), "the parameter target of untyped has no type; write it like target: int"),
    ],
)
def test_what_is_wrong_is_one_line_and_status_2(mine: str, words: tuple[str, ...], message: str) -> None:
    ran = rulewright("odds", mine, *words)
    assert (ran.status, ran.out) == (2, "")
    assert message.format(mine) in ran.err
    assert ran.err.count("\n") == 1


def test_a_rule_that_breaks_is_named_with_its_line(mine: str) -> None:
    ran = rulewright("odds", mine, "broken")
    assert ran.status == 3
    assert "mine2.py line 32" in ran.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "there is no such file"),
        ("def save(dice:\n", "SyntaxError"),
        ("import no_such_module\n", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("x = 1\n", "no rules in"),
        ("Options = 3\ndef save(dice) -> int:\n    return 1\n", "Options must be a frozen msgspec.Struct"),
    ],
)
def test_a_file_that_holds_no_rules_says_why(tmp_path: Path, text: str | None, message: str) -> None:
    path = tmp_path / "mine.py"
    if text is not None:
        path.write_text(text)
    ran = rulewright("odds", str(path), "save")
    assert ran.status == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_a_file_that_defines_a_game_is_that_game(tmp_path: Path) -> None:
    path = tmp_path / "coin.py"
    path.write_text(
        "from msgspec import Struct\nfrom rulewright import Game, Roll, d\nfrom rulewright.rules import Inventory\n"
        "class Options(Struct, frozen=True):\n    pass\n"
        "def toss(dice) -> int:\n    return dice.pool('coin', d(2))\n"
        "GAME = Game('coin', 'Coin', Inventory(__name__), Options, (Roll('coin-toss', toss, 'the coin'),))\n"
    )
    ran = rulewright("odds", str(path), "coin-toss", "--json")
    assert (ran.json["game"], ran.json["odds"]) == ("coin", [[1, "1/2"], [2, "1/2"]])


def test_a_rule_that_cannot_be_priced_right_is_one_line_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "moody.py"
    path.write_text("import random\ndef moody(dice) -> int:\n    return random.randrange(6)\n")
    ran = rulewright("odds", str(path), "moody")
    assert ran.status == 3
    assert ran.err.startswith(f"rulewright: {path} line 3: moody uses random")
    assert ran.err.count("\n") == 1


def test_the_rules_of_a_file_are_checked_and_one_that_never_ends_is_stopped(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from rulewright import d\n\n\n"
        'def wait(dice) -> int:\n    """Waits for a six."""\n'
        '    while dice.pool("wait", 1 * d(6)) != 6:\n        pass\n    return 6\n\n\n'
        'def save(dice) -> bool:\n    """An even die saves."""\n    return dice.pool("save", 1 * d(6)) % 2 == 0\n'
    )
    ran = rulewright("check", str(file), "--json")
    assert ran.status == 1
    (fault,) = ran.json["faults"]
    assert fault.startswith(f"roll wait: {file} line 6: the rule asks for dice more than 5,000 times on one path")


def test_a_loop_without_an_end_is_answered_with_the_lines_to_write_instead(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from rulewright import d\n\n\n"
        "def endless(dice):\n    while dice.pool('d6', d(6)) != 7:\n        pass\n    return 1\n"
    )
    found = rulewright("odds", str(tmp_path / "mine.py"), "endless")
    first, *instead = found.err.splitlines()
    assert found.status == 3
    assert "mine.py line 5: " in first
    assert instead[0] == "    def endless_round(dice, state):"
    assert "    endless_rounds = repeat(endless_round, until=lambda state: not state[0])" in instead
