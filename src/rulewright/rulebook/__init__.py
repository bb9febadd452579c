"""A game in one Markdown file: a book for people, with blocks that can be played, priced and solved."""

from rulewright.rulebook.book import Rulebook
from rulewright.rulebook.faults import BadRulebook, BookFault
from rulewright.rulebook.game import game_of, game_of_text

__all__ = ["BadRulebook", "BookFault", "Rulebook", "game_of", "game_of_text"]
