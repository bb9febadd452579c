"""The secrets: which fields players see of the GM's characters, and of actions in which these take part."""

from rulewright.game import Secrets

_TEXT = ("text",)

SECRETS = Secrets(
    scene_shows=("challenges", "scenario", "failures"),
    outcomes={"scenario": ("scenario",)},
    scene=("scenario.challenges", "failures"),  # a failure would reveal a blind roll
    foe_outcomes={
        "scenario": _TEXT,
        "create": _TEXT,
        "equip": _TEXT,
        "risky-action": ("result",),
        "end-scene": _TEXT,
        "start-challenge": _TEXT,
        "face-challenge": _TEXT,
        "challenge-turn": ("result", "disposition_left", "end", "fork_due"),
        "grant": ("disposition_left", "end", "worse"),
        "add-facet": _TEXT,
        "edit": _TEXT,
        "fork": ("fork", "name"),
        "leave-challenge": _TEXT,
    },
)
