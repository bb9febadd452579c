"""Everything that changes the state of play."""

from rulewright.game import Action
from rulewright.games.dpi import aiming, ending, life, money, referee, striking, survey, turns

__all__ = ["ACTIONS"]

ACTIONS = (
    Action("join", referee.join, by="gm"),
    Action("foe", referee.meet_foe, by="gm"),
    Action("set-scene", referee.set_scene, by="gm"),
    Action("place", referee.place, by="gm"),
    Action("cover", referee.set_cover, by="gm"),
    Action("check", life.check_skill),
    Action("spend-high", life.spend_high),
    Action("research", life.research_on),
    Action("interview", life.talk_to),
    Action("elapse", life.wait),
    Action("ready", referee.ready),
    Action("start-fight", turns.start_fight, by="gm"),
    Action("start-turn", turns.start_turn, when="turn"),
    Action("look-around", survey.look_around),
    Action("aim", aiming.aim),
    Action("move", turns.move, when="turn"),
    Action("attack", striking.attack_someone, when="turn", own=("weapon", "high", "hold_high")),
    Action("throw-grenade", striking.throw_grenade, when="turn", own=("high", "hold_high")),
    Action("reload", turns.reload, when="turn"),
    Action("use-stim", turns.use_stim, when="turn", own=("patient",)),
    Action("end-turn", turns.end_turn, when="turn"),
    Action("leave-fight", ending.leave_fight, when="turn"),
    Action("end-fight", ending.end_fight, by="gm"),
    Action("short-rest", life.rest_short),
    Action("long-rest", life.rest_long),
    Action("die", life.die, by="gm"),
    Action("remove-trauma", life.remove_trauma),
    Action("buy", money.buy),
    Action("wear", money.wear),
    Action("week", money.live_a_week),
    Action("hire", money.hire),
    Action("take-damage", referee.take_damage, by="gm"),
    Action("take-sanity-damage", referee.take_sanity_damage, by="gm"),
    Action("gain-stress", referee.gain_stress, by="gm"),
    Action("gain-high", referee.gain_high, by="gm"),
    Action("grant-weapon", referee.grant_weapon, by="gm"),
    Action("edit", referee.edit, by="gm"),
)
