"""A small game with a bag of tokens: what was drawn stays out of the bag until the round ends."""

from typing import Annotated

from msgspec import Struct, field
from msgspec.structs import replace

from rulewright.dice import Deck
from rulewright.game import Action, Character, Game, Roll, set_by
from rulewright.game.scene import SceneOf
from rulewright.rules import Dice, Inventory, Refused, between, rule

TOKENS = Deck({"gold": 4, "silver": 5, "skull": 1}, name="the bag")


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """None."""


class Sheet(Struct, frozen=True):
    """A thief and their coins."""

    name: str
    coins: int = 0


class Scene(SceneOf[Sheet], frozen=True):
    """The thieves, and how many tokens of each kind are in the bag."""

    bag: dict[str, int] = field(default_factory=lambda: dict(TOKENS.copies))


class Drawn(Struct, frozen=True):
    """What was drawn."""

    success: bool
    tokens: tuple[str, ...]


Number = Annotated[int, between(1, 5, "tokens to draw")]


@rule("TC-01")
def draw_tokens(dice: Dice[Options], number: Number = 2) -> Drawn:
    """Draw from a full bag; without the skull it is a success."""
    tokens = dice.draw("tokens", number, TOKENS)
    return Drawn("skull" not in tokens, tokens)


@rule("TC-01")
def come(dice: Dice[Options], scene: Scene, name: str) -> tuple[Scene, Drawn]:
    """Join the thieves."""
    scene.refuse_taken(name)
    return scene.with_sheet(name, Sheet(name)), Drawn(True, ())


@rule("TC-01", "TC-02")
def reach(dice: Dice[Options], scene: Scene, who: Character, number: Number = 2) -> tuple[Scene, Drawn]:
    """Reach into the bag."""
    sheet, bag = scene.sheet(who), Deck(scene.bag, name="the bag")
    if number > bag.size:
        raise Refused(f"only {bag.size} tokens are left", "TC-01")
    tokens = dice.draw("tokens", number, bag)
    if "skull" in tokens:
        return replace(scene.with_sheet(who, Sheet(who)), bag=dict(TOKENS.copies)), Drawn(False, tokens)
    left = dict(bag.without(tokens).copies)
    return replace(scene.with_sheet(who, Sheet(who, sheet.coins + number)), bag=left), Drawn(True, tokens)


GAME = Game(
    slug="three-cards",
    name="Three Cards",
    inventory=Inventory(__name__),
    options=Options,
    rolls=(Roll("draw", draw_tokens, "the tokens as they are drawn"),),
    scene=Scene,
    actions=(
        Action("come", come, "player", set_by(actor="name")),
        Action("reach", reach, "owner", set_by(actor="who number")),
    ),
    joining="come",
)
