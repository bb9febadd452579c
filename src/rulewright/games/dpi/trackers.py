"""What stays in sight at a table of DPI: HP, Sanity, Stress and High, what is carried, and the clock."""

from rulewright.game.trackers import Tracker

TRACKERS = (
    Tracker("HP", "meter", "hp", "hp_max"),
    Tracker("Fortitude", "meter", "fortitude", "fortitude_max"),
    Tracker("Sanity", "meter", "sanity", "sanity_max"),
    Tracker("Stress", "count", "stress"),
    Tracker("High", "boxes", "high", "high_ceiling"),
    Tracker("burning", "count", "burning", usual=0),
    Tracker("conditions", "words", "conditions"),
    Tracker("life", "words", "life", usual="alive"),
    Tracker("grenades", "count", "grenades", usual=0),
    Tracker("stims", "count", "stims", usual=0),
    Tracker("day", "count", "day", where="scene"),
    Tracker("time", "clock", "minute", where="scene"),
    Tracker("Research Timer", "count", "timer", where="scene", usual=0),
    Tracker("safe here", "flag", "safe", where="scene"),
)
