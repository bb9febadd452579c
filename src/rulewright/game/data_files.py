"""The data files beside a game: its look, words, rules, ready-made scenes, advised rulings and trackers."""

from typing import TypedDict

from rulewright.game.look import Look, load_look
from rulewright.game.opening import Opening, load_openings
from rulewright.game.presets import AdvisedRuling, load_advised
from rulewright.game.trackers import Tracker, load_trackers
from rulewright.game.words import Words, load_words
from rulewright.rules import Inventory


class DataFiles(TypedDict):
    """What the files give, by the fields of a `Game`."""

    look: Look
    words: Words
    inventory: Inventory
    openings: tuple[Opening, ...]
    advised: tuple[AdvisedRuling, ...]
    trackers: tuple[Tracker, ...]


def load_files(package: str) -> DataFiles:
    """The part of a `Game` that stands in the TOML files of its package: `Game(**load_files(__name__), ...)`."""
    return DataFiles(
        look=load_look(package),
        words=load_words(package),
        inventory=Inventory(package),
        openings=load_openings(package, "opening.toml", "second_opening.toml"),
        advised=load_advised(package),
        trackers=load_trackers(package),
    )
