"""The catalogues of rolls and derived values, and the checks that types alone cannot express."""

from collections.abc import Mapping
from typing import Any

from rulewright.game import Derivation, Roll
from rulewright.games.twelves import check, duel, rest
from rulewright.games.twelves.derived_sheet import check_sheet_input, derived_sheet
from rulewright.games.twelves.health import check_damage
from rulewright.games.twelves.options import Options
from rulewright.games.twelves.sheet import ability_for
from rulewright.rules import BadParameter


def check_tags(given: Any, params: Mapping[str, Any], options: Options) -> None:
    """Tags are a count, or a list where they have ranks of their own (TW-A5)."""
    for name, value in params.items():
        if isinstance(value, Mapping):
            for field, inner in value.items():
                _check_tag(f"{name}.{field}", field, inner, options.tags_have_ranks)
        else:
            _check_tag(name, name, value, options.tags_have_ranks)


def _check_tag(path: str, name: str, value: Any, own_ranks: bool) -> None:
    if name != "tags" and not name.endswith("_tags"):
        return
    if own_ranks and not isinstance(value, list | tuple):
        raise BadParameter(path, "a list of 0 to 6 tag ranks, each 1 to 10", value)
    if not own_ranks and not isinstance(value, int):
        raise BadParameter(path, "a count from 0 to 6", value)


def check_boxes(given: Any, params: Mapping[str, Any], options: Options) -> None:
    """Refuses more checked boxes than there are."""
    check_damage("damage", given.normal_boxes, given.damage)


def check_attack(given: duel.Attack, params: Mapping[str, Any], options: Options) -> None:
    """The attacker's Tags and the target's boxes."""
    check_tags(given, params, options)
    check_damage("target_damage", given.target_normal_boxes, given.target_damage)


def check_turn(given: Any, params: Mapping[str, Any], options: Options) -> None:
    """Two standing fighters, and a policy that looks at one turn only."""
    check_tags(given, params, options)
    duel.check_fighter(options, "actor", given.actor)
    duel.check_fighter(options, "target", given.target)
    if given.actor.policy == "best":
        raise BadParameter("actor.policy", "attack, drink-wounded or drink-critical for a single turn", "best")


def check_duel(given: Any, params: Mapping[str, Any], options: Options) -> None:
    """Two standing fighters; best play is for duels without a limit of rounds."""
    check_tags(given, params, options)
    for name, fighter in (("a", given.a), ("b", given.b)):
        duel.check_fighter(options, name, fighter)
        if fighter.policy == "best" and given.max_rounds is not None:
            allowed = "attack, drink-wounded or drink-critical when max_rounds is set"
            raise BadParameter(f"{name}.policy", allowed, "best")


ROLLS = (
    Roll("check", check.check, "the check's d12", check_tags),
    Roll("collapse-check", check.collapse_check, "the check's d12", check_tags),
    Roll("critical-survival", check.critical_survival, "one check per turn, until one fails", check_tags),
    Roll("initiative", check.initiative, "a's d12, b's d12; again while tied", check_tags),
    Roll("stabilise", check.stabilise, "the check's d12", check_tags),
    Roll("short-rest", rest.short_rest, "1d4; none in Critical", check_boxes),
    Roll("long-rest", rest.long_rest, "3d4", check_boxes),
    Roll("recovery", rest.recovery, "the rests in order", check_boxes),
    Roll("heal", rest.healing, "the d4; none for medical in Critical", check_boxes),
    Roll("attack", duel.attack, "the attacker's d12, then the target's if it dodges", check_attack),
    Roll("turn", duel.turn, "the Strength check if due, then each action's dice", check_turn),
    Roll("duel", duel.duel, "initiative if rolled, then turn after turn", check_duel),
)

DERIVATIONS = (Derivation("sheet", derived_sheet, check_sheet_input), Derivation("ability-for", ability_for))
