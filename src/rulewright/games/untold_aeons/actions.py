"""Everything that changes the state of play, by name."""

from rulewright.game import Action, Secrets
from rulewright.games.untold_aeons import blows, fortune, harm, people, trials, turns

ACTIONS = (
    Action("join", people.join, by="gm"),
    Action("give-weapon", people.give_weapon, by="gm"),
    Action("improve-skill", people.improve_skill),
    Action("learn-skill", people.learn_skill),
    Action("raise-characteristic", people.raise_characteristic),
    Action("award-xp", people.award_xp, by="gm"),
    Action("deal-karma", fortune.deal_karma, by="gm"),
    Action("spend-karma", fortune.spend_karma),
    Action("check", trials.make_check),
    Action("hidden-check", trials.make_hidden_check),
    Action("roll-difficulty", trials.roll_difficulty, by="gm"),
    Action("reveal", trials.reveal, by="gm"),
    Action("spend-net", trials.spend_net),
    Action("sanity-check", harm.face_horror),
    Action("gain-stress", harm.gain_stress_in_play, by="gm"),
    Action("lose-stress", harm.lose_stress, by="gm"),
    Action("end-insanity", harm.end_insanity, by="gm"),
    Action("start-fight", turns.start_fight, by="gm"),
    Action("choose-turn", turns.choose_turn),
    Action("start-turn", turns.start_turn, when="turn"),
    Action("attack", blows.attack_someone, when="turn", own=("reroll",)),
    Action("shoot", blows.shoot_someone, when="turn", own=("fire", "reroll")),
    Action("get-up", turns.get_up, when="turn"),
    Action("move", turns.move, when="turn", own=("yards",)),
    Action("end-turn", turns.end_turn, when="turn"),
    Action("end-fight", turns.end_fight, by="gm"),
    Action("take-damage", harm.take_damage_in_play, by="gm"),
    Action("bleed", harm.bleed, by="gm"),
    Action("give-care", blows.give_care, when="turn", own=("reroll",)),
    Action("day-passes", harm.day_passes, by="gm"),
    Action("add-effect", people.add_effect, by="gm"),
    Action("end-effect", people.end_effect, by="gm"),
)

SECRETS = Secrets(
    scene=("hidden.difficulty", "hidden.result", "last.net"),  # the net of a roll that nobody may see would tell it
    outcomes={
        "hidden-check": ("difficulty", "result", "margin", "net"),
        "roll-difficulty": ("result", "margin", "net"),
    },
    foe_shows=("name", "kind", "shaken", "insane", "severely_injured", "bleeding", "dead", "prone"),
)
