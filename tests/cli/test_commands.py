"""What the commands print: the JSON contract, and the text for people."""

import json
from collections.abc import Iterator
from fractions import Fraction
from inspect import signature
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from command_line import rulewright, rulewright_process
from rulewright.cli.main import commands

CASES = Path(__file__).parents[1] / "cases" / "twelves.json"
ADA = {"name": "Ada", "scores": {"AGI": 9, "STR": 8, "FIN": 7, "INS": 6, "PRE": 5, "KNO": 4}}


def carried_out(command: click.Command) -> Iterator[click.Command]:
    """The commands in a group that a function of another module carries out."""
    for one in command.commands.values() if isinstance(command, click.Group) else ():
        yield from carried_out(one)
    if hasattr(command.callback, "carrier"):
        yield command


def test_what_carries_a_command_out_takes_its_arguments_and_options() -> None:
    found = list(carried_out(commands))
    assert len(found) > 20
    for command in found:
        carrier = getattr(command.callback, "carrier")()  # noqa: B009 - click's type of a callback has none
        given = {parameter.name for parameter in command.params if parameter.expose_value}
        assert given == set(signature(carrier).parameters), command.name


@pytest.mark.parametrize(
    ("words", "given", "status"),
    [
        (("games",), "", 0),
        (("odds", "twelves", "check", "--json"), "", 0),
        (("create", "twelves", "-"), json.dumps(ADA), 0),
        (("create", "twelves", "-", "--json"), "{}", 1),
        (("odds", "twelves", "fly"), "", 2),
        (("options",), "", 2),
        ((), "", 2),
    ],
)
def test_a_command_does_the_same_in_a_process_of_its_own(words: tuple[str, ...], given: str, status: int) -> None:
    ran = rulewright_process(*words, given=given)
    assert ran.status == status
    assert ran == rulewright(*words, given=given)


def test_games_lists_rolls_and_options() -> None:
    listed = {game["slug"]: game for game in rulewright("games", "--json").json}
    assert listed["twelves"]["name"] == "Twelves"
    assert "duel" in listed["twelves"]["rolls"]
    assert listed["twelves"]["options"]["tag-bonus"] == "rank-once"


def test_odds_are_fractions_in_lowest_terms_sorted_by_json_text_and_sum_to_one() -> None:
    answer = rulewright("odds", "twelves", "check", "score=7", "tier=wounded", "--json").json
    assert {key: answer[key] for key in ("game", "roll", "params", "options", "method")} == {
        "game": "twelves",
        "roll": "check",
        "params": {"score": 7, "tier": "wounded"},
        "options": {},
        "method": "exact",
    }
    texts = [json.dumps(outcome, sort_keys=True) for outcome, _ in answer["odds"]]
    assert texts == sorted(set(texts))
    chances = [Fraction(chance) for _, chance in answer["odds"]]
    assert [f"{chance.numerator}/{chance.denominator}" for chance in chances] == [text for _, text in answer["odds"]]
    assert sum(chances) == 1


def test_options_change_the_odds() -> None:
    answer = rulewright("odds", "twelves", "collapse-check", "str=7", "--option", "collapse-check=plain", "--json").json
    assert answer["options"] == {"collapse-check": "plain"}
    assert [{"collapsed": True, "result": "failure"}, "5/12"] in answer["odds"]


def test_a_certain_outcome_has_the_chance_one_over_one() -> None:
    answer = rulewright("odds", "twelves", "short-rest", "damage=5", "--json").json
    assert [chance for _, chance in answer["odds"]] == ["1/1"]


def test_odds_of_thousands_of_digits_are_printed_for_scripts_and_people_and_compared() -> None:
    pools = {
        f"{side}_{name}": value for side in ("actor", "opponent") for name, value in [("pool", "40d"), ("penalty", 40)]
    }
    contest = ["die-code", "contest", "target=20", *(f"{name}={value}" for name, value in pools.items())]
    priced = rulewright("odds", *contest, "--json")
    assert priced.status == 0, priced.err
    odds = priced.json["odds"]
    assert max(len(chance) for _, chance in odds) > 4300
    shown = rulewright("odds", *contest)
    assert shown.status == 0, shown.err
    case = {"id": 1, "roll": "contest", "params": {**pools, "target": 20}, "options": {}, "odds": odds}
    assert rulewright("cases", "die-code", "-", given=json.dumps([case])).status == 0


