"""The rulings that matter most in each game: five, each with a value and a reason that is in the lab's report."""

import re
from pathlib import Path

import pytest

from rulewright.game import find_game, installed_games

REPORTS = Path(__file__).parents[2] / "docs" / "reports"

every_game = pytest.mark.parametrize("slug", installed_games())


@every_game
def test_five_rulings_come_first_each_with_the_reason_of_the_lab(slug: str) -> None:
    game = find_game(slug)
    names = [one.option for one in game.advised]
    assert len(names) == len(set(names)) == 5
    assert set(names) <= {one.name for one in game.option_texts()}
    report = (REPORTS / f"{slug}.md").read_text()
    for one in game.advised:
        figures = re.findall(r"\d+\.\d+%?", one.why)
        assert [figure for figure in figures if figure.rstrip("%") not in report] == [], one.option


@every_game
def test_presets_are_legal_options_and_differ(slug: str) -> None:
    game = find_game(slug)
    written, recommended = game.presets()
    assert (written.name, written.options) == ("as written", {})
    assert recommended.name == "recommended"
    assert recommended.options
    assert game.table_options(recommended.options) != game.table_options()
