"""The catalogue of rolls, and of values derived without dice."""

from rulewright.game import Derivation, Roll
from rulewright.games.dpi import (
    check,
    check_series,
    clock,
    creation,
    death,
    duel,
    experience,
    grid,
    harm,
    money,
    movement,
    one_on_one,
    research,
    rest,
    skirmish,
    stress_and_sanity,
    weapons,
)

FOUR = "d6, d6, d12, d12"

ROLLS = (
    Roll("check", check.check, FOUR),
    Roll("check-with-high", check.check_with_high, FOUR),
    Roll("hit", harm.hit, "weapon dice: level dice, then the extra die"),
    Roll("attack", one_on_one.attack, f"{FOUR}; weapon dice unless Failure; counter dice if it counters"),
    Roll("volley", one_on_one.volley, "the attacks one after the other"),
    Roll("duel", duel.duel, "attack after attack"),
    Roll("skirmish", skirmish.skirmish, "action after action: attacks as in a duel, a d6 for a stim"),
    Roll("burn", harm.burn, "d6"),
    Roll("streak", check_series.streak, "check after check"),
    Roll("training", experience.training, "check after check"),
    Roll("short-rest", rest.short_rest, "per hour: d6 interruption, then d6 healing if it goes on"),
    Roll("stim", rest.stim, "d6"),
    Roll("death", death.death, "d6 afterlife, d6 trauma"),
    Roll("research", research.research, "d6, d6, d4"),
    Roll("research-project", research.project, "per action d6, d6, d4"),
    Roll("interview", research.interview, "d4"),
)

DERIVATIONS = (
    Derivation("agent", creation.derived_agent),
    Derivation("soak", harm.soak),
    Derivation("reach", weapons.reach),
    Derivation("distance", grid.distance_between),
    Derivation("area", grid.area),
    Derivation("clock", clock.clock),
    Derivation("elapse", clock.elapse),
    Derivation("stress", stress_and_sanity.gain_stress),
    Derivation("sanity-loss", stress_and_sanity.sanity_loss),
    Derivation("relieve", stress_and_sanity.relieve),
    Derivation("high", stress_and_sanity.gain_high),
    Derivation("xp", experience.experience),
    Derivation("move", movement.move_cost),
    Derivation("revive", death.revive),
    Derivation("long-rest", rest.long_rest),
    Derivation("week", money.week),
)
