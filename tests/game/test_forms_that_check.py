"""A form that offers a choice also checks it."""

from typing import Any

import pytest

from rulewright.game.form_checks import by_name, fits, fitting
from rulewright.game.forms import ChoiceForm, FlagForm, NumberForm, WordsForm, always, offer
from rulewright.rules import BadInput, Refused


@pytest.mark.parametrize(
    ("form", "good", "bad"),
    [
        (NumberForm(1, 3), [1, 2, 3], [0, 4, "2", True, 2.0, None]),
        (FlagForm(), [True, False], [0, 1, "yes", None]),
        (WordsForm(3), ["", "abc"], ["abcd", 3, None]),
        (ChoiceForm(("red", 1)), ["red", 1], ["blue", True, None, [1]]),
    ],
)
def test_a_form_tells_what_fits_it(form: Any, good: list[Any], bad: list[Any]) -> None:
    assert all(fits(form, value) for value in good)
    assert not any(fits(form, value) for value in bad)


def test_all_choices_that_are_offered_fit() -> None:
    for form in (NumberForm(2, 20), FlagForm(), ChoiceForm(("player", "npc"))):
        choices = offer(form).choices
        assert choices
        assert all(fits(form, choice) for choice in choices)


def test_a_wide_range_is_not_listed() -> None:
    assert len(offer(NumberForm(1, 100)).choices) == 100
    assert offer(NumberForm(0, 100)).choices == ()
    assert always("any", NumberForm(0, 1000))(None, {}).choices == ()


def test_a_misfit_is_a_bad_parameter_or_a_fault_of_a_rule() -> None:
    with pytest.raises(BadInput, match="bad parameter: potions must be a whole number from 0 to 5, not 6"):
        fitting(NumberForm(0, 5), "potions", 6)
    with pytest.raises(Refused, match=r"rank out of range: allowed are 1 to 10 \(TW-A3\)"):
        fitting(NumberForm(1, 10), "rank", "1", "rank out of range", "TW-A3")
    with pytest.raises(BadInput, match="kind must be one of player, npc, not 4"):
        fitting(ChoiceForm(("player", "npc")), "kind", 4)


def test_text_comes_without_blanks_around_it() -> None:
    assert fitting(WordsForm(5), "name", " Ann ") == "Ann"


def test_every_name_needs_a_value_and_no_other_has_one() -> None:
    names = ("STR", "AGI")
    assert by_name("scores", {"AGI": 1, "STR": 2}, names, "ability", "TW-01") == {"AGI": 1, "STR": 2}
    with pytest.raises(BadInput, match="scores must be an object with STR, AGI, not 3"):
        by_name("scores", 3, names, "ability", "TW-01")
    with pytest.raises(Refused, match=r"unknown ability: LCK \(they are STR, AGI\) \(TW-01\)"):
        by_name("scores", {"LCK": 1}, names, "ability", "TW-01")
    with pytest.raises(Refused, match=r"missing ability: AGI \(TW-01\)"):
        by_name("scores", {"STR": 1}, names, "ability", "TW-01")
