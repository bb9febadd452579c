"""The catalogue of actions: everything that changes the state of play, and who may do it."""

from rulewright.game import Action
from rulewright.games.light_dark import challenge_actions, character_actions, ego_actions, harm_actions

ACTIONS = (
    Action("scenario", character_actions.scenario, by="gm"),
    Action("create", character_actions.create_character),
    Action("equip", character_actions.equip),
    Action("risky-action", ego_actions.risky_action),
    Action("spend-ego", ego_actions.spend_ego),
    Action("second-wind", ego_actions.second_wind),
    Action("damage", harm_actions.take_damage, by="gm"),
    Action("lose-attribute", harm_actions.lose_attribute),
    Action("cost-attribute", harm_actions.cost_attribute, by="gm"),
    Action("end-scene", harm_actions.end_scene, by="gm"),
    Action("rest", harm_actions.rest),
    Action("take-condition", ego_actions.take_condition),
    Action("remove-condition", ego_actions.remove_condition, by="gm"),
    Action("gain-xp", character_actions.gain_xp, by="gm"),
    Action("advance", character_actions.advance),
    Action("start-challenge", challenge_actions.start_challenge, by="gm"),
    Action("face-challenge", challenge_actions.face_challenge, by="gm"),
    Action(
        "challenge-turn",
        challenge_actions.challenge_turn,
        when="turn",
        own=("skill", "dark", "tool", "burst", "steady"),
    ),
    Action("ready", challenge_actions.ready, when="turn", own=("challenge",)),
    Action("reload", challenge_actions.reload, when="turn", own=("challenge",)),
    Action("fork", challenge_actions.fork, by="gm"),
    Action("leave-challenge", challenge_actions.leave_challenge, by="gm"),
)
