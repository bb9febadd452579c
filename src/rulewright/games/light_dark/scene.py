"""The state of play: the characters, the Challenges they face, and the scenario's lists."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game import FightStatus, undecided
from rulewright.game.scene import SceneOf
from rulewright.games.light_dark.attributes import Attributes
from rulewright.games.light_dark.data import ATTRIBUTES
from rulewright.games.light_dark.options import Options
from rulewright.games.light_dark.scenario import STARTERS, Hits, Lists
from rulewright.games.light_dark.sheet import Sheet, maxima_of
from rulewright.rules import BadParameter, Dice, Refused, rule

Name = Annotated[str, Meta(max_length=100)]
"""A name given to an action."""


class Facet(Struct, frozen=True):
    """A facet of a Challenge (LD-63): its level, the Disposition left, its Effect dice and what they do.

    `hits` is None where the Challenge as a whole decides it. `attribute` and `tool` are those that fit the facet, where
    the GM has said so. A facet that `failed` can no longer be worked on.
    """

    level: str
    disposition_left: int
    dice: str
    hits: Hits | None = None
    attribute: str | None = None
    tool: str | None = None
    failed: bool = False


class Challenge(Struct, frozen=True):
    """A Challenge: its facets, how many act together, whether its Effects fork, who faces it, and its status.

    `last` is the PC who acted last.
    """

    facets: dict[str, Facet]
    count: int = 1
    forks: bool = False
    faced_by: tuple[str, ...] = ()
    turns: int = 0
    forked: int = 0
    status: Literal["open", "overcome", "failed", "left"] = "open"
    last: str = ""


class Failure(Struct, frozen=True, omit_defaults=True):
    """A Risky Action that has failed and that the GM may still grant: in which Challenge, and with which weapon."""

    challenge: str = ""
    facet: str = ""
    weapon: str = ""


class Scene(SceneOf[Sheet], frozen=True):
    """The state of play; `failures` has the last Risky Action of each PC, if it failed."""

    challenges: dict[str, Challenge] = {}
    scenario: Lists = STARTERS
    failures: dict[str, Failure] = {}

    def with_failure(self, who: str, failure: Failure | None) -> "Scene":
        """The scene with a PC's failed Risky Action noted, or cleared for None; hidden failures stay hidden."""
        if self.failures is undecided.UNDECIDED:
            return self
        others = {name: one for name, one in self.failures.items() if name != who}
        return replace(self, failures=others if failure is None else others | {who: failure})

    def refuse_taken(self, name: str, rule: str | None = None) -> None:
        """Refuses a name that another character or a Challenge has: in a fight both go by their names."""
        super().refuse_taken(name, rule)
        if name in self.challenges:
            raise Refused(f"name in use: {name}", rule)

    def challenge(self, name: str) -> Challenge:
        """A Challenge by name."""
        if name not in self.challenges:
            raise BadParameter("challenge", self.challenges, name)
        return self.challenges[name]

    def with_challenge(self, name: str, challenge: Challenge) -> "Scene":
        """The scene with one Challenge changed or added."""
        return replace(self, challenges={**self.challenges, name: challenge})


@rule("LD-22", "LD-23", "LD-31", "LD-A12")
def refuse_unless_up(sheet: Sheet) -> None:
    """Refuses an action of a PC who owes an Attribute point or is not up."""
    refuse_loss_due(sheet)
    if sheet.status != "up":
        raise Refused(f"not up: {sheet.name} is {sheet.status}", "LD-23")


@rule("LD-22")
def refuse_loss_due(sheet: Sheet) -> None:
    """Refuses anything else while an Attribute loss is due."""
    if sheet.loss_due:
        raise Refused(f"attribute loss due: {sheet.name} must lose a point of {', '.join(ATTRIBUTES)} first", "LD-22")


@rule("LD-11")
def refuse_dead(sheet: Sheet) -> None:
    """Refuses anything that would happen to a dead PC."""
    if sheet.status == "dead":
        raise Refused(f"not up: {sheet.name} is dead", "LD-11")


@rule("LD-17", "LD-22", "LD-23", "LD-A24")
def wounded(sheet: Sheet, hp: int, shield: bool, loss_due: bool) -> Sheet:
    """The sheet after harm; at 0 HP the PC is unconscious and owes an Attribute point."""
    status = "unconscious" if hp == 0 and sheet.status == "up" else sheet.status
    gear = replace(sheet.gear, shield=shield)
    return replace(sheet, hp=hp, gear=gear, status=status, loss_due=sheet.loss_due or loss_due)


@rule("LD-26", "LD-30", "LD-31", "LD-A27")
def ego_spent(dice: Dice[Options], scene: Scene, sheet: Sheet, ego: int) -> Sheet:
    """The sheet with `ego` left; at 0 the PC is lost, unless the table lets a Condition save them."""
    if ego > 0:
        return replace(sheet, ego=ego)
    free = [name for name in scene.scenario.conditions if name not in sheet.conditions]
    if dice.options.condition_at_zero == "yes" and free:
        taken = dice.choose(sheet.name, "take a Condition?", ("no", *free))
        if taken != "no":
            held = {**sheet.conditions, taken: scene.scenario.conditions[taken].light}
            return replace(sheet, ego=maxima_of(dice.options, sheet).max_ego, conditions=held)
    return replace(sheet, ego=0, status="lost")


@rule("LD-10", "LD-A19")
def reshaped(options: Options, sheet: Sheet, attributes: Attributes) -> Sheet:
    """The sheet with changed Attributes; if the table derives the maxima again, HP and Ego are cut to them."""
    after = replace(sheet, attributes=attributes)
    if options.attribute_change == "keeps-maxima":
        return after
    most = maxima_of(options, after)
    return replace(after, hp=min(after.hp, most.max_hp), ego=min(after.ego, most.max_ego))


@rule("LD-53")
def next_to_act(scene: Scene, challenge: Challenge, pcs: Sequence[str]) -> str:
    """The next PC who is up after the one who acted last; the first of them if none has."""
    at = pcs.index(challenge.last) + 1 if challenge.last in pcs else 0
    in_turn = [*pcs[at:], *pcs[:at]]
    return next((name for name in in_turn if scene.characters[name].status == "up"), in_turn[0])


@rule("LD-53", "LD-54", "LD-A36")
def fight_status(scene: Scene, options: Options) -> FightStatus | None:
    """The last Challenge begun: who faces it, whose turn it is, and whether it is over."""
    if not scene.challenges:
        return None
    name, challenge = list(scene.challenges.items())[-1]
    facing = [who for who in challenge.faced_by if who in scene.characters]
    up = [who for who in facing if scene.characters[who].status == "up"]
    over = challenge.status != "open" or (bool(facing) and not up)
    winner: str | None = None
    if over:
        winner = ", ".join(facing) if challenge.status == "overcome" else name
    turn = next_to_act(scene, challenge, facing) if up else name
    return FightStatus((*facing, name), challenge.turns + 1, turn, {}, over, winner)


def side_of(scene: Scene, name: str) -> str:
    """The PCs against the Challenge."""
    return name if name in scene.challenges else "the PCs"
