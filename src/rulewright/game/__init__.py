"""The parts of a game, and the discovery of installed games.

A game is one `Game` object under the entry-point group `rulewright.games`. The command line, the table, the lab and the
web app all work from that object; no other package knows a particular game.
"""

from rulewright.game.actions import Action, Character, named, named_by_rule, new_name, suggested
from rulewright.game.board import Board
from rulewright.game.data_files import load_files
from rulewright.game.definition import FromFile, Game
from rulewright.game.discovery import find_game, installed_games, working_games
from rulewright.game.fights import FightStatus
from rulewright.game.forms import CreationStep, Legal, always
from rulewright.game.legal_actions import Ask, Offer, Way
from rulewright.game.look import Look, load_look
from rulewright.game.opening import Opening, load_openings
from rulewright.game.presets import load_advised
from rulewright.game.rolls import Derivation, Example, Roll
from rulewright.game.secrets import Secrets
from rulewright.game.trackers import Tracker, load_trackers
from rulewright.game.who_may import PLAYERS, Depends, set_by
from rulewright.game.words import Words, load_words

__all__ = [
    "PLAYERS",
    "Action",
    "Ask",
    "Board",
    "Character",
    "CreationStep",
    "Depends",
    "Derivation",
    "Example",
    "FightStatus",
    "FromFile",
    "Game",
    "Legal",
    "Look",
    "Offer",
    "Opening",
    "Roll",
    "Secrets",
    "Tracker",
    "Way",
    "Words",
    "always",
    "find_game",
    "installed_games",
    "load_advised",
    "load_files",
    "load_look",
    "load_openings",
    "load_trackers",
    "load_words",
    "named",
    "named_by_rule",
    "new_name",
    "set_by",
    "suggested",
    "working_games",
]
