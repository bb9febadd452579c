"""Actions: what changes the state of play, and how their parameters name things of the scene."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from rulewright.rules.parameters import Parameter, arguments, parameters_of, read, takes
from rulewright.rules.rule import summary

Character = Annotated[str, Meta(description="a character's name", extra={"names": "character"})]
"""The type of an action's parameter that names a character of the scene."""


def named(kind: str, meaning: str, of: str = "") -> Meta:
    """The name of something that the game lists under `kind`, judged together with all else that is named.

    `of` is the parameter that says whose it is: `Annotated[str, named("weapon", "a weapon", of="who")]`.
    """
    return Meta(description=meaning, extra={"names": kind, "of": of})


def suggested(kind: str, meaning: str, of: str = "") -> Meta:
    """As `named`, but each name is judged by itself: for long lists that bear on nothing else."""
    return Meta(description=meaning, extra={"suggests": kind, "of": of})


def named_by_rule(meaning: str, *choices: str) -> Meta:
    """A text of which only some are allowed, where the action itself refuses the others in its own words."""
    return Meta(description=meaning, extra={"choices": choices})


class Action(Struct, frozen=True):
    """Something that changes the state of play.

    `perform(dice, scene, **parameters)` gives the new scene and the outcome. Everything it refuses,
    it refuses before it throws a die. `by` says who may do it: anyone for their own character, or
    the game master only. `own` are the optional parameters that whoever does it decides on; the others
    say how things are.
    """

    name: str
    perform: Callable[..., tuple[Any, Any]]
    by: Literal["player", "gm"] = "player"
    when: Literal["turn", "any time"] = "any time"
    own: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """The action in one sentence."""
        return summary(self.perform)

    @property
    def parameters(self) -> list[Parameter]:
        """What it takes."""
        return takes(parameters_of(self.perform, skip=2))

    def arguments(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Checked arguments for `perform`, beside the dice and the scene."""
        return arguments(self.perform, read(parameters_of(self.perform, skip=2), params), skip=2)
