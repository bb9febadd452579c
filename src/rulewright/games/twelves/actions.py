"""The catalogue of actions: everything that changes the state of play."""

from rulewright.game import Action, set_by
from rulewright.game.turn_actions import turn_actions
from rulewright.games.twelves import character_actions, check_actions, fight_actions, gm_actions, rest_actions
from rulewright.games.twelves.fight import FIGHT

ACTIONS = (
    Action("join", character_actions.join, "player", set_by(actor="character")),
    Action(
        "check",
        check_actions.ability_check,
        "owner",
        set_by(actor="who ability tags", gm="difficulty advantage disadvantage"),
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
            actor="who target ability tags", gm="defence weapon crit_extra advantage disadvantage", target="target_tags"
        ),
        when="turn",
    ),
    Action("drink", fight_actions.drink_potion, "owner", set_by(actor="who"), when="turn"),
    Action(
        "stabilise",
        fight_actions.stabilise_patient,
        "owner",
        set_by(actor="who patient tags", gm="difficulty advantage disadvantage"),
        when="turn",
    ),
    Action("end-turn", fight_actions.end_turn, "owner", set_by(actor="who"), when="turn"),
    *turn_actions(FIGHT.can_act, "TW-A31"),
    Action("short-rest", rest_actions.short_rest, "owner", set_by(actor="who")),
    Action("long-rest", rest_actions.long_rest, "owner", set_by(actor="who"), approved=True),
    Action("take-damage", gm_actions.take_damage, "gm"),
    Action("heal", gm_actions.heal, "gm"),
    Action("treat", rest_actions.treat, "gm"),
    Action("die", gm_actions.die, "gm"),
    Action("edit", character_actions.edit, "gm"),
)
