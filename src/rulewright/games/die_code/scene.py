"""The state of play: the characters, their standing modifiers, and the running contest or chase."""

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from rulewright.game import Character, FightStatus, suggested
from rulewright.game.scene import SceneOf
from rulewright.game.turns import TurnOrder, standing
from rulewright.games.die_code.chase import Pursuit
from rulewright.games.die_code.codes import CodeText
from rulewright.games.die_code.contest import Score, Scoring
from rulewright.games.die_code.movement import Number
from rulewright.games.die_code.options import Options
from rulewright.games.die_code.pool import (
    Advantage,
    Disadvantage,
    Modifier,
    Penalty,
    PoolParameters,
    PoolTerms,
    hand_of,
)
from rulewright.games.die_code.sheet import Sheet, size_of
from rulewright.games.die_code.sizes import SizeUse, size_points
from rulewright.rules import Parameters, Refused, meaning, rule
from rulewright.rules.limits import Name

_ON = "a skill, an attribute or a piece of equipment on the sheet, or a die code"
_BONUS = "a helpful piece of equipment on the sheet, or bonus dice as a code"

Named = Annotated[Name, suggested("code", _ON, of="who")]
OpponentNamed = Annotated[Name, suggested("code", _ON, of="opponent")]
QuarryNamed = Annotated[Name, suggested("code", _ON, of="quarry")]
PursuerNamed = Annotated[Name, suggested("code", _ON, of="pursuer")]
Bonus = Annotated[Name | None, suggested("equipment", _BONUS, of="who")]
OpponentBonus = Annotated[Name | None, suggested("equipment", _BONUS, of="opponent")]


class CharacterThrow(Parameters, frozen=True, kw_only=True):
    """A throw of a character; standing modifiers are added."""

    who: Character
    on: Named
    bonus: Bonus = None
    modifier: Modifier = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0
    penalty: Penalty = 0


class Versus(CharacterThrow, frozen=True, kw_only=True):
    """Throws of a character and an opponent."""

    opponent: Character
    opponent_on: OpponentNamed
    opponent_bonus: OpponentBonus = None
    opponent_modifier: Modifier = 0
    opponent_advantage: Advantage = 0
    opponent_disadvantage: Disadvantage = 0
    opponent_penalty: Penalty = 0
    size_use: Annotated[SizeUse | None, meaning("whether size matters: agile, force or none")] = None

    @property
    def opponents(self) -> CharacterThrow:
        """The other side's throw."""
        own = [name for name in CharacterThrow.__struct_fields__ if name != "who"]
        return CharacterThrow(who=self.opponent, **{name: getattr(self, f"opponent_{name}") for name in own})


class StandingModifiers(Struct, frozen=True):
    """A character's standing modifiers, whether they are in combat, and the distance they have moved."""

    advantage: int = 0
    disadvantage: int = 0
    penalty: int = 0
    modifier: int = 0
    in_combat: bool = False
    distance: Number = 0


NO_STANDING = StandingModifiers()


class RunningContest(Struct, frozen=True):
    """A running contest: the throws of both sides, the score, and how points are won."""

    sides: Versus
    score: Score
    scoring: Scoring
    round: int = 1


class RunningChase(Struct, frozen=True):
    """A running chase: who runs, on which skill or attribute, and the gap and round."""

    quarry: str
    quarry_on: str
    pursuer: str
    pursuer_on: str
    escape: int
    rounds: int
    run: Pursuit

    @property
    def turn(self) -> str:
        """The character who moves next."""
        return self.pursuer if self.run.pursuer_next else self.quarry


class RunningFight(TurnOrder, frozen=True):
    """A running fight: the order, whose turn it is, and who is on which side."""

    sides: dict[str, str] = {}


class Scene(SceneOf[Sheet], frozen=True):
    """The characters, and the contest, chase or fight if one is running."""

    standing: dict[str, StandingModifiers] = {}
    contest: RunningContest | None = None
    chase: RunningChase | None = None
    fight: RunningFight | None = None

    def stands(self, name: str) -> bool:
        """Whether anything is left of a character's body."""
        return self.characters[name].body > 0

    def standing_of(self, name: str) -> StandingModifiers:
        """The standing modifiers of a character."""
        self.sheet(name)
        return self.standing.get(name, NO_STANDING)

    def with_standing(self, name: str, standing: StandingModifiers) -> "Scene":
        """The scene with a character's standing modifiers changed."""
        return replace(self, standing={**self.standing, name: standing})


