"""Risky Actions: Light Dice free of risk, Dark Dice that put Ego at stake."""

from functools import lru_cache
from math import comb
from typing import Annotated, Literal, NamedTuple

from msgspec import Struct

from rulewright.dice import Die, Draw, Odds, Ranked, d, highest_and_total, lowest
from rulewright.games.light_dark.data import BANDS, DICE, LIGHT, MAXIMA
from rulewright.games.light_dark.options import Options
from rulewright.rules import BadParameter, Dice, Parameters, Refused, between, meaning, rule

Result = Literal["fail", "complication", "success"]
RESULTS: tuple[Result, ...] = ("fail", "complication", "success")

MOST_DARK = 20
Attribute = Annotated[int, between(0, 3, "the Attribute that fits")]
SkillDice = Annotated[int, between(0, 3, "dice of the Skill that fits")]
LightMod = Annotated[int, between(-4, 4, "Light Dice gained or lost for tools, armour and Conditions")]
Relevant = Annotated[bool, meaning("whether you are able and equipped to do it, with an Attribute that fits")]
Dark = Annotated[int, between(0, MOST_DARK, "Dark Dice")]
Ego = Annotated[int, between(1, 12, "current Ego; beyond 6 only by the ruling `ego-ceiling`")]


@rule("LD-28", "LD-A16")
def ego_limit(options: Options) -> int:
    """Ego goes to 6, or to 12 where only the start has that ceiling."""
    return MAXIMA.ego_most if options.ego_ceiling == "start-only" else MAXIMA.ego_ceiling


def check_ego(ego: int, options: Options) -> None:
    """Refuses an Ego above the table's ceiling."""
    most = ego_limit(options)
    if ego > most:
        raise BadParameter("ego", f"at most {most} with `ego-ceiling` {options.ego_ceiling}", ego)


@rule("LD-09", "LD-14", "LD-42", "LD-43", "LD-44", "LD-A8", "LD-A9", "LD-A10", "LD-A44", "LD-A48")
def light_of(options: Options, attribute: int, skill: int, light_mod: int, relevant: bool) -> int:
    """Attribute, Skill and modifiers, then four at most; without a pool of your own there are none."""
    opened = {
        "skill-opens": attribute + skill > 0,
        "attribute-only": attribute > 0,
        "any-bonus": True,
    }[options.empty_pool]
    if not relevant or not opened:
        return 0
    return max(0, min(LIGHT.most, attribute + skill + light_mod))


class LightDice(Struct, frozen=True):
    """How many Light Dice you may take."""

    light: int


@rule("LD-42", "LD-43", "LD-44", "LD-A8", "LD-A9", "LD-A10")
def light_dice(
    options: Options, attribute: Attribute = 1, skill: SkillDice = 0, light_mod: LightMod = 0, relevant: Relevant = True
) -> LightDice:
    """The Light Dice of a Risky Action."""
    return LightDice(light_of(options, attribute, skill, light_mod, relevant))


class Pushed(NamedTuple):
    """The result (0 failure, 1 complication, 2 success) and the Ego left."""

    band: int
    ego: int


def _coloured(colour: str, costs_from: int) -> Die[Ranked]:
    """A Light or Dark Die: it ranks by its result and scores 1 if it costs Ego."""
    return Die([Ranked(band, int(face >= costs_from)) for face, band in enumerate(BANDS.result, start=1)], colour)


_LIGHT = _coloured("light", DICE.sides + 1)


@lru_cache(maxsize=32)
def _dark(ego: int) -> Die[Ranked]:
    return _coloured("dark", ego)


@rule("LD-A11")
def refuse_no_dice(options: Options, dice_count: int) -> None:
    """Refuses an action without dice, if the table forbids that."""
    if dice_count == 0 and options.zero_dice == "forbid":
        raise Refused("no dice: take a Dark Die, this table forbids acting without any", "LD-A11")


