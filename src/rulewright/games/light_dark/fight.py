"""A fight to its end by a fixed plan, and how long it takes."""

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game.fights import Bout
from rulewright.games.light_dark.effects import MOST
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.turn import ChallengeTurn, Plan, Stand, alternating, judged, plan_for, play_on
from rulewright.readings import odds
from rulewright.rules import Dice, Refused, between, meaning, rule

KeepEgo = Annotated[int, between(0, 12, "Dark Dice are taken only while Ego is above this")]
Turns = Annotated[int, Meta(ge=1, le=MOST)]


class Fight(ChallengeTurn, frozen=True):
    """A Challenge fought with the same plan every turn."""

    keep_ego: KeepEgo = 1
    max_turns: Annotated[Turns | None, meaning("turns after which it is still ongoing; null is no limit")] = None


class LimitedFight(ChallengeTurn, frozen=True):
    """A Challenge fought for a number of turns at most."""

    keep_ego: KeepEgo = 1
    max_turns: Annotated[Turns, meaning("turns at most")] = 10


class FightEnd(Struct, frozen=True):
    """How a fight ended."""

    end: Literal["overcome-lost", "overcome-down", "overcome", "lost", "down", "failed", "ongoing", "stalemate"]
    hp_left: int
    ego_left: int


class FightLength(Struct, frozen=True):
    """How a fight ended and how many turns it took."""

    end: Literal["overcome-lost", "overcome-down", "overcome", "lost", "down", "failed", "ongoing"]
    turns: int


@lru_cache(maxsize=1024)
def _start(options: Options, given: Fight | LimitedFight, calls_stalemate: bool) -> tuple[Stand, Plan]:
    stand, plan, weapon = plan_for(options, given)
    stand, plan = alternating(stand, plan, weapon)
    stand = replace(stand, turns=given.max_turns)
    plan = replace(plan, keep_ego=given.keep_ego, calls_stalemate=calls_stalemate)
    _refuse_turns_without_dice(options, stand, plan)
    return judged(options, stand, plan), plan


@rule("LD-A11")
def _refuse_turns_without_dice(options: Options, stand: Stand, plan: Plan) -> None:
    """Where acting without dice is forbidden, so is a plan that can come to it."""
    if options.zero_dice != "forbid" or plan.light > 0:
        return
    if any(end.end == "no-dice" for end in odds(play_on, stand, plan, options=options)):
        raise Refused("no dice: this plan can come to a turn without any, and this table forbids that", "LD-A11")


@rule("LD-53", "LD-54", "LD-56", "LD-64", "LD-A11", "LD-A33", "LD-A39", "LD-A45", "LD-A46", "LD-A47")
def fight(dice: Dice[Options], fight: Fight) -> FightEnd:
    """Turn after turn with the same plan until the Challenge is overcome or the PC is down or lost."""
    bout = begin_fight(dice, fight)
    end = dice.call(bout.fight, bout.start, *bout.context)
    return FightEnd(end.end or "stalemate", end.hp, end.ego)


@rule("LD-A33")
def begin_fight(dice: Dice[Options], fight: Fight) -> Bout:
    """A fight before its first turn; what can never end is called a stalemate."""
    stand, plan = _start(dice.options, fight, True)
    return Bout(play_on, stand, (plan,))


@rule("LD-53", "LD-54", "LD-56", "LD-64", "LD-A11", "LD-A39", "LD-A46", "LD-A47")
def fight_length(dice: Dice[Options], fight: LimitedFight) -> FightLength:
    """How long a fight by the same plan lasts, and how it ends."""
    stand, plan = _start(dice.options, fight, False)
    end = dice.call(play_on, stand, plan)
    return FightLength(end.end, fight.max_turns - (end.turns or 0))  # type: ignore[arg-type]  # no-dice was refused