@rule("DC-A28", "DC-A29", "DC-A31")
def refuse_running(scene: Scene) -> None:
    """Only one contest, chase or fight runs at a time."""
    found = {"a contest": scene.contest, "a chase": scene.chase, "a fight": scene.fight}
    for running in (words for words, one in found.items() if one is not None):
        raise Refused(f"{running} is running: end it first", "DC-A28")


@rule("DC-06", "DC-07", "DC-08", "DC-A2", "DC-A3")
def pool_for(scene: Scene, throw: CharacterThrow) -> PoolParameters:
    """The pool of a skill with its attribute, an attribute alone, equipment or any code, with standing modifiers."""
    sheet, standing = scene.sheet(throw.who), scene.standing_of(throw.who)
    whole: CodeText = None
    attribute: CodeText = None
    skill: CodeText = None
    if throw.on in sheet.skills:
        attribute, skill = sheet.attributes[sheet.skills[throw.on].attribute], sheet.skills[throw.on].code
    elif throw.on in sheet.attributes:
        attribute = sheet.attributes[throw.on]
    else:
        whole = _equipment_or_code(sheet, throw.on)
    return PoolParameters(
        whole,
        attribute,
        skill,
        None if throw.bonus is None else _equipment_or_code(sheet, throw.bonus),
        throw.modifier + standing.modifier,
        throw.advantage + standing.advantage,
        throw.disadvantage + standing.disadvantage,
        throw.penalty + standing.penalty,
    )


@rule("DC-A16", "DC-A27")
def hands_of(options: Options, scene: Scene, sides: Versus) -> tuple[PoolTerms, PoolTerms]:
    """Both sides of an opposed roll; the opponent's size is the target's."""
    if sides.who == sides.opponent:
        raise Refused("a character cannot roll against themselves", "DC-A27")
    own, other = (size_of(options, scene.sheet(name)) for name in (sides.who, sides.opponent))
    points = size_points(options, own, other, sides.size_use)
    return hand_of(options, pool_for(scene, sides), points), hand_of(options, pool_for(scene, sides.opponents))


def _equipment_or_code(sheet: Sheet, name: str) -> str:
    if name in sheet.equipment:
        return sheet.equipment[name]
    if not name.lstrip()[:1].isdigit():
        raise Refused(f"unknown name: {name[:40]!r} is neither on the sheet of {sheet.name} nor a die code", "DC-A2")
    return name


def side_of(scene: Scene, name: str) -> str:
    """The side of a character in a fight; a side of their own if none was named."""
    return name if scene.fight is None else scene.fight.sides.get(name, name)


def fight_status(scene: Scene, options: Options) -> FightStatus | None:
    """The running fight, contest or chase: its sides, whose turn it is, what is left, and who has won."""
    if scene.fight is not None:
        return _fight_status(scene, scene.fight)
    if scene.contest is not None:
        return _contest_status(scene.contest)
    return None if scene.chase is None else _chase_status(scene.chase)


def _fight_status(scene: Scene, fight: RunningFight) -> FightStatus:
    over, winner = standing({name: side_of(scene, name) for name in fight.order}, scene.stands)
    return FightStatus(fight.order, fight.round, fight.turn, {}, over, winner)


def _contest_status(contest: RunningContest) -> FightStatus:
    score, names = contest.score, (contest.sides.who, contest.sides.opponent)
    missing = {names[0]: score.target - score.actor, names[1]: score.target - score.opponent}
    winner = names[score.winner == "opponent"] if score.over else None
    return FightStatus(names, contest.round, names[0], missing, score.over, winner)


def _chase_status(chase: RunningChase) -> FightStatus:
    run, over = chase.run, chase.run.end != "none"
    winner = {"caught": chase.pursuer, "escaped": chase.quarry, "open": chase.quarry}.get(run.end)
    return FightStatus((chase.quarry, chase.pursuer), run.round, chase.turn, {}, over, winner, last_round=chase.rounds)