def test_a_dotted_name_sets_a_field_of_an_object() -> None:
    dotted = rulewright("odds", "twelves", "initiative", "a.agi=8", "b.agi=6", "--json").json
    whole = rulewright("odds", "twelves", "initiative", 'a={"agi": 8}', 'b={"agi": 6}', "--json").json
    assert dotted == whole
    assert [{"first": "a"}, "12877/20736"] in dotted["odds"]


def test_typed_dice_give_the_outcome_and_the_breakdown() -> None:
    answer = rulewright("roll", "twelves", "check", "score=5", "advantage=1", "--dice", "6,6,9", "--json").json
    assert answer["dice"] == [6, 6, 9]
    assert answer["outcome"] == {"result": "success", "total": 15, "margin": 0}
    assert answer["breakdown"][0]["kept"] == [True, False, True]
    assert {"kind": "noted", "name": "target number", "value": 15, "cites": ["TW-10", "TW-17"]} in answer["breakdown"]


def test_the_same_seed_rolls_the_same_dice_and_they_replay() -> None:
    first = rulewright("roll", "twelves", "duel", "--seed", "5", "--json").json
    again = rulewright("roll", "twelves", "duel", "--seed", "5", "--json").json
    typed = ",".join(map(str, first["dice"]))
    replayed = rulewright("roll", "twelves", "duel", "--dice", typed, "--json").json
    assert first == again == replayed


def test_derive_prints_the_derived_values() -> None:
    assert rulewright("derive", "twelves", "ability-for", "use=Lockpicking", "--json").json == {"ability": "FIN"}


def test_create_reads_standard_input_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ada.json"
    file.write_text(json.dumps(ADA))
    from_file = rulewright("create", "twelves", str(file), "--json")
    piped = rulewright("create", "twelves", "-", "--json", given=json.dumps(ADA))
    assert from_file == piped
    assert piped.json["name"] == "Ada"
    assert piped.json["tn"]["KNO"] == 16


def test_the_public_cases_pass_one_json_line_each() -> None:
    ran = rulewright("cases", "twelves", str(CASES), "--json")
    answered = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 0
    assert len(answered) == len(json.loads(CASES.read_text()))
    assert all(case["ok"] for case in answered)


def test_a_differing_case_gives_status_one_and_a_bad_one_stops_nothing() -> None:
    cases = [
        {"id": "wrong", "roll": "check", "params": {}, "dice": [3, 4], "outcome": {"result": "success"}},
        {"id": "no such roll", "roll": "fly"},
        17,
        {"id": "open", "roll": "short-rest", "params": {"damage": 5}},
        {"id": "expected error", "roll": "check", "params": {"score": 99}, "error": "BAD PARAMETER: score"},
        {"id": "part", "derive": {"what": "sheet"}, "expect": {"boxes": 6}},
        {"id": "bad dice", "roll": "check", "params": {}, "dice": [13, 1], "outcome": {}},
    ]
    ran = rulewright("cases", "twelves", "-", "--json", given=json.dumps(cases))
    oks = [json.loads(line)["ok"] for line in ran.out.splitlines()]
    assert oks == [False, None, False, None, True, True, False]
    assert ran.status == 1


def test_rules_tell_a_rule_in_words_and_where_it_is_used() -> None:
    shown = rulewright("rules", "twelves", "tw-13", "--json").json
    assert shown["rule"] == "TW-13"
    assert "roll check" in shown["used_in"]
    assert len(rulewright("rules", "twelves", "--json").json) == 44 + 35
    assert "TW-22" in rulewright("rules", "twelves", "--search", "advantage").out
    ruling = rulewright("rules", "twelves", "TW-A12").out
    assert "TW-A12, ours" in ruling
    assert "(reads TW-29)" in ruling
    assert "TW-29, draft" in ruling  # what the draft says, in our words


