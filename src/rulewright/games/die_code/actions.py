"""The catalogue of actions: everything that changes the state of play, and who may do it."""

from rulewright.game import Action
from rulewright.games.die_code import character_actions, chase_actions, contest_actions, gm_actions, roll_actions

ACTIONS = (
    Action("join", character_actions.join, by="gm"),
    Action("check", roll_actions.roll_check),
    Action("take-average", roll_actions.take_average),
    Action("move", roll_actions.make_move),
    Action("opposed", roll_actions.oppose),
    Action("total", roll_actions.throw_total),
    Action("grant", gm_actions.grant, by="gm"),
    Action("clear", gm_actions.clear, by="gm"),
    Action("enter-combat", gm_actions.enter_combat),
    Action("leave-combat", gm_actions.leave_combat),
    Action("start-contest", contest_actions.start_contest, by="gm"),
    Action("advance-contest", contest_actions.advance_contest, by="gm"),
    Action("end-contest", contest_actions.end_contest, by="gm"),
    Action("start-chase", chase_actions.start_chase, by="gm"),
    Action("advance-chase", chase_actions.advance_chase, when="turn", own=("method",)),
    Action("end-chase", chase_actions.end_chase, by="gm"),
    Action("set", character_actions.set_fields, by="gm"),
    Action("raise", character_actions.raise_code, by="gm"),
    *gm_actions.WITHOUT_RULE,
)
