"""Gear: the weapons, armour and shield that a character may have, and the form that offers them."""

from collections.abc import Mapping
from typing import Any

from rulewright.game import Legal
from rulewright.game.form_checks import fits, fitting
from rulewright.game.forms import ChoiceForm, FieldsForm, FlagForm, FormPart, PicksForm
from rulewright.games.light_dark.data import ARMOUR
from rulewright.games.light_dark.sheet import Gear
from rulewright.games.light_dark.weapons import LISTED
from rulewright.rules import BadParameter, Refused, rule

_ARMOUR = ChoiceForm(tuple(ARMOUR), "none")
_GRIP = ChoiceForm(("one", "two"), "one")
_SHIELD = FlagForm()
_WEAPON = ChoiceForm(LISTED)
_FORM = FieldsForm(
    (
        FormPart("weapons", "weapons carried", PicksForm(LISTED, most=len(LISTED)), optional=True),
        FormPart("in_hand", "in hand", _WEAPON, optional=True),
        FormPart("grip", "hands on it", _GRIP, optional=True),
        FormPart("armour", "armour", _ARMOUR, optional=True),
        FormPart("shield", "shield", _SHIELD, optional=True),
    )
)
_FIELDS = tuple(part.name for part in _FORM.parts)
_BOTH_HANDS = {
    f"{name} with a shield": "it takes both hands (LD-A42)" for name in LISTED if Gear(in_hand=name).fills_both_hands()
}
LEGAL_GEAR = Legal(
    "weapons, the first of them in hand; one armour; a shield if a hand is free", LISTED, _BOTH_HANDS, _FORM
)


@rule("LD-69", "LD-75", "LD-78", "LD-79", "LD-A42")
def gear_from(given: Any) -> Gear:
    """Weapons of the weapon table, one armour, and a shield if a hand is free for it.

    Names of weapons alone are carried, the first of them in hand.
    """
    named = [given] if isinstance(given, str) else given
    if isinstance(named, list | tuple) and named and all(isinstance(one, str) for one in named):
        given = {"weapons": named, "in_hand": named[0]}
    if not isinstance(given, Mapping) or not set(given) <= set(_FIELDS):
        raise BadParameter("gear", f"an object with any of {', '.join(_FIELDS)}", given)
    weapons, in_hand = given.get("weapons", ()), given.get("in_hand")
    if not isinstance(weapons, list | tuple):
        raise BadParameter("gear.weapons", "a list of weapons", weapons)
    carried = (*weapons, *(() if in_hand is None else (in_hand,)))
    for weapon in carried:
        if not fits(_WEAPON, weapon):
            raise Refused(f"unknown weapon: {str(weapon)[:60]} (choose from {', '.join(LISTED)})", "LD-68")
    armour = given.get("armour", _ARMOUR.usual)
    if not fits(_ARMOUR, armour):
        raise Refused(f"unknown armour: {str(armour)[:60]} (choose from {', '.join(ARMOUR)})", "LD-77")
    grip = fitting(_GRIP, "gear.grip", given.get("grip", _GRIP.usual))
    shield = fitting(_SHIELD, "gear.shield", given.get("shield", False))
    gear = Gear(tuple(dict.fromkeys(carried)), in_hand, grip, armour, shield)
    if shield and gear.fills_both_hands():
        raise Refused(f"two handed with shield: {gear.held()} takes both hands", "LD-A42")
    return gear
