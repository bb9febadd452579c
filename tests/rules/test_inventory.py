"""The numbered rules of a game, in words."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.rules import BadInput, Inventory

TEXTS = """
summary = "A game for this test."

[rules.Tosses]
MU-01 = "Toss a coin."
MU-02 = "Heads wins."
"""

RULINGS = """
[rulings.MU-A1]
title = "Coins on edge"
text = "Toss again."
"""


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    package = tmp_path / "made_up_inventory"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.toml").write_text(TEXTS + RULINGS)
    monkeypatch.syspath_prepend(tmp_path)
    yield package / "rules.toml"
    sys.modules.pop("made_up_inventory", None)


@pytest.mark.usefixtures("made_up")
def test_rules_and_rulings_are_read_from_the_games_own_file() -> None:
    inventory = Inventory("made_up_inventory")
    assert inventory.summary == "A game for this test."
    assert list(inventory.rules) == ["MU-01", "MU-02"]
    assert inventory.rules["MU-02"].section == "Tosses"
    assert inventory.rulings["MU-A1"].title == "Coins on edge"


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("number", ["MU-02", "mu-02", "Mu-02"])
def test_a_rule_is_found_whatever_the_case_of_its_number(number: str) -> None:
    assert Inventory("made_up_inventory").text(number) == "Heads wins."


@pytest.mark.usefixtures("made_up")
def test_the_text_of_a_ruling_begins_with_its_title() -> None:
    assert Inventory("made_up_inventory").text("mu-a1") == "Coins on edge. Toss again."


@pytest.mark.usefixtures("made_up")
def test_an_unknown_number_is_refused_with_the_range_of_numbers() -> None:
    with pytest.raises(BadInput, match=r"^unknown rule: MU-77 \(they run from MU-01 to MU-A1\)$"):
        Inventory("made_up_inventory").text("MU-77")


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("number", ["9" * 100_000, "two\nlines", "\x1b[31m", ""])
def test_a_hostile_number_is_refused_in_one_short_line(number: str) -> None:
    with pytest.raises(BadInput) as bad:
        Inventory("made_up_inventory").text(number)
    text = str(bad.value)
    assert len(text) < 120
    assert len(text.splitlines()) == 1
    assert text.isprintable()


def test_a_game_without_rulings_still_refuses_unknown_numbers(made_up: Path) -> None:
    made_up.write_text(TEXTS)
    with pytest.raises(BadInput, match="unknown rule: MU-77"):
        Inventory("made_up_inventory").text("MU-77")


def test_the_file_is_read_only_when_it_is_asked_for(made_up: Path) -> None:
    inventory = Inventory("made_up_inventory")
    made_up.write_text(TEXTS.replace("Heads", "Tails") + RULINGS)
    assert inventory.text("MU-02") == "Tails wins."
