"""A game in one Markdown file: the book, read by people, and the blocks in it, played, priced and solved."""

from rulewright.rulebook.book import Rulebook
from rulewright.rulebook.faults import BadRulebook, BookFault
from rulewright.rulebook.game import game_of, game_of_text

__all__ = ["BadRulebook", "BookFault", "Rulebook", "game_of", "game_of_text"]
