"""Bad input: the contract's exit status, one clear line, nothing else."""

import json
from pathlib import Path

import pytest

from command_line import rulewright

SCORES = {"AGI": 9, "STR": 8, "FIN": 7, "INS": 6, "PRE": 5, "KNO": 4}

BAD = {
    "unknown game": (["odds", "chess", "check"], "unknown game: chess (installed: "),
    "unknown roll": (["odds", "twelves", "fly"], "unknown roll: fly (allowed: check, "),
    "missing roll": (["odds", "twelves"], "missing roll: twelves has check, "),
    "unknown parameter": (["odds", "twelves", "check", "skill=3"], "unknown parameter: skill (allowed: score, "),
    "unknown field": (["odds", "twelves", "duel", "a.hp=3"], "unknown parameter: a.hp (allowed: attack_score, "),
    "text for a number": (["odds", "twelves", "check", "score=seven"], "bad parameter: score must be a whole number"),
    "a float for a number": (["odds", "twelves", "check", "score=7.0"], "bad parameter: score must be a whole number"),
    "out of range": (["odds", "twelves", "check", "score=21"], "from 0 to 20, not 21"),
    "huge": (["odds", "twelves", "check", f"score={'9' * 5000}"], "bad parameter: score must be a whole number"),
    "an object for a word": (["odds", "twelves", "check", "tier.x=1"], "bad parameter: tier must be one of normal"),
    "no equals sign": (["odds", "twelves", "check", "score"], "must be written NAME=VALUE"),
    "given twice": (["odds", "twelves", "check", "score=1", "score=2"], "score is given twice"),
    "unknown option": (["odds", "twelves", "check", "--option", "luck=1"], "unknown option: luck (allowed: score-min"),
    "bad option": (["odds", "twelves", "check", "--option", "tag-bonus=5"], "bad option value: tag-bonus must be one"),
    "contradicting options": (
        ["odds", "twelves", "check", "--option", "score-min=9", "--option", "score-max=3"],
        "bad option value: score-min",
    ),
    "too few faces": (["roll", "twelves", "check", "--dice", "3"], "too few dice: 1 given, another d12 is needed"),
    "no faces": (["roll", "twelves", "check", "--dice", ""], "too few dice: 0 given"),
    "too many faces": (["roll", "twelves", "check", "--dice", "3,4,5"], "too many dice: 3 given, only 2 needed"),
    "face too high": (["roll", "twelves", "check", "--dice", "3,13"], "bad face: die 2 is a d12, so 1 to 12, not 13"),
    "face zero": (["roll", "twelves", "check", "--dice", "0,1"], "bad face: die 1 is a d12"),
    "no face": (["roll", "twelves", "check", "--dice", "3,x"], "bad face: die 2 is a d12, so 1 to 12, not x"),
    "a bad seed": (["roll", "twelves", "check", "--seed", "x"], "'--seed'"),
    "unknown derived value": (
        ["derive", "twelves", "luck"],
        "unknown derived value: luck (allowed: sheet, ability-for",
    ),
    "missing parameter": (["derive", "twelves", "ability-for"], "missing parameter: use must be text"),
    "unknown rule": (["rules", "twelves", "TW-99"], "unknown rule: TW-99 (they run from TW-01 to TW-A35)"),
    "no such file": (["create", "twelves", "nowhere.json"], "cannot read nowhere.json"),
    "a folder for a file": (["cases", "twelves", "."], "cannot read ."),
    "wrong picture": (["odds", "twelves", "check", "--plot", "odds.pdf"], "must end in .svg or .png"),
    "nowhere to draw": (["odds", "twelves", "check", "--plot", "no/such/odds.svg"], "does not exist"),
    "too many dice": (["odds", "999999d999999"], ""),
    "nonsense notation": (["roll", "4d6zz"], ""),
    "notation in pieces": (["odds", "2d6", "+", "3"], "written in quotes: '2d6 + 3'"),
    "a word after notation": (["roll", "4d6kh3", "twice"], "dice notation stands alone: 4d6kh3 is followed by twice"),
    "no such rulebook": (["odds", "nowhere.md", "check"], "cannot read nowhere.md: there is no such file"),
    "an empty name": (["rolls", ""], "unknown game: an empty name (installed: "),
    "a time in words": (["odds", "twelves", "check", "--seconds", "soon"], "'soon' is not a valid number"),
    "faces and a seed": (["roll", "4d6", "--dice", "1,2,3,4", "--seed", "1"], "leave one of the two out"),
    "a number and a search": (["rules", "twelves", "TW-19", "--search", "rest"], "a rule or --search, not both"),
    "changes of a game": (["book", "twelves", "--diff"], "--diff needs a rulebook"),
    "no such host": (["serve", "--host", "999.1.1.1", "--port", "0"], "choose another with --host"),
    "unknown command": (["dance"], "No such command 'dance'"),
    "unknown flag": (["odds", "twelves", "check", "--loud"], "No such option"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_status_two_and_one_line(what: str) -> None:
    arguments, expected = BAD[what]
    ran = rulewright(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert expected in ran.err
    assert len(ran.err) < 800


@pytest.mark.parametrize("what", BAD)
def test_with_json_the_error_is_also_on_standard_output(what: str) -> None:
    arguments, _ = BAD[what]
    ran = rulewright(*arguments, "--json")
    if what != "unknown command":  # which takes no flags
        assert ran.json == {"error": ran.err.strip().removeprefix("rulewright: ")}
    assert ran.status == 2


@pytest.mark.parametrize(
    "text", ["", "{", "[1,", '{"a": NaN}', "[" * 100_000, "\x00\xff", '"text"', "1" * 10_000], ids=range(8)
)
@pytest.mark.parametrize("command", ["create", "cases"])
def test_a_broken_file_is_refused_whole(command: str, text: str) -> None:
    ran = rulewright(command, "twelves", "-", "--json", given=text.encode("latin-1"))
    assert ran.status == 2
    assert set(ran.json) == {"error"}
    assert ran.err.count("\n") == 1


REFUSED = {
    "illegal creation": (["create", "twelves", "-"], {"scores": {**SCORES, "AGI": 10}}, "scores do not match array"),
    "a missing ability": (["create", "twelves", "-"], {"scores": {"AGI": 9}}, "missing ability: STR"),
    "too many tags": (["create", "twelves", "-"], {"scores": SCORES, "tags": list("abcd")}, "too many tags"),
    "an unknown use": (["derive", "twelves", "ability-for", "use=juggling"], {}, "unknown use"),
    "too many rests": (
        ["odds", "twelves", "recovery", 'plan=["short","short"]', "--option", "short-rest-limit=1"],
        {},
        "short rest limit",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_a_rule_refuses_is_status_one_with_its_number(what: str) -> None:
    arguments, given, reason = REFUSED[what]
    ran = rulewright(*arguments, "--json", given=json.dumps(given))
    assert ran.status == 1
    assert reason in ran.json["error"]
    assert "(TW-" in ran.json["error"]
    assert ran.err.count("\n") == 1


def test_ten_megabytes_of_parentheses_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "case.json"
    file.write_text("(" * 10_000_000)
    assert rulewright("cases", "twelves", str(file)).status == 2


def test_a_reader_that_goes_away_leaves_no_traceback() -> None:
    import subprocess
    import sys

    command = f"{sys.executable} -m rulewright odds 40d6 | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
