"""Mutated rulebooks: no crash, no hang, nothing executed, and every refusal has a line."""

import faulthandler
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mutations import NASTY, TEXTS, Executed, mutated, nothing_executed, try_rulebook
from rulewright.rulebook import Rulebook, game_of_text
from rulewright.rulebook.checks import check_rulebook
from rulewright.rulebook.document import MOST_BYTES
from rulewright.rules import NEVER_ENDS, Refused

SECONDS = 20


def run(seeds: range) -> int:
    """Tries a mutation for each seed; returns how many were rulebooks still."""
    for text in TEXTS:
        try_rulebook(text)  # imports whatever the engine imports late
    good = 0
    for seed in seeds:
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        text = mutated(Random(seed))
        try:
            with nothing_executed():
                good += try_rulebook(text)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error
        finally:
            faulthandler.cancel_dump_traceback_later()
    return good


def test_mutated_rulebooks_are_read_or_refused_with_a_line() -> None:
    good = run(range(300))
    assert 20 < good < 280


def test_a_figure_of_a_throw_that_never_ends_is_a_fault_with_its_line() -> None:
    text = mutated(Random(39_420))
    faults = check_rulebook(Rulebook(text))
    assert any("this throw never ends" in one.message and one.line > 1 for one in faults), faults


@pytest.mark.soak
def test_ten_thousand_mutated_rulebooks_are_read_or_refused_with_a_line() -> None:
    assert 500 < run(range(1_000, 11_000)) < 9_500


def test_overlong_front_matter_is_refused_before_it_is_parsed() -> None:
    long = f"name{'.a' * 40_000} = 1"  # 20 seconds and more for a reader of TOML
    (fault,) = Rulebook(f"+++\nrulebook = 1\n{long}\n+++\n").faults
    assert fault.message == "the front matter has 80,021 characters: at most 8,000 are allowed"


@pytest.mark.parametrize("nasty", NASTY)
def test_nasty_text_is_refused_wherever_a_value_stands(nasty: str) -> None:
    front = '+++\nrulebook = 1\nname = "Small"\n+++\n'
    try_rulebook(TEXTS[0])
    for line in (f"x = {nasty}", f"x = roll {nasty}", nasty, f"| when | result |\n| {nasty} | a |\n| otherwise | b |"):
        with nothing_executed():
            try_rulebook(f"{front}```roll check(score: 0..9 = 3)\n{line}\nshow score\n```\n")


def test_the_watch_notices_what_is_executed() -> None:
    with pytest.raises(Executed), nothing_executed():
        exec("1")
    with pytest.raises(Executed), nothing_executed():
        Path("/dev/null").read_text()


class Sixes:
    """Dice that always show six, for a rule that is simply run."""

    def __init__(self, options: Any) -> None:
        self.options = options

    def pool(self, name: str, throw: Any) -> int:
        return 6

    def call(self, rule: Any, *given: Any) -> Any:
        return rule(self, *given)


def test_a_roll_that_would_be_thrown_again_for_ever_is_given_up() -> None:
    front = '+++\nrulebook = 1\nname = "Small"\n+++\n'
    endless = f"{front}```roll check\nthrow = roll 1d6\nagain when throw >= 1\nshow throw\n```\n"
    game = game_of_text(endless)
    assert game.play("check").outcome is NEVER_ENDS
    with pytest.raises(Refused, match="without an end"):
        game.roll("check").rule(Sixes(game.table_options()))
    assert list(game.odds("check")) == [NEVER_ENDS]
    (fault,) = Rulebook(endless.replace("throw = roll 1d6", "throw = 3")).faults
    assert "again when comes after a throw" in fault.message


def test_an_order_that_no_roll_decides_is_that_of_joining() -> None:
    text = next(text for text in TEXTS if "```roll quickness" in text).replace(
        "throw = roll 1d6\nspeed = throw + nerve", "speed = 3"
    )
    game = game_of_text(text)
    assert game.opening is not None
    scene, options = game.scene(), game.table_options()
    for action, params in (*game.opening.steps, ("start-fight", {})):
        scene, _ = game.act(action, scene, params, options).outcome
    assert scene.fight.order == tuple(scene.characters)


def test_a_text_that_is_too_large_is_refused_with_its_size() -> None:
    (fault,) = Rulebook("+++\n" + "x" * MOST_BYTES).faults
    assert "200,004 bytes: at most 200,000" in fault.message


def test_a_sum_without_end_is_refused() -> None:
    front = '+++\nrulebook = 1\nname = "Small"\n+++\n'
    for sign in ("+", "-", "*", "and", "or"):
        text = f"{front}```roll check\nx = {f' {sign} '.join(['1'] * 70)}\nshow x\n```\n"
        (fault,) = Rulebook(text).faults
        assert fault.line == 6
