"""The catalogue of actions: everything that changes the state of play."""

from collections.abc import Mapping
from typing import Any

from rulewright.game import Action, Depends, set_by
from rulewright.game.order_actions import order_actions
from rulewright.games.twelves import character_actions, check_actions, fight_actions, gm_actions, rest_actions
from rulewright.games.twelves.fight import FIGHT


def _made_by(scene: Any, params: Mapping[str, Any]) -> str:
    """Who makes a character: the GM for those that the GM runs, since limits of new characters do not bind these."""
    character = params.get("character")
    return "gm" if isinstance(character, Mapping) and (character.get("npc") or "foe" in character) else "actor"


_MAKER = Depends("who acts, or the GM if the GM runs the character", _made_by)

ACTIONS = (
    Action("join", character_actions.join, "player", {"character": _MAKER}),
    Action(
        "check",
        check_actions.ability_check,
        "owner",
        set_by(actor="who ability tags", gm="difficulty advantage disadvantage free"),
    ),
    Action("start-fight", fight_actions.start_fight, "gm"),
    Action(
        "start-turn",
        fight_actions.start_turn,
        "owner",
        set_by(actor="who tags", gm="difficulty advantage disadvantage"),
        when="turn",
    ),
    Action(
        "attack",
        fight_actions.attack_target,
        "owner",
        set_by(
            actor="who target using ability tags",
            gm="defence weapon crit_extra advantage disadvantage",
            target="target_tags",
        ),
        when="turn",
    ),
    Action("drink", fight_actions.drink_potion, "owner", set_by(actor="who patient"), when="turn"),
    Action("hand-potion", rest_actions.hand_potion, "owner", set_by(actor="who to"), when="turn"),
    Action(
        "stabilise",
        fight_actions.stabilise_patient,
        "owner",
        set_by(actor="who patient tags", gm="difficulty advantage disadvantage"),
        when="turn",
        role="after-fight",
    ),
    Action("use-action", fight_actions.use_an_action, "owner", set_by(actor="who words"), when="turn"),
    Action("ready-weapon", character_actions.ready_weapon, "owner", set_by(actor="who weapon")),
    *order_actions(FIGHT.can_act, "TW-A31", ends=("TW-34", "TW-32")),
    Action("short-rest", rest_actions.short_rest, "owner", set_by(actor="who"), role="after-fight"),
    Action("long-rest", rest_actions.long_rest, "owner", set_by(actor="who"), approved=True),
    Action("take-damage", gm_actions.take_damage, "gm"),
    Action("heal", gm_actions.heal, "gm"),
    Action("treat", rest_actions.treat, "gm"),
    Action("die", gm_actions.die, "gm", role="after-fight"),
    Action("edit", character_actions.edit, "gm"),
    Action("add-foe", character_actions.add_foe, "gm"),
    Action("grant-potions", character_actions.grant_potions, "gm"),
    Action("give-weapon", character_actions.give_weapon, "gm"),
    Action("take-weapon", character_actions.take_weapon, "gm"),
)
