"""Death, afterlife, resurrection, and the traumas gained and cured."""

from typing import Annotated, cast

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from rulewright.dice import reroll, table
from rulewright.games.dpi.data import AFTERLIVES, DERIVED, METERS, STATS, TRAUMAS, HitPoints, StatName
from rulewright.games.dpi.options import Options
from rulewright.games.dpi.sheet import Agent, Scores, capped, score_of
from rulewright.games.dpi.stress_and_sanity import high_after, stress_floor
from rulewright.games.dpi.traumas import HeldTraumas, RolledTrauma, TraumaName, is_final, lives_left
from rulewright.rules import Dice, meaning, rule

AFTERLIFE = table(*enumerate(AFTERLIVES, start=1))
TRAUMA = table(*enumerate(cast("tuple[RolledTrauma, ...]", tuple(TRAUMAS)), start=1))


class Death(Struct, frozen=True):
    """The outcome of a death: final, or an afterlife and a trauma."""

    final: bool
    afterlife: str | None
    trauma: RolledTrauma | None


@rule(
    "DPI-34",
    "DPI-35",
    "DPI-147",
    "DPI-149",
    "DPI-149A",
    "DPI-149B",
    "DPI-149C",
    "DPI-149D",
    "DPI-149E",
    "DPI-149F",
    "DPI-A29",
    "DPI-A32",
)
def death(dice: Dice[Options], traumas: HeldTraumas = ()) -> Death:
    """The dead come back with an afterlife and a trauma, a d6 each; with three traumas death is final."""
    if is_final(dice.options, traumas):
        return Death(True, None, None)
    afterlife = dice.pool("afterlife", AFTERLIFE)
    held = [face for face, name in enumerate(TRAUMAS, start=1) if name in traumas]
    again = dice.options.repeat_trauma == "reroll" and bool(held)
    trauma = dice.pool("trauma", reroll(TRAUMA, held, times=None) if again else TRAUMA)
    return Death(False, afterlife, trauma)


@rule("DPI-148", "DPI-A32")
def revival_hp(options: Options, hp_max: int) -> int:
    """The HP after resurrection: all, by ruling half (at least 1), or 1."""
    return {"full": hp_max, "half": max(1, hp_max // 2), "one": 1}[options.revive_hp]


class Revived(Struct, frozen=True):
    """An agent after resurrection; only `final` if there is none."""

    final: bool
    hp: int | UnsetType = UNSET
    stress: int | UnsetType = UNSET
    high: int | UnsetType = UNSET
    traumas: tuple[str, ...] | UnsetType = UNSET
    lives: int | UnsetType = UNSET


@rule("DPI-36", "DPI-148")
def stress_on_revival(traumas: tuple[str, ...]) -> int:
    """On revival Stress becomes 5."""
    return max(METERS.stress_on_revival, stress_floor(traumas))


@rule("DPI-34", "DPI-148", "DPI-A28", "DPI-A32", "DPI-A33")
def revive(
    options: Options,
    hp_max: Annotated[HitPoints, meaning("highest HP")],
    trauma: Annotated[RolledTrauma, meaning("the new trauma")],
    traumas: HeldTraumas = (),
) -> Revived:
    """Resurrection: Stress 5, High 0, and the new trauma with its limits; none with three traumas already."""
    if is_final(options, traumas):
        return Revived(True)
    held = (*traumas, trauma)
    return Revived(
        final=False,
        hp=revival_hp(options, hp_max),
        stress=stress_on_revival(held),
        high=high_after(0, 0, held),
        traumas=held,
        lives=lives_left(options, held),
    )


@rule("DPI-35", "DPI-36", "DPI-37", "DPI-38", "DPI-39", "DPI-40", "DPI-41", "DPI-A18", "DPI-A25", "DPI-A29")
def with_trauma(options: Options, agent: Agent, trauma: RolledTrauma, sphere: str) -> Agent:
    """A trauma raises its stat (at most +3 from it, never above 10) and a sphere of magic."""
    stat = TRAUMAS[trauma].stat
    gained = agent.trauma_gains.get(trauma, 0)
    stats, gains = agent.stats, agent.trauma_gains
    if stat is not None and gained < DERIVED.trauma_stat_most and score_of(agent, stat) < STATS.most:
        stats = _raised(stats, stat, 1)
        gains = {**gains, trauma: gained + 1}
    magic = {**agent.magic, sphere: agent.magic.get(sphere, 0) + 1}
    taken = replace(agent, stats=stats, trauma_gains=gains, magic=magic, traumas=(*agent.traumas, trauma))
    return capped(options, taken)


@rule("DPI-42", "DPI-43", "DPI-A34")
def without_trauma(options: Options, agent: Agent, trauma: TraumaName) -> Agent:
    """A cured trauma takes its gains with it, except the levels of magic."""
    held = list(agent.traumas)
    held.remove(trauma)
    gained = agent.trauma_gains.get(trauma, 0)
    kept = min(gained, held.count(trauma))
    stat = TRAUMAS[trauma].stat if trauma in TRAUMAS else None
    stats = agent.stats if stat is None else _raised(agent.stats, stat, kept - gained)
    gains = {name: levels for name, levels in {**agent.trauma_gains, trauma: kept}.items() if levels}
    return capped(options, replace(agent, stats=stats, trauma_gains=gains, traumas=tuple(held)))


def _raised(stats: Scores, stat: StatName, levels: int) -> Scores:
    return replace(stats, **{stat: getattr(stats, stat) + levels})
