"""What a newcomer to the command line meets: help, long lists of odds, and a broken game."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from game_with_faults import a_game

from command_line import rulewright, rulewright_process
from rulewright.cli.main import commands

ANSWERING = ("odds", "roll", "derive", "create", "cases", "rules", "rolls", "options")


@pytest.mark.parametrize("name", ANSWERING)
def test_the_examples_of_the_help_can_be_pasted(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, _, block = (commands.commands[name].help or "").partition("Try:\n")
    examples = re.split(r"(?<!\|)\n", block.rstrip())
    assert examples[0]
    for example in examples:
        if "|" in example:  # only a shell knows what that means
            path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
            environment = {**os.environ, "PATH": path}
            done = subprocess.run(example, shell=True, env=environment, capture_output=True, check=False)
            assert done.returncode == 0, (example, done.stderr)
        else:
            program, *words = shlex.split(example)
            assert program == "rulewright"
            ran = rulewright(*words)
            assert ran.status == 0, (example, ran.err)


def test_of_many_outcomes_the_most_likely_are_shown_in_their_order() -> None:
    printed = rulewright("odds", "dpi", "volley").out
    assert "and 6 more with 2.7% together; --all shows them" in printed
    shown = [int(hp) for hp in re.findall(r"target hp (\d+), ", printed)]
    assert len(shown) == 24
    assert shown == sorted(shown)
    assert "target hp 24, attacker hp 23, stress 1   11.0%" in printed


def test_a_fraction_that_is_too_long_to_show_is_said_to_be_there() -> None:
    assert "--json has them" in rulewright("odds", "twelves", "duel").out
    assert "--json has them" not in rulewright("odds", "twelves", "check").out
    assert "--json has them" not in rulewright("odds", "twelves", "duel", "--float").out


def test_odds_in_float64_say_how_much_they_leave_out_and_are_drawn_too(tmp_path: Path) -> None:
    picture = tmp_path / "volley.svg"
    printed = rulewright("odds", "dpi", "volley", "--float", "--plot", str(picture)).out
    assert "and 6 more with 2.7% together; --all shows them" in printed
    assert "In float64" in picture.read_text()


def test_simulated_odds_say_how_much_they_leave_out_and_are_drawn_too(tmp_path: Path) -> None:
    picture = tmp_path / "check.svg"
    printed = rulewright("odds", "twelves", "check", "--seconds", "1e-9", "--plot", str(picture)).out
    assert re.search(r"and 9 more with 6\.\d% together; --all shows them", printed)
    assert "simulated runs" in picture.read_text()


def test_a_picture_of_many_totals_shows_the_likely_ones(tmp_path: Path) -> None:
    picture = tmp_path / "many.svg"
    assert rulewright("odds", "40d6", "--plot", str(picture)).status == 0
    drawn = picture.read_text()
    assert "<!-- 140 -->" in drawn
    assert "<!-- 40 -->" not in drawn
    assert "<!-- 141 others -->" in drawn


def test_a_comparison_says_what_it_counts() -> None:
    assert "counts the dice that are >=7; to compare the total write (2d6)>=7" in rulewright("odds", "2d6>=7").out
    assert "1 means that the total is >=7, 0 that it is not" in rulewright("odds", "(2d6)>=7").out
    assert "counts" not in rulewright("odds", "2d6").out


def test_the_parts_of_an_object_are_listed_by_the_names_they_are_typed_with() -> None:
    printed = rulewright("rolls", "untold-aeons", "melee-duel").out
    assert re.search(r"a\.brawl +required +skill level: a whole number from 0 to 15", printed)
    assert re.search(r"b +required +with the same parts as a", printed)


def test_a_name_with_a_hyphen_is_not_broken_over_two_lines() -> None:
    assert "dodge-stand" in rulewright("rolls", "untold-aeons", "melee-duel").out


def test_a_missing_word_leads_to_the_help_or_to_what_is_allowed() -> None:
    assert "(see `rulewright options --help`)" in rulewright("options").err
    assert "twelves has sheet, ability-for" in rulewright("derive", "twelves").err


def test_a_broken_game_keeps_nobody_from_the_others(tmp_path: Path) -> None:
    crooked = a_game(tmp_path, "import no_such_module\n")
    listed = rulewright_process("games", "--json", beside=crooked)
    assert "twelves" in [game["slug"] for game in listed.json]
    assert "broken game: crooked cannot be loaded" in listed.err
    assert "=== Twelves ===" in rulewright_process("tour", beside=crooked).out


RAISES = """
from msgspec import Struct
from rulewright.game import Game, Roll
from rulewright.rules import Inventory, rule

class Options(Struct, frozen=True):
    pass

@rule("CR-01")
def fall(dice) -> int:
    "Falls over."
    return 1 // 0

GAME = Game("crooked", "Crooked", Inventory(__name__), Options, (Roll("fall", fall, "none"),))
"""


def test_a_fault_in_a_rule_is_one_line_with_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crooked = a_game(tmp_path, RAISES)
    ran = rulewright_process("odds", "crooked", "fall", "--json", beside=crooked)
    assert ran.status == 3
    assert ran.err.count("\n") == 1
    assert "ZeroDivisionError" in ran.json["error"]
    assert "__init__.py line 12" in ran.json["error"]
    monkeypatch.setenv("RULEWRIGHT_TRACEBACK", "1")
    assert "Traceback" in rulewright_process("odds", "crooked", "fall", beside=crooked).err