def test_options_tell_what_each_value_does() -> None:
    listed = {option["name"]: option for option in rulewright("options", "twelves", "--json").json}
    assert listed["last-box"]["default"] == "collapse"
    assert set(listed["last-box"]["values"]) == {"collapse", "standing", "dead"}


def test_rolls_tell_what_they_take() -> None:
    shown = rulewright("rolls", "twelves", "critical-survival", "--json").json
    taken = {parameter["name"]: parameter for parameter in shown["parameters"]}
    assert taken["turns"] == {
        "name": "turns",
        "allowed": "a whole number from 1 to 50",
        "required": False,
        "default": 3,
        "meaning": "turns to hold out",
    }
    assert len(rulewright("rolls", "twelves", "--json").json) == 12
    assert "turns to hold out: a whole number from 1 to 50" in rulewright("rolls", "twelves", "critical-survival").out


def test_free_notation_is_priced_and_rolled() -> None:
    answer = rulewright("odds", "4d6kh3", "--json").json
    assert answer["notation"] == "4d6kh3"
    assert [18, "7/432"] in answer["odds"]
    assert rulewright("roll", "4d6kh3", "--dice", "1,2,3,4", "--json").json["outcome"] == 9


def test_people_see_bars_and_percentages_that_never_lie() -> None:
    shown = rulewright("odds", "twelves", "critical-survival", "str=0", "turns=9").out
    assert "<0.1%" in shown
    assert " 0%" not in shown
    assert "100%" not in shown
    assert "100%" in rulewright("odds", "twelves", "short-rest", "damage=5").out


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_plot_writes_a_picture(tmp_path: Path, ending: str) -> None:
    picture = tmp_path / f"odds.{ending}"
    assert rulewright("odds", "twelves", "check", "--plot", str(picture)).status == 0
    start = picture.read_bytes()[:200]
    assert b"<svg" in picture.read_bytes() if ending == "svg" else start.startswith(b"\x89PNG")
    assert [file.name for file in tmp_path.iterdir()] == [picture.name]


def test_float64_is_asked_for_and_says_so() -> None:
    duel = ["odds", "twelves", "duel", "a.weapon=2", "--json"]
    exact, floats = rulewright(*duel).json, rulewright(*duel, "--float").json
    assert floats["method"] == "float64"
    assert [outcome for outcome, _ in floats["odds"]] == [outcome for outcome, _ in exact["odds"]]
    chances = [
        (float(Fraction(text)), chance) for (_, text), (_, chance) in zip(exact["odds"], floats["odds"], strict=True)
    ]
    assert all(abs(one - other) < 1e-12 for one, other in chances)
    assert "float64" in rulewright(*duel[:-1], "--float").out


def test_over_budget_the_answer_is_a_simulation_and_says_so() -> None:
    duel = ["a.normal_boxes=20", "b.normal_boxes=20", "a.potions=3", "a.policy=drink-wounded", "--seconds", "0.01"]
    answer = rulewright("odds", "twelves", "duel", *duel, "--json").json
    assert answer["method"] == "simulated"
    assert all(low <= estimate <= high for _, estimate, (low, high) in answer["odds"])
    assert "simulated" in rulewright("odds", "twelves", "duel", *duel).out


def test_the_tour_rolls_prices_and_solves() -> None:
    ran = rulewright("tour")
    assert ran.status == 0
    assert "$ rulewright roll twelves check" in ran.out
    assert "winner a, by boxes" in ran.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_printed(shell: str) -> None:
    assert "_RULEWRIGHT_COMPLETE" in rulewright("completion", shell).out


def every_command(group: click.Group = commands, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The words of every command, groups included."""
    found = [path]
    for name, command in group.commands.items():
        found += every_command(command, (*path, name)) if isinstance(command, click.Group) else [(*path, name)]
    return found


@pytest.mark.parametrize("command", every_command(), ids=lambda words: " ".join(words) or "rulewright")
def test_every_command_has_help(command: tuple[str, ...]) -> None:
    ran = CliRunner().invoke(commands, [*command, "--help"])
    assert ran.exit_code == 0
    assert "Usage: " in ran.output
    assert "\\b" not in ran.output, "an example is folded into one paragraph"


def test_the_version_is_printed() -> None:
    assert rulewright("--version").out.startswith("rulewright ")
