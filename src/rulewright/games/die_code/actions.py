"""The catalogue of actions: everything that changes the state of play, who may do it, and who sets each parameter."""

from collections.abc import Mapping
from typing import Any

from rulewright.game import Action, Depends, set_by
from rulewright.game.order_actions import ENTER, order_actions
from rulewright.games.die_code import (
    character_actions,
    chase_actions,
    check_actions,
    contest_actions,
    fight_actions,
    gm_actions,
)
from rulewright.games.die_code.fight import FIGHT


def _on(scene: Any, params: Mapping[str, Any]) -> str:
    """Who sets what is rolled: the player if it is on the character's sheet, the GM if it is a code."""
    sheet = scene.characters.get(params.get("who"))
    listed = () if sheet is None else (*sheet.skills, *sheet.attributes, *sheet.equipment)
    return "actor" if params.get("on") in listed else "gm"


def _bonus(scene: Any, params: Mapping[str, Any]) -> str:
    sheet = scene.characters.get(params.get("who"))
    return "actor" if sheet is not None and params.get("bonus") in sheet.equipment else "gm"


_THROW = {
    **set_by(actor="who", gm="modifier advantage disadvantage penalty"),
    "on": Depends("who acts if it is on the sheet, else the GM", _on),
    "bonus": Depends("who acts if it is on the sheet, else the GM", _bonus),
}
_CHECK = _THROW | set_by(actor="target", gm="difficulty tn size_use target_size")
_OPPOSED = _THROW | set_by(
    actor="opponent",
    opponent="opponent_on opponent_bonus",
    gm="opponent_modifier opponent_advantage opponent_disadvantage opponent_penalty size_use",
)

ACTIONS = (
    Action("join", character_actions.join, "player", set_by(actor="character")),
    Action("check", check_actions.roll_check, "owner", _CHECK),
    Action("take-average", check_actions.take_average, "owner", _CHECK),
    Action("move", check_actions.make_move, "owner", _THROW | set_by(actor="mode method")),
    Action("opposed", check_actions.oppose, "owner", _OPPOSED),
    Action("total", check_actions.throw_total, "owner", _THROW),
    Action("grant", gm_actions.grant, "gm"),
    Action("clear", gm_actions.clear, "gm"),
    Action("enter-combat", gm_actions.enter_combat, "owner", set_by(actor="who")),
    Action("leave-combat", gm_actions.leave_combat, "owner", set_by(actor="who"), approved=True),
    Action("start-contest", contest_actions.start_contest, "gm", role="starts-fight"),
    Action("advance-contest", contest_actions.advance_contest, "gm"),
    Action("end-contest", contest_actions.end_contest, "gm", role="ends-fight"),
    Action("start-chase", chase_actions.start_chase, "gm", role="starts-fight"),
    Action("advance-chase", chase_actions.advance_chase, "owner", set_by(actor="who mode method"), when="turn"),
    Action("end-chase", chase_actions.end_chase, "gm", role="ends-fight"),
    Action("start-fight", fight_actions.start_fight, "gm"),
    Action("attack", fight_actions.attack_target, "owner", set_by(actor="who target using"), when="turn"),
    Action("pass-turn", fight_actions.pass_turn, "owner", set_by(actor="who words"), when="turn"),
    Action(ENTER, fight_actions.enter_fight, "gm"),
    *(one for one in order_actions(FIGHT.can_act, "DC-A31") if one.name != ENTER),
    Action("damage", fight_actions.damage, "gm"),
    Action("heal", fight_actions.heal, "gm"),
    Action("set", character_actions.set_fields, "gm"),
    Action("raise", character_actions.raise_code, "gm"),
    *gm_actions.WITHOUT_RULE,
)
