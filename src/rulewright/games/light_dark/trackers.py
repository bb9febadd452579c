"""What stays in sight at a table of Light & Dark: HP and Ego, Conditions, and the Challenges that are open."""

from rulewright.game.trackers import Tracker

TRACKERS = (
    Tracker("HP", "meter", "hp", "max_hp"),
    Tracker("Ego", "meter", "ego", "max_ego"),
    Tracker("status", "words", "status", usual="up"),
    Tracker("Conditions", "words", "conditions"),
    Tracker("ready", "flag", "readied"),
    Tracker("experience", "count", "xp", usual=0),
    Tracker("disposition left", "count", "challenges.*.facets.*.disposition_left", where="scene"),
    Tracker("", "words", "challenges.*.status", where="scene", usual="open"),
)
