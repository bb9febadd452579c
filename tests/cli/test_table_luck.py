"""Luck in the last fight of a table, from its log."""

from pathlib import Path

import pytest

from command_line import rulewright

EVENING = Path(__file__).parents[2] / "docs" / "evening.jsonl"


def test_every_roll_of_the_last_fight_has_its_swing_and_they_add_up() -> None:
    answer = rulewright("table", "luck", str(EVENING), "--runs", "30", "--json").json
    assert answer["sides"] == {"heroes": ["Wren", "Odo"], "foes": ["Toll Keeper"]}
    assert [point["seq"] for point in answer["points"]] == [17, 18, 19, 20, 21, 22]
    # Starting and ending a turn takes no dice.
    assert list(answer["rolls"]) == ["18", "19", "22"]
    by_roller = {who: luck["estimate"] for who, luck in answer["by_roller"].items()}
    swings = {number: swing["estimate"] for number, swing in answer["rolls"].items()}
    assert by_roller == pytest.approx({"Wren": swings["18"] + swings["19"], "Toll Keeper": swings["22"]})
    assert all(luck["low"] == luck["estimate"] == luck["high"] for luck in answer["by_roller"].values())
    assert answer["method"] == "float64"


def test_luck_at_the_table_says_how_it_was_found() -> None:
    printed = " ".join(rulewright("table", "luck", str(EVENING)).out.split())  # however it is wrapped
    assert "Solved in float64: every chance is that of best play on both sides." in printed
    assert "The toll house: Wren, Odo against Toll Keeper" in printed


def test_the_luck_of_an_evening_is_drawn_and_written(tmp_path: Path) -> None:
    picture, report = tmp_path / "luck.svg", tmp_path / "report"
    words = ("table", "luck", str(EVENING), "--runs", "4", "--plot", str(picture), "--out", str(report))
    assert rulewright(*words).status == 0
    assert picture.exists()
    assert (report / "report.md").exists()


def test_a_table_without_a_fight_has_no_luck_to_tell() -> None:
    done = rulewright("table", "luck", str(EVENING), "--at", "10")
    assert done.status == 1
    assert done.err == "rulewright: no fight has been fought at this table before event 10\n"


def test_the_log_is_looked_at_and_left_alone(tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite"
    before = EVENING.read_bytes()
    assert rulewright("table", "luck", str(EVENING), "--runs", "2", "--store", str(store)).status == 0
    assert EVENING.read_bytes() == before
    assert not store.exists()


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("nowhere", "no such file"),
        (str(Path(__file__)), "not the file of a table"),
        (str(Path(__file__).parent), "Is a directory"),
    ],
)
def test_what_is_no_table_is_refused_in_one_line(what: str, message: str, tmp_path: Path) -> None:
    done = rulewright("table", "luck", what, "--store", str(tmp_path / "none.sqlite"))
    assert done.status == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1
