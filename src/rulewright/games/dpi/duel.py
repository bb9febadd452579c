"""The duel: attack after attack until a side falls; by ruling both sides have turns. And the duels of the lab."""

from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game.fights import Bout
from rulewright.games.dpi.data import DIFFICULTY, WEAPONS
from rulewright.games.dpi.fight import FIGHT
from rulewright.games.dpi.fight_state import NO_ONE, FightPosition
from rulewright.games.dpi.high import refuse_late
from rulewright.games.dpi.one_on_one import (
    LAB_WORDS,
    SIDES,
    Attacks,
    OneOnOne,
    at_fixed_places,
    attacker_at_start,
    fight_on,
    target_attacks,
    target_of,
)
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.skirmish import SKIRMISH
from rulewright.games.dpi.weapons import refuse_out_of_range
from rulewright.rules import Dice, meaning, rule


class AttackDuel(OneOnOne, frozen=True):
    """Attacks until one side falls, by one side or by both in turns."""

    attacks_per_turn: Annotated[Attacks, meaning("the attacker's attacks in a turn, where foes have turns")] = 1
    target_attacks_per_turn: Annotated[Attacks, meaning("the target's attacks in a turn, where foes have turns")] = 1


class DuelEnd(Struct, frozen=True):
    """The side left standing."""

    winner: Literal["attacker", "target", "none"]


@rule("DPI-138", "DPI-A41")
def duel(dice: Dice[Options], duel: AttackDuel) -> DuelEnd:
    """Attack after attack until a side is at 0 HP; by ruling the target attacks in its own turns too."""
    end = begin_duel(dice, duel).fought(dice)
    return DuelEnd(end.end if end.end in SIDES else "none")


@rule("DPI-138", "DPI-A41")
def begin_duel(dice: Dice[Options], duel: AttackDuel) -> Bout:
    """A duel before its first attack; refuses weapons out of range, and by ruling an unarmed target."""
    options, policy = dice.options, duel.high_policy
    refuse_late(options, policy)
    refuse_out_of_range(options, WEAPONS[duel.weapon], duel.distance)
    full = target_attacks(options, duel)
    if full:
        refuse_out_of_range(options, WEAPONS[duel.counter_weapon], duel.distance)
    fighters = at_fixed_places(
        options,
        duel,
        target_of(options, duel, ap=duel.target_attacks_per_turn, attacks=full, high="keep"),
        policy == "best",
        ap=duel.attacks_per_turn,
        difficulty=DIFFICULTY[duel.target_difficulty],
        high=policy,
        relieves_at_once=policy == "relieve",
    )
    start = FightPosition((attacker_at_start(duel), duel.target_at_start(full)), left=duel.attacks_per_turn)
    return Bout(fight_on, start, (replace(fighters, timed=full),))


def attack_begins(position: FightPosition) -> bool:
    """Whether an attack of a duel begins: at its roll, or when Stress is relieved before it."""
    return not position.end and position.left > 0 and position.counters == NO_ONE and not position.relieved


DUEL = FIGHT.duel(
    "duel", begin_duel, SIDES, **LAB_WORDS, counts=attack_begins, best={"attacker": {"high_policy": "best"}}
)
DUELS = (DUEL, SKIRMISH)
