"""The catalogues of rolls and derived values, and the checks that go beyond the types of their parameters."""

from collections.abc import Mapping
from typing import Any

from rulewright.game import Derivation, Roll
from rulewright.games.light_dark.attributes import (
    attribute,
    attribute_loss,
    attributes,
    check_swap,
    creation_totals,
    maxima,
)
from rulewright.games.light_dark.best import check_best_play, solve
from rulewright.games.light_dark.challenges import fork, fork_level, gang
from rulewright.games.light_dark.check import CheckTerms, check_ego, ego_limit, light_dice, risky_action
from rulewright.games.light_dark.creation import character
from rulewright.games.light_dark.duel import (
    ChallengeFight,
    ChallengeTurn,
    LimitedFight,
    challenge_turn,
    fight,
    fight_given,
    fight_length,
    harm,
)
from rulewright.games.light_dark.effects import effect, most_effect, read_die
from rulewright.games.light_dark.harm import damage, recovery
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.policy import policy
from rulewright.games.light_dark.scenario_lists import lists
from rulewright.games.light_dark.sheet import advance, gain_advancement
from rulewright.rules import BadParameter


def check_exchange(given: Any, params: Mapping[str, Any], options: Options) -> None:
    """Refuses an exchange of anything but two different Attributes."""
    check_swap(given.swap)


def check_attempt(given: CheckTerms, params: Mapping[str, Any], options: Options) -> None:
    """Refuses more Ego than the table allows."""
    check_ego(given.ego, options)


def check_die(given: Any, params: Mapping[str, Any], options: Options) -> None:
    """Refuses dice that cannot be read."""
    read_die(given.die)


def cap_of_effect(given: Any, options: Options) -> tuple[str, ...]:
    """A note on the cap, if an Effect can reach it (LD-A5)."""
    most = most_effect(options, read_die(given.die))
    if most is not None and most < given.cap:
        return ()
    return (f"effect {given.cap} means {given.cap} or more; the mean counts it as {given.cap}",)


def check_turn(given: ChallengeTurn, params: Mapping[str, Any], options: Options) -> None:
    """Refuses too much Ego, and a weapon, shield, Challenge or cap that do not fit together."""
    check_ego(given.ego, options)
    fight_given(options, given)


def check_fight(given: ChallengeFight | LimitedFight, params: Mapping[str, Any], options: Options) -> None:
    """Checks a fight like a turn; the Ego to keep has the limit of Ego itself."""
    check_turn(given, params, options)
    if given.keep_ego > ego_limit(options):
        raise BadParameter("keep_ego", f"a whole number from 0 to {ego_limit(options)}", given.keep_ego)


ROLLS = (
    Roll("attribute", attribute, "two dice"),
    Roll("attributes", attributes, "two dice each for Strength, Dexterity, Insight, Resolve", check_exchange),
    Roll("creation-totals", creation_totals, "two dice each for Strength, Dexterity, Insight, Resolve"),
    Roll("risky-action", risky_action, "Light Dice, then Dark Dice", check_attempt),
    Roll("effect", effect, "the whole pool, then the exploding die again each time", check_die, cap_of_effect),
    Roll("harm", harm, "the Challenge's Effect dice; none if the shield is given up before the roll"),
    Roll("fork", fork, "the Challenge's Effect dice"),
    Roll(
        "challenge-turn",
        challenge_turn,
        "Light Dice, Dark Dice; then the PC's Effect dice and the Challenge's, in reverse if the rival comes first",
        check_turn,
    ),
    Roll("fight", fight, "turn after turn", check_fight),
    Roll("fight-length", fight_length, "turn after turn", check_fight),
)

DERIVATIONS = (
    Derivation("maxima", maxima),
    Derivation("light-dice", light_dice),
    Derivation("gang", gang),
    Derivation("fork-level", fork_level),
    Derivation("damage", damage),
    Derivation("attribute-loss", attribute_loss),
    Derivation("recovery", recovery),
    Derivation("advance", advance),
    Derivation("gain-advancement", gain_advancement),
    Derivation("character", character),
    Derivation("lists", lists),
    Derivation("solve", solve, check_best_play),
    Derivation("policy", policy, check_best_play),
)
