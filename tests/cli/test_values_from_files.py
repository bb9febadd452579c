"""NAME=@FILE: a parameter from a JSON or TOML file, for any game and command."""

import json
from pathlib import Path

import pytest

from command_line import rulewright

CHECK = ("odds", "twelves", "check", "--json")
SCORES = {"AGI": 9, "STR": 8, "FIN": 7, "INS": 6, "PRE": 5, "KNO": 4}


@pytest.mark.parametrize(("name", "text"), [("score.json", "7"), ("score.txt", " 7\n")])
def test_a_value_can_come_from_a_json_file(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    assert rulewright(*CHECK, f"score=@{file}").json == rulewright(*CHECK, "score=7").json


def test_an_object_can_come_from_a_toml_file(tmp_path: Path) -> None:
    file = tmp_path / "side.toml"
    file.write_text("damage = 2\nweapon = 2\n")
    duel = ("odds", "twelves", "duel", "first=a", "--json")
    assert rulewright(*duel, f"a=@{file}").json == rulewright(*duel, "a.damage=2", "a.weapon=2").json


def test_a_value_can_come_from_standard_input() -> None:
    assert rulewright(*CHECK, "score=@-", given="7").json == rulewright(*CHECK, "score=7").json


def test_a_text_with_an_at_sign_is_written_as_json() -> None:
    ran = rulewright("derive", "twelves", "ability-for", 'use="@home"')
    assert "cannot read" not in ran.err
    assert "@home" in ran.err


def test_a_character_can_be_a_toml_file(tmp_path: Path) -> None:
    file = tmp_path / "ada.toml"
    scores = ", ".join(f"{name} = {score}" for name, score in SCORES.items())
    file.write_text(f'name = "Ada"\nscores = {{ {scores} }}\n')
    given = json.dumps({"name": "Ada", "scores": SCORES})
    assert rulewright("create", "twelves", str(file), "--json").json == (
        rulewright("create", "twelves", "-", "--json", given=given).json
    )


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("none.json", None, "cannot read"),
        ("score.json", "{", "malformed JSON in"),
        ("score.json", "NaN", "malformed JSON in"),
        ("score.json", "[" * 100_000, "nested too deeply"),
        ("score.json", "7" + " " * 1_000_000, "has more than 1,000,000 bytes"),
        ("score.toml", "a = ", "malformed TOML in"),
        ("score.toml", "a = nan", "malformed TOML in"),
        ("score.toml", "a = 1\na = 2", "malformed TOML in"),
        ("score.toml", "a = " + "[" * 100_000, "malformed TOML in"),
        ("score.toml", "a = 2020-01-01", 'not {"a":"2020-01-01"}'),
        ("score.toml", "", "bad parameter: score"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(tmp_path: Path, name: str, text: str | None, words: str) -> None:
    file = tmp_path / name
    if text is not None:
        file.write_text(text)
    ran = rulewright(*CHECK, f"score=@{file}")
    assert ran.status == 2
    assert words in ran.err
    assert ran.err.count("\n") == 1
    assert list(ran.json) == ["error"]


@pytest.mark.parametrize("value", ["@", "@/"])
def test_what_is_no_file_is_refused(value: str) -> None:
    ran = rulewright(*CHECK, f"score={value}")
    assert (ran.status, ran.err.count("\n")) == (2, 1)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    for name in ("score.toml", "score.json"):
        file = tmp_path / name
        file.write_bytes(b"\xff\xfe\xfa")
        ran = rulewright(*CHECK, f"score=@{file}")
        assert (ran.status, ran.err.count("\n")) == (2, 1)


def test_a_character_is_changed_by_what_is_typed(tmp_path: Path) -> None:
    file = tmp_path / "ada.json"
    file.write_text(json.dumps({"name": "Ada", "scores": SCORES}))
    typed = rulewright("create", "twelves", str(file), "name=Bo", "--json").json
    assert typed == rulewright("create", "twelves", str(file), "--json").json | {"name": "Bo"}
    ran = rulewright("create", "twelves", str(file), "name")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
