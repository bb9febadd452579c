"""The plans of fighters who follow one: how they react, whether they dive and get up, and which turns they take."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from rulewright.games.untold_aeons.melee import Defence


class Habit(NamedTuple):
    """A plan: the reaction to a blow while standing, diving and getting up, and a turn if it is always the same."""

    reaction: Defence = "defend"
    dives: bool = False
    rises: bool = True
    turn: Literal["fast", "slow"] | None = None

    def reacts(self, prone: bool) -> Defence:
        """The reaction to a blow; a prone fighter cannot dodge."""
        return "defend" if prone and self.reaction == "dodge" else self.reaction

    def answers(self, question: str, choices: Sequence[Any]) -> Any:
        """The answer to a decision in the middle of an action: saves are rerolled, and nothing else."""
        if question == REACT:
            return self.reacts(prone="dodge" not in choices)
        if question == DIVE:
            return choices[int(self.dives)]
        return choices[int("reroll the save" in question)]


REACT, DIVE, FIRE = "defend, dodge or fight back?", "stay or dive?", "single or rapid?"
WHICH_WEAPON = "fight back with which weapon?"

HABITS = {
    "fast": Habit(turn="fast"),
    "slow": Habit(turn="slow"),
    "defend": Habit(),
    "fight-back": Habit("fight-back"),
    "dodge-stay": Habit("dodge", rises=False),
    "dodge-stand": Habit("dodge"),
    "stand": Habit(rises=False),
    "dive-stay": Habit(dives=True, rises=False),
    "dive-rise": Habit(dives=True),
}
