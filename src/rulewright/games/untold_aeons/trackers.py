"""What stays in sight at a table of Untold Aeons: two tracks of harm, the notches, and both karma pools."""

from rulewright.game.trackers import Tracker

TRACKERS = (
    Tracker("stress", "meter", "stress", "stress_limit"),
    Tracker("wounds", "meter", "wounds", "wound_limit"),
    Tracker("notches", "count", "notches.*", usual=0),
    Tracker("Shaken", "flag", "shaken"),
    Tracker("insane", "flag", "insane"),
    Tracker("Severely Injured", "flag", "severely_injured"),
    Tracker("bleeding", "flag", "bleeding"),
    Tracker("prone", "flag", "prone"),
    Tracker("dead", "flag", "dead"),
    Tracker("experience", "count", "xp", usual=0),
    Tracker("players' karma", "count", "karma.players", where="scene"),
    Tracker("Narrator's karma", "count", "karma.narrator", where="scene"),
    Tracker("net to be spent", "count", "last.net", where="scene"),
    Tracker("hidden check", "words", "hidden", where="scene"),
)
