"""The catalogue of actions: everything that changes the state of play."""

from collections.abc import Mapping
from typing import Any

from rulewright.game import PLAYERS, Action, Depends, set_by
from rulewright.game.order_actions import ENTER, order_actions
from rulewright.games.untold_aeons import (
    attack_actions,
    character_actions,
    check_actions,
    fight_actions,
    karma_actions,
    rest_actions,
    stress_actions,
    wound_actions,
)
from rulewright.games.untold_aeons.data import DRAWBACKS
from rulewright.games.untold_aeons.fight import FIGHT


def _side(scene: Any, params: Mapping[str, Any]) -> str:
    return "gm" if params.get("side") == "narrator" else "actor"


def _reroll(scene: Any, params: Mapping[str, Any]) -> str:
    """Who decides on rerolls: the target's player if it is a player's character, since the answer is for both sides."""
    struck = scene.characters.get(params.get("target"))
    return "target" if struck is not None and struck.kind == "player" else "actor"


def _spender(scene: Any, params: Mapping[str, Any]) -> str:
    """Who spends the net: the character who rolled spends Advantage, the other side Drawback."""
    rolled = None if scene.last is None else scene.characters.get(scene.last.who)
    if rolled is None:
        return ""
    if params.get("row") in DRAWBACKS:
        return "" if rolled.kind == "player" else PLAYERS
    return str(rolled.name)


_SPENDER = Depends("the player of the character who rolled; for a drawback the other side", _spender)
_REROLL = Depends("who acts, or the player of the target if that is a player's character", _reroll)

ACTIONS = (
    Action("join", character_actions.join, "player", set_by(actor="character")),
    Action("give-weapon", character_actions.give_weapon, "gm"),
    Action("improve-skill", character_actions.improve_skill, "owner", set_by(actor="who skill")),
    Action("learn-skill", character_actions.learn_skill, "owner", set_by(actor="who skill source knowledge")),
    Action("raise-characteristic", character_actions.raise_characteristic, "owner", set_by(actor="who characteristic")),
    Action("award-xp", character_actions.award_xp, "gm"),
    Action("deal-karma", karma_actions.deal_karma, "gm"),
    Action(
        "spend-karma",
        karma_actions.spend_karma,
        "player",
        {**set_by(actor="use who text"), "side": Depends("who acts if it is the players', else the GM", _side)},
    ),
    Action(
        "check", check_actions.make_check, "owner", set_by(actor="who skill knowledge reroll", gm="difficulty bonus")
    ),
    Action(
        "hidden-check",
        check_actions.make_hidden_check,
        "owner",
        set_by(actor="who skill knowledge", gm="difficulty bonus"),
    ),
    Action("roll-difficulty", check_actions.roll_difficulty, "gm"),
    Action("reveal", check_actions.reveal, "gm"),
    Action("spend-net", check_actions.spend_net, "owner", set_by(actor="row target text reroll"), whose=_SPENDER),
    Action(
        "sanity-check",
        stress_actions.make_sanity_check,
        "owner",
        set_by(actor="who reroll advantage", gm="category difficulty bonus drawback"),
    ),
    Action("gain-stress", stress_actions.gain_stress_in_play, "gm"),
    Action("lose-stress", stress_actions.lose_stress, "gm"),
    Action("end-insanity", stress_actions.end_insanity, "gm"),
    Action("start-fight", fight_actions.start_fight, "gm"),
    Action("choose-turn", fight_actions.choose_turn, "owner", set_by(actor="who turn")),
    Action("start-turn", fight_actions.start_turn, "owner", set_by(actor="who"), when="turn"),
    Action(
        "attack",
        attack_actions.attack_target,
        "owner",
        {
            **set_by(actor="who target weapon", target="defence target_weapon", gm="bonus defence_bonus"),
            "reroll": _REROLL,
        },
        when="turn",
    ),
    Action(
        "shoot",
        attack_actions.shoot_target,
        "owner",
        {
            **set_by(actor="who target weapon fire most_hits", target="dive", gm="aware modifier distance bonus"),
            "reroll": _REROLL,
        },
        when="turn",
    ),
    Action("get-up", fight_actions.get_up, "owner", set_by(actor="who"), when="turn"),
    Action("move", fight_actions.move, "owner", set_by(actor="who toward yards"), when="turn"),
    Action("end-turn", fight_actions.end_turn, "owner", set_by(actor="who"), when="turn"),
    Action(ENTER, fight_actions.enter_fight, "gm"),
    Action("leave-fight", fight_actions.leave_fight, "gm"),
    *(one for one in order_actions(FIGHT.can_act, "UA-105") if one.name == "end-fight"),
    Action("take-damage", wound_actions.take_damage_in_play, "gm"),
    Action("bleed", wound_actions.bleed, "gm", role="after-fight"),
    Action(
        "give-care",
        attack_actions.give_care,
        "owner",
        set_by(actor="who patient reroll", gm="difficulty"),
        when="turn",
        role="after-fight",
    ),
    Action("day-passes", rest_actions.day_passes, "gm"),
    Action("add-effect", character_actions.add_effect, "gm"),
    Action("end-effect", character_actions.end_effect, "gm"),
)
