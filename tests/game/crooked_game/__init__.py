"""A game with one fault of each kind that checks must find; the line of each ends with a mark."""

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from rulewright.dice import d
from rulewright.game import Action, Character, FightStatus, Game, Opening, Roll, Tracker, set_by
from rulewright.game.scene import SceneOf
from rulewright.game.secrets import Secrets
from rulewright.rules import Dice, Inventory, Refused, between, rule


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """None."""


class Sheet(Struct, frozen=True):
    """A fighter."""

    name: str
    wounds: int = 0


class Scene(SceneOf[Sheet], frozen=True):
    """Two fighters and whose turn it is."""

    turn: str = ""
    log: dict[str, int] = {}


class Said(Struct, frozen=True):
    """What happened."""

    success: bool


@rule("CG-01")
def share(dice: Dice[Options], parts: Annotated[int, between(0, 6, "parts")] = 2) -> int:
    """Divide a die into parts."""
    return dice.pool("die", 1 * d(6)) // parts  # divides by zero


@rule("CG-01")
def patient(dice: Dice[Options], goal: Annotated[int, between(1, 6, "what to wait for")]) -> int:
    """Look for the goal, which is required, and never find it."""
    found = dice.pool("die", 1 * d(6))
    while found != goal + 7:  # spins
        found = (found + 1) % 7  # spins
    return found


@rule("CG-01")
def two_faced(dice: Dice[Options]) -> int:
    """Be luckier at the table than in the odds."""
    lucky = "_PlayedDice" in type(dice).__name__
    score = dice.pool("die", 1 * d(6))
    return 6 if lucky and score > 1 else score


@rule("CG-02")
def join(dice: Dice[Options], scene: Scene, name: str) -> tuple[Scene, Said]:
    """Join the fight."""
    return replace(scene.with_sheet(name, Sheet(name)), turn=name), Said(True)


@rule("CG-02")
def hit(dice: Dice[Options], scene: Scene, who: Character, target: Character) -> tuple[Scene, Said]:
    """Hit a character."""
    roll = dice.pool("hit", 1 * d(6))
    if who == target:
        raise Refused("nobody hits themselves", "CG-07")  # rolls first, cites wrongly
    sheet = scene.sheet(target, "target")
    return replace(scene.with_sheet(target, Sheet(target, sheet.wounds + roll)), turn=target), Said(roll > 3)


@rule("CG-02")
def note(dice: Dice[Options], scene: Scene, who: Character) -> tuple[Scene, Said]:
    """Write in the log."""
    scene.log[who] = len(scene.log)  # changes what it was given
    return scene, Said(True)


def fight(scene: Scene, options: Options) -> FightStatus | None:
    """A fight that neither side can win."""
    if len(scene.characters) < 2:
        return None
    over = all(sheet.wounds < 0 for sheet in scene.characters.values())
    return FightStatus(tuple(scene.characters), 1, scene.turn, {}, over, None)


GAME = Game(
    slug="crooked",
    name="Crooked",
    inventory=Inventory(__name__),
    options=Options,
    rolls=(
        Roll("share", share, "the die"),
        Roll("patient", patient, "the die"),
        Roll("two-faced", two_faced, "the die"),
    ),
    scene=Scene,
    actions=(
        Action("join", join, "player", set_by(actor="name")),
        Action("hit", hit, "owner", set_by(actor="who target"), when="turn"),
        Action("note", note, "owner"),
    ),
    trackers=(Tracker("wounds", "count", "wound"), Tracker("name", "words", "name")),
    secrets=Secrets(outcomes={"hitt": ("success",)}),
    fight=fight,
    openings=(
        Opening(
            "Two fighters.",
            (("join", {"name": "Ada"}), ("join", {"name": "Bo"})),
            ("Ada",),
            ("hit", {"who": "Bo", "target": "Ada"}),
        ),
    ),
)
