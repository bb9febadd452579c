"""The catalogue of actions: everything that changes the state of play."""

from rulewright.game import Action
from rulewright.games.twelves import character_actions, check_actions, fight_actions, gm_actions, rest_actions

ACTIONS = (
    Action("join", character_actions.join, by="gm"),
    Action("check", check_actions.ability_check),
    Action("start-fight", fight_actions.start_fight, by="gm"),
    Action("enter-fight", fight_actions.enter_fight, by="gm"),
    Action("start-turn", fight_actions.start_turn, when="turn"),
    Action("attack", fight_actions.attack_target, when="turn", own=("ability",)),
    Action("drink", fight_actions.drink_potion, when="turn"),
    Action("stabilise", fight_actions.stabilise_patient, when="turn"),
    Action("end-turn", fight_actions.end_turn, when="turn"),
    Action("end-fight", fight_actions.end_fight, by="gm"),
    Action("short-rest", rest_actions.short_rest),
    Action("long-rest", rest_actions.long_rest),
    Action("take-damage", gm_actions.take_damage, by="gm"),
    Action("heal", gm_actions.heal, by="gm"),
    Action("treat", rest_actions.treat, by="gm"),
    Action("die", gm_actions.die, by="gm"),
    Action("edit", character_actions.edit, by="gm"),
)
