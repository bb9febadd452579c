"""What stays in sight at a table of Twelves: three tiers of boxes, and what helps."""

from rulewright.game.trackers import Tracker
from rulewright.games.twelves.data import TIERS

TRACKERS = (
    Tracker("normal", "boxes", "checked.normal", "normal_boxes"),
    Tracker("wounded", "boxes", "checked.wounded", TIERS.wounded),
    Tracker("critical", "boxes", "checked.critical", TIERS.critical),
    Tracker("state", "words", "state", usual="active"),
    Tracker("tier", "words", "tier", usual="normal"),
    Tracker("actions", "count", "actions"),
    Tracker("potions", "count", "potions", usual=0),
)
