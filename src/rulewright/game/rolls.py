"""The catalogue of a game: its rolls, its values without dice, and examples of both."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from rulewright.rules.parameters import Check, Parameter, checked_arguments, parameters_of, read, takes
from rulewright.rules.rule import summary


class Roll(Struct, frozen=True):
    """One entry of a game's catalogue of rolls."""

    name: str
    rule: Callable[..., Any]
    dice_order: str
    check: Check | None = None
    caps: Callable[[Any, Any], tuple[str, ...]] | None = None

    @property
    def summary(self) -> str:
        """The rule in one sentence."""
        return summary(self.rule)

    @property
    def parameters(self) -> list[Parameter]:
        """The parameters of the roll."""
        return takes(parameters_of(self.rule))

    def arguments(self, params: Mapping[str, Any], options: Any) -> dict[str, Any]:
        """Checked arguments for the rule; raises for unknown names and bad values."""
        return checked_arguments(self.rule, params, options, self.check)

    def cut_short(self, params: Mapping[str, Any], options: Any) -> tuple[str, ...]:
        """Sentences about outcome numbers that are capped: they mean that much or more."""
        return () if self.caps is None else self.caps(read(parameters_of(self.rule), params), options)


class Derivation(Struct, frozen=True):
    """A derived value, computed without dice. Its function takes the options first."""

    name: str
    function: Callable[..., Any]
    check: Check | None = None

    @property
    def parameters(self) -> list[Parameter]:
        """The parameters of the derived value."""
        return takes(parameters_of(self.function))


class Example(Struct, frozen=True):
    """A question worth asking of the game, and the command that answers it."""

    words: str
    command: Literal["odds", "roll"]
    roll: str
    params: Mapping[str, Any] = {}
    options: Mapping[str, Any] = {}
