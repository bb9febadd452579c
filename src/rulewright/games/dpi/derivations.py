"""Values worked out without dice."""

from rulewright.game import Derivation
from rulewright.games.dpi import clock, creation, grid, meters, movement, practice, rest, weapons

DERIVATIONS = (
    Derivation("agent", creation.derived_agent),
    Derivation("soak", weapons.soak),
    Derivation("reach", weapons.reach),
    Derivation("distance", grid.away),
    Derivation("area", grid.area),
    Derivation("clock", clock.clock),
    Derivation("elapse", clock.elapse),
    Derivation("stress", meters.gain_stress),
    Derivation("sanity-loss", meters.sanity_loss),
    Derivation("relieve", meters.relieve),
    Derivation("high", meters.gain_high),
    Derivation("xp", practice.experience),
    Derivation("move", movement.move),
    Derivation("revive", rest.revive),
    Derivation("long-rest", rest.long_rest),
    Derivation("week", rest.week),
)
