"""The catalogue of rolls."""

from rulewright.game import Roll
from rulewright.games.dpi import attack, check, duel, practice, research, rest, skirmish, traumas, weapons

FOUR = "d6, d6, d12, d12"

ROLLS = (
    Roll("check", check.check, FOUR),
    Roll("check-with-high", check.check_with_high, FOUR),
    Roll("hit", weapons.hit, "weapon dice: level dice, then the extra die"),
    Roll("attack", attack.attack, f"{FOUR}; weapon dice unless Failure; counter dice if it counters"),
    Roll("volley", duel.volley, "the attacks one after the other"),
    Roll("duel", duel.duel, "attack after attack"),
    Roll("skirmish", skirmish.skirmish, "action after action: attacks as in a duel, a d6 for a stim"),
    Roll("burn", weapons.burn, "d6"),
    Roll("streak", practice.streak, "check after check"),
    Roll("training", practice.training, "check after check"),
    Roll("short-rest", rest.short_rest, "per hour: d6 interruption, then d6 healing if it goes on"),
    Roll("stim", rest.stim, "d6"),
    Roll("death", traumas.death, "d6 afterlife, d6 trauma"),
    Roll("research", research.research, "d6, d6, d4"),
    Roll("research-project", research.project, "per action d6, d6, d4"),
    Roll("interview", research.interview, "d4"),
)
