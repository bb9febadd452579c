"""Actions that every fight with a turn order has: end a turn, enter, leave, change the order, end the fight."""

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from rulewright.game.actions import Action, Character, named
from rulewright.game.scene import Said
from rulewright.game.turns import running
from rulewright.game.who_may import set_by
from rulewright.rules import Dice, Refused, rule
from rulewright.rules.limits import Name
from rulewright.rules.rule import carrying

ENTER = "enter-fight"
"""The action by which a character comes into a running fight."""
CanAct = Callable[[Any, Any, str], bool]
"""Whether a character takes part in the fight: (scene, options, name)."""


class Ordered(Struct, frozen=True):
    """The order of a fight."""

    order: tuple[str, ...]


def order_actions(can_act: CanAct, cited: str, ends: tuple[str, ...] | None = None) -> tuple[Action, ...]:
    """The actions for scenes whose `fight` is a `TurnOrder`; `cited` is the rule of the game about the order.

    Where turns are ended by `end-turn`, `ends` are the rules about that.
    """

    def end_turn(dice: Dice[Any], scene: Any, who: Character) -> tuple[Any, Said]:
        """End the turn; the next character who can act comes next."""
        turns = running(scene.fight).of(who).started(next(iter(ends or ()), None))
        after = turns.next_turn(lambda name: can_act(scene, dice.options, name))
        return replace(scene, fight=after), Said(f"{who} is done")

    @rule(cited)
    def enter_fight(dice: Dice[Any], scene: Any, who: Character) -> tuple[Any, Ordered]:
        """A character who comes late, or can act again, goes last from now on."""
        fight = running(scene.fight)
        scene.sheet(who)
        if who in fight.order:
            raise Refused(f"already in the fight: {who}", cited)
        if not can_act(scene, dice.options, who):
            raise Refused(f"cannot act: {who} takes no part", cited)
        return _with(scene, fight.with_last(who))

    @rule(cited)
    def leave_fight(dice: Dice[Any], scene: Any, who: Character) -> tuple[Any, Ordered]:
        """A character leaves the fight; if it is their turn, the next one's begins."""
        fight = running(scene.fight)
        scene.sheet(who)
        return _with(scene, fight.without(who, lambda name: can_act(scene, dice.options, name), cited))

    @rule(cited)
    def reorder_fight(
        dice: Dice[Any],
        scene: Any,
        order: Annotated[tuple[Name, ...], Meta(max_length=100), named("character", "everyone in the new order")],
    ) -> tuple[Any, Ordered]:
        """The order of the turns is changed; the turn stays with the same character."""
        return _with(scene, running(scene.fight).reordered(order, cited))

    @rule(cited)
    def end_fight(dice: Dice[Any], scene: Any) -> tuple[Any, Said]:
        """The fight ends."""
        running(scene.fight)
        return replace(scene, fight=None), Said("the fight is over")

    found = (
        Action(ENTER, enter_fight, "gm", role="enters-fight"),
        Action("leave-fight", leave_fight, "gm", role="leaves-fight"),
        Action("reorder-fight", reorder_fight, "gm", role="reorders-fight"),
        Action("end-fight", end_fight, "gm", role="ends-fight"),
    )
    if ends is None:
        return found
    end = Action("end-turn", carrying(end_turn, ends), "owner", set_by(actor="who"), when="turn", role="ends-turn")
    return (end, *found)


def _with(scene: Any, fight: Any) -> tuple[Any, Ordered]:
    return replace(scene, fight=fight), Ordered(fight.order)