@rule("LD-41", "LD-45", "LD-46", "LD-47", "LD-49", "LD-50", "LD-51", "LD-A11", "LD-A12", "LD-A13", "LD-A15")
def push(dice: Dice[Options], light: int, dark: int, ego: int) -> Pushed:
    """All dice are rolled together, the highest decides, and each Dark Die not below Ego costs one Ego."""
    if light + dark == 0:
        if dice.options.zero_dice == "two-lowest":
            return Pushed(dice.pool("desperate dice", lowest(BANDS.desperate_dice * _BAND)), ego)
        return Pushed(0, ego)
    if dice.options.ego_compare == "cascade":
        best, lost = dice.pool("Light and Dark Dice", _cascade(light, dark, ego))
    else:
        best, lost = dice.pool("Light and Dark Dice", highest_and_total(light * _LIGHT + dark * _dark(ego)))
    if dark:
        dice.note("Dark Dice at Ego or above", lost, "LD-51", "LD-A13")
    return Pushed(best, max(0, ego - lost))


_BAND = d(DICE.sides).scored(lambda face: BANDS.result[face - 1])


class _Cascade:
    """Light and Dark Dice where Dark ones are compared from the highest down, each with the Ego left (LD-A13)."""

    def __init__(self, light: int, dark: int, ego: int) -> None:
        self.light, self.dark, self.ego = light, dark, ego
        self._odds: Odds[Ranked] | None = None

    def roll(self, draw: Draw, /) -> Ranked:
        faces = [draw(DICE.sides) for _ in range(self.light + self.dark)]
        ego = self.ego
        for face in sorted(faces[self.light :], reverse=True):
            ego -= 0 < ego <= face
        return Ranked(BANDS.result[max(faces) - 1], self.ego - ego)

    def odds(self) -> Odds[Ranked]:
        """Counts the rolls with no face above each result, and subtracts those of the result below."""
        if self._odds is None:
            weights: dict[Ranked, int] = {}
            below: dict[int, int] = {}
            for band in sorted(set(BANDS.result)):
                top = max(face for face in range(1, DICE.sides + 1) if BANDS.result[face - 1] <= band)
                upto = {lost: ways * top**self.light for lost, ways in self._losses(top).items()}
                for lost, ways in upto.items():
                    if ways > below.get(lost, 0):
                        weights[Ranked(band, lost)] = ways - below.get(lost, 0)
                below = upto
            self._odds = Odds(weights, DICE.sides ** (self.light + self.dark))
        return self._odds

    def _losses(self, top: int) -> dict[int, int]:
        """The ways to lose each amount of Ego when no Dark Die shows more than `top`, from the highest face down."""
        ways = {(self.dark, self.ego): 1}  # (dice not compared yet, Ego left)
        for face in range(top, 0, -1):
            onward: dict[tuple[int, int], int] = {}
            for (left, ego), count in ways.items():
                for showing in range(left + 1):
                    lost = min(showing, ego) if face >= ego else 0
                    key = (left - showing, ego - lost)
                    onward[key] = onward.get(key, 0) + count * comb(left, showing)
            ways = onward
        losses: dict[int, int] = {}
        for (left, ego), count in ways.items():
            if left == 0:
                losses[self.ego - ego] = losses.get(self.ego - ego, 0) + count
        return losses

    def kept(self, faces: tuple[int, ...], /) -> tuple[bool, ...]:
        return (True,) * len(faces)

    def __repr__(self) -> str:
        return f"highest of {self.light}d6 light + {self.dark}d6 dark, compared highest first"


@lru_cache(maxsize=4096)
def _cascade(light: int, dark: int, ego: int) -> _Cascade:
    return _Cascade(light, dark, ego)


class CheckTerms(Parameters, frozen=True):
    """The numbers of a Risky Action."""

    attribute: Attribute = 1
    skill: SkillDice = 0
    light_mod: LightMod = 0
    relevant: Relevant = True
    dark: Dark = 0
    ego: Ego = 3


class Acted(Struct, frozen=True):
    """How a Risky Action went."""

    result: Result
    ego_left: int
    lost: bool


@rule("LD-40", "LD-42", "LD-45", "LD-46", "LD-47", "LD-49", "LD-50", "LD-51", "LD-A11")
def risky_action(dice: Dice[Options], attempt: CheckTerms) -> Acted:
    """Light and Dark Dice: 1 to 3 fails, 4 or 5 succeeds with a complication, 6 succeeds; Dark Dice cost Ego."""
    light = light_of(dice.options, attempt.attribute, attempt.skill, attempt.light_mod, attempt.relevant)
    refuse_no_dice(dice.options, light + attempt.dark)
    dice.note("Light Dice", light, "LD-42", "LD-44")
    pushed = push(dice, light, attempt.dark, attempt.ego)
    return Acted(RESULTS[pushed.band], pushed.ego, pushed.ego == 0)
