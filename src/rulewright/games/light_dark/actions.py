"""The catalogue of actions: everything that changes the state of play, and who may do it."""

from collections.abc import Mapping
from typing import Any

from rulewright.game import Action, Depends, set_by
from rulewright.games.light_dark import challenge_actions, character_actions, ego_actions, harm_actions


def _gear(scene: Any, params: Mapping[str, Any]) -> str:
    """To change hands, or to put off armour or a shield, is the player's; anything new is the GM's to give."""
    sheet, gear = scene.characters.get(params.get("who")), params.get("gear")
    if sheet is None or not isinstance(gear, Mapping):
        return "actor"
    now = sheet.gear
    carried = (None, now.in_hand, *now.weapons)
    weapons = gear.get("weapons", ())
    new = (
        gear.get("in_hand") not in carried
        or not isinstance(weapons, list | tuple)
        or any(one not in carried for one in weapons)
        or gear.get("armour", "none") not in ("none", now.armour)
        or (bool(gear.get("shield")) and not now.shield)
    )
    return "gm" if new else "actor"


ACTIONS = (
    Action("scenario", character_actions.scenario, "gm"),
    Action("create", character_actions.create_character, "player", set_by(actor="character")),
    Action(
        "equip",
        character_actions.equip,
        "owner",
        {**set_by(actor="who"), "gear": Depends("who acts if it is carried already, else the GM", _gear)},
    ),
    Action(
        "risky-action",
        ego_actions.risky_action,
        "owner",
        set_by(actor="who attribute skill dark steady", gm="light_mod relevant granted"),
    ),
    Action("spend-ego", ego_actions.spend_ego, "owner", set_by(actor="who amount")),
    Action("second-wind", ego_actions.second_wind, "owner", set_by(actor="who advancement")),
    Action("damage", harm_actions.take_damage, "gm"),
    Action("lose-attribute", harm_actions.lose_attribute, "owner", set_by(actor="who attribute")),
    Action("cost-attribute", harm_actions.cost_attribute, "gm"),
    Action("end-scene", harm_actions.end_scene, "gm"),
    Action("rest", harm_actions.rest, "owner", set_by(actor="who", gm="days attended"), approved=True),
    Action("take-condition", ego_actions.take_condition, "owner", set_by(actor="who condition")),
    Action("remove-condition", ego_actions.remove_condition, "gm"),
    Action("gain-xp", character_actions.gain_xp, "gm"),
    Action("advance", character_actions.advance, "owner", set_by(actor="who name attribute skill")),
    Action("start-challenge", challenge_actions.start_challenge, "gm"),
    Action("face-challenge", challenge_actions.face_challenge, "gm"),
    Action(
        "challenge-turn",
        challenge_actions.challenge_turn,
        "owner",
        set_by(actor="who challenge attribute skill dark facet burst steady", gm="tool light_mod relevant"),
        when="turn",
    ),
    Action("ready", challenge_actions.ready, "owner", set_by(actor="who challenge"), when="turn"),
    Action("reload", challenge_actions.reload, "owner", set_by(actor="who challenge"), when="turn"),
    Action("fork", challenge_actions.fork, "gm"),
    Action("leave-challenge", challenge_actions.leave_challenge, "gm"),
)
