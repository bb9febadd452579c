"""`rulewright.testing`: every kind of fault is found, with its file and line, and nothing hangs."""

import re
from pathlib import Path
from typing import Any

import crooked_game
import pytest
from crooked_game import GAME

from rulewright.dice import d, keep_highest
from rulewright.rules import repeat
from rulewright.testing import Fault, NamedCheck, assert_sound, check_game, check_rule, checks_of

FILE = str(Path(crooked_game.__file__))
LINES = Path(crooked_game.__file__).read_text().splitlines()


@pytest.fixture(scope="module")
def found() -> list[Fault]:
    return check_game(GAME)


@pytest.mark.parametrize(
    ("what", "words", "at"),
    [
        ("roll share with parts=0", "ZeroDivisionError: ", "# divides by zero"),
        ("roll patient", "this takes longer than", "# spins"),
        ("roll two-faced", "play and odds differ: ", '@rule("CG-01")'),
        ("numbers", "crooked_game.hit names CG-07, which rules.toml does not have", "# rolls first, cites wrongly"),
        ("action hit", "it throws dice before it refuses (nobody hits themselves)", "# rolls first, cites wrongly"),
        ("action note", "it changes the scene that it is given", '@rule("CG-02")'),
        ("action note", "sets does not say who sets who", '@rule("CG-02")'),
        ("tracker wounds", "the sheet has no wound, in the path wound; perhaps wounds", ""),
        ("secrets", "hitt is neither a roll nor an action", ""),
        ("fight", "it is not over after 1,500 random moves", "def fight("),
    ],
)
def test_a_fault_is_found_with_its_line(found: list[Fault], what: str, words: str, at: str) -> None:
    fitting = [one for one in found if one.what == what and one.reason.startswith(words)]
    assert fitting, "\n".join(map(str, found))
    if at:
        assert fitting[0].file == FILE
        assert at in LINES[fitting[0].line - 1]


def test_nothing_else_is_found(found: list[Fault]) -> None:
    kinds = {re.sub(r" with .*", "", one.what) for one in found}
    assert kinds == {
        "roll share",
        "roll patient",
        "roll two-faced",
        "numbers",
        "action hit",
        "action note",
        "tracker wounds",
        "secrets",
        "fight",
    }


def test_each_check_is_a_test() -> None:
    checks = {str(check): check for check in checks_of(GAME)}
    checks["options"]()
    with pytest.raises(AssertionError, match="perhaps wounds"):
        checks["trackers"]()


def test_a_check_tells_an_exception_as_a_fault() -> None:
    def broken() -> Any:
        yield Fault("all", "is well so far")
        raise KeyError("lost")

    faults = NamedCheck("broken", broken).faults()
    assert [one.reason for one in faults] == ["is well so far", "KeyError: 'lost'"]
    assert faults[1].line == broken.__code__.co_firstlineno + 2


def save(dice: Any, target: int) -> bool:
    return bool(dice.pool("save", keep_highest(3, 4 * d(6))) >= target)


def tries(dice: Any) -> int:
    return int(dice.choose("player", "which?", (1, 2))) * int(dice.pool("die", 1 * d(6)))


def test_a_sound_rule_is_sound() -> None:
    assert_sound(save, 12)
    assert check_rule(tries) == []
    assert check_rule(tries, policy={"which?": 2}) == []


def forgets(dice: Any, seen: list[int]) -> int:
    seen.append(dice.pool("die", 1 * d(6)))
    return len(seen)


def returns_a_list(dice: Any) -> list[int]:
    return [dice.pool("die", 1 * d(6))]


def waits(dice: Any) -> None:
    while dice.pool("die", 1 * d(6)) != 6:
        pass


@pytest.mark.parametrize(
    ("rule", "args", "words", "below"),
    [
        (forgets, ([],), "forgets changes its argument seen", 1),
        (returns_a_list, (), "returns a list returns a list", 0),
        (waits, (), "the rule asks for dice more than 5,000 times", 1),
    ],
)
def test_a_wrong_rule_is_reported_with_its_line(rule: Any, args: Any, words: str, below: int) -> None:
    (fault,) = check_rule(rule, *args)
    assert fault.reason.startswith(words)
    assert fault.file == __file__
    assert fault.line == rule.__code__.co_firstlineno + below


def test_a_file_of_rules_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from rulewright import d\n\n\n"
        "def fine(dice, number: int = 2):\n"
        '    """Some dice."""\n'
        '    return dice.pool("dice", number * d(6))\n\n\n'
        "def stuck(dice):\n"
        '    """Never ends."""\n'
        "    total = 1\n"
        "    while total:\n"
        "        total += 1\n"
        "    return total\n"
    )
    (fault,) = check_game(str(file))
    assert fault.what == "roll stuck"
    assert fault.file == str(file)
    assert fault.line in (12, 13)


def _circle(dice: Any, state: int) -> int:
    return 1 - state if dice.pool("die", 1 * d(6)) > 1 or state == 0 else 2 - 2 * state


def circles(dice: Any) -> int:
    return int(dice.call(repeat(_circle, until=lambda state: state == 5), 0))


def test_a_fight_that_can_never_end_is_reported() -> None:
    (fault,) = check_rule(circles)
    assert fault.reason == "it never ends: 100%"
    assert fault.line == circles.__code__.co_firstlineno
