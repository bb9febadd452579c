"""A game brings its own colours and ornament; a game that brings none has plain ones."""

import inspect
from importlib import import_module
from pkgutil import walk_packages

import msgspec
import pytest

from rulewright.game import Look, find_game, installed_games
from rulewright.game.look import Accent, look_of_colour

PAPER = {"light": ("#f6f2e8", "#fffdf8"), "dark": ("#191816", "#23211e")}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("slug", [*installed_games(), "", "#1f6f78", "#ffee00", "#000000", "#ffffff", "#7f7f7f"])
@pytest.mark.parametrize("paper", ["light", "dark"])
def test_accents_can_be_read_on_every_paper(slug: str, paper: str) -> None:
    """Of installed games, of one without a look, and of a rulebook that gives a colour."""
    look = look_of_colour(slug) if slug.startswith("#") else find_game(slug).look if slug else Look()
    accent: Accent = getattr(look, paper)
    assert all(contrast(accent.strong, ground) >= 4.5 for ground in (*PAPER[paper], accent.soft))


def test_contrast_is_measured_as_the_guidelines_say() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_every_game_of_ours_has_a_look_of_its_own() -> None:
    looks = [find_game(slug).look for slug in installed_games()]
    assert len({msgspec.json.encode(look) for look in [*looks, Look()]}) == len(looks) + 1


@pytest.mark.parametrize(
    ("field", "value"), [("strong", "red"), ("strong", "#12345"), ("soft", "url(x)"), ("soft", "#12345g")]
)
def test_a_colour_that_is_none_is_refused(field: str, value: str) -> None:
    given = {"strong": "#123456", "soft": "#123456", field: value}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(given, Accent)


@pytest.mark.parametrize("slug", installed_games())
def test_dice_that_a_game_describes_are_dice_that_its_rules_roll(slug: str) -> None:
    game = find_game(slug)
    package = import_module(f"rulewright.games.{slug.replace('-', '_')}")
    sources = [
        inspect.getsource(import_module(one.name)) for one in walk_packages(package.__path__, package.__name__ + ".")
    ]
    for name in game.look.dice:
        assert any(f'"{name}"' in source for source in sources), name
