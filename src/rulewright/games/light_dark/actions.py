"""The catalogue of actions: everything that changes the state of play, and who may do it."""

from collections.abc import Callable, Mapping
from typing import Any

from rulewright.game import Action, Depends, set_by
from rulewright.games.light_dark import challenge_actions, character_actions, ego_actions, harm_actions, sheet_actions
from rulewright.games.light_dark.sheet import Gear


def _unless_new(parameter: str, has: Callable[[Gear], tuple[Any, ...]]) -> Depends:
    """Who sets gear: the player for what is carried already, the GM for anything new."""

    def setter(scene: Any, params: Mapping[str, Any]) -> str:
        sheet, value = scene.characters.get(params.get("who")), params.get(parameter)
        values = value if isinstance(value, list | tuple) else (value,)
        return "gm" if sheet is not None and any(one not in has(sheet.gear) for one in values) else "actor"

    return Depends("who acts if it is carried already, else the GM", setter)


_GEAR = {
    "in_hand": _unless_new("in_hand", lambda gear: (None, sheet_actions.NOTHING, gear.in_hand, *gear.weapons)),
    "carries": _unless_new("carries", lambda gear: (None, gear.in_hand, *gear.weapons)),
    "armour": _unless_new("armour", lambda gear: (None, "none", gear.armour)),
    "shield": _unless_new("shield", lambda gear: (None, False, gear.shield)),
}


ACTIONS = (
    Action("scenario", character_actions.scenario, "gm"),
    Action("create", character_actions.create_character, "player", set_by(actor="character")),
    Action(
        "equip",
        sheet_actions.equip,
        "owner",
        {**set_by(actor="who grip"), **_GEAR},
    ),
    Action("edit", sheet_actions.edit, "gm"),
    Action(
        "risky-action",
        ego_actions.risky_action,
        "owner",
        set_by(actor="who attribute skill dark steady", gm="light_mod relevant hindered"),
    ),
    Action("grant", challenge_actions.grant, "gm"),
    Action("spend-ego", ego_actions.spend_ego, "owner", set_by(actor="who amount")),
    Action("second-wind", ego_actions.second_wind, "owner", set_by(actor="who advancement"), role="after-fight"),
    Action("damage", harm_actions.take_damage, "gm"),
    Action("lose-attribute", harm_actions.lose_attribute, "owner", set_by(actor="who attribute"), role="after-fight"),
    Action("cost-attribute", harm_actions.cost_attribute, "gm"),
    Action("end-scene", harm_actions.end_scene, "gm"),
    Action(
        "rest", harm_actions.rest, "owner", set_by(actor="who", gm="days attended"), approved=True, role="after-fight"
    ),
    Action("take-condition", ego_actions.take_condition, "owner", set_by(actor="who condition", gm="hampers")),
    Action("remove-condition", ego_actions.remove_condition, "gm"),
    Action("gain-xp", character_actions.gain_xp, "gm"),
    Action("advance", character_actions.advance, "owner", set_by(actor="who name attribute skill")),
    Action("start-challenge", challenge_actions.start_challenge, "gm", role="starts-fight"),
    Action("add-facet", challenge_actions.add_facet, "gm"),
    Action("face-challenge", challenge_actions.face_challenge, "gm", role="starts-fight"),
    Action(
        "challenge-turn",
        challenge_actions.challenge_turn,
        "owner",
        set_by(actor="who challenge attribute skill dark facet burst steady", gm="tool light_mod relevant hindered"),
        when="turn",
    ),
    Action("ready", challenge_actions.ready, "owner", set_by(actor="who challenge"), when="turn"),
    Action("reload", challenge_actions.reload, "owner", set_by(actor="who challenge"), when="turn"),
    Action("fork", challenge_actions.fork, "gm"),
    Action("leave-challenge", challenge_actions.leave_challenge, "gm", role="ends-fight"),
)
