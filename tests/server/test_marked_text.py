"""Rule texts in which options and values are marked for an interface."""

from rulewright.game import find_game, installed_games
from rulewright.rules.options import Option
from rulewright.server.describe_game import describe_rules
from rulewright.server.marked_text import mark_values

CARE = Option("medical-care", "automatic", "", "XX-A1", "", {"automatic": "", "first-aid-check": "", "cap": ""})


def test_an_option_is_marked_with_the_value_beside_it() -> None:
    said = mark_values(
        "With `medical-care` automatic nothing is rolled; with `medical-care` `first-aid-check` it is.", [CARE]
    )
    assert said == "With `medical-care=automatic` nothing is rolled; with `medical-care=first-aid-check` it is."


def test_a_value_is_marked_apart_from_a_parameter_of_the_same_name() -> None:
    assert (
        mark_values("With `cap` it ends, and first-aid-check goes on.", [CARE])
        == "With `=cap` it ends, and `=first-aid-check` goes on."
    )
    assert mark_values("With `cap` it ends.", []) == "With `cap` it ends."


def test_no_word_that_is_longer_than_a_value_is_marked() -> None:
    text = "`medical-care` automatically, first-aid-checks, and a non-first-aid-check"
    assert mark_values(text, [CARE]) == text


def test_the_rulings_of_every_game_mark_only_what_the_game_names() -> None:
    for slug in installed_games():
        options = {one.name: one for one in find_game(slug).option_texts()}
        for rule in describe_rules(slug):
            for marked in rule.text.split("`")[1::2]:
                option, _, value = marked.partition("=")
                assert not option or not value or value in options[option].values, (rule.rule, marked)
