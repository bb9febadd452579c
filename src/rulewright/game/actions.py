"""Actions, which change the scene, and the types of parameters that name something in it."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from rulewright.game.roles import USUAL_ROLES, Role, Use
from rulewright.game.who_may import By, Depends, Setter
from rulewright.rules.limits import Name
from rulewright.rules.parameters import Parameter, arguments, parameters_of, read, takes
from rulewright.rules.rule import summary

Character = Annotated[Name, Meta(description="a character's name", extra={"names": "character"})]
"""The type of an action's parameter that names a character of the scene."""


def named(kind: str, meaning: str, of: str = "", use: Use | None = None) -> Meta:
    """Annotates a name that the game lists under `kind`; legality tries it in every combination with other names.

    `of` is the parameter that names its owner, and `use` what it is for:
    `Annotated[str, named("weapon", "a weapon", of="who", use="arm")]`.
    """
    return Meta(description=meaning, extra={"names": kind, "of": of, **({} if use is None else {"use": use})})


def new_name(meaning: str) -> Meta:
    """Annotates the name of something that the action adds to the scene."""
    return Meta(description=meaning, extra={"use": "new"})


def suggested(kind: str, meaning: str, of: str = "") -> Meta:
    """Like `named`, but legality tries each name on its own: for long lists that do not affect other parameters."""
    return Meta(description=meaning, extra={"suggests": kind, "of": of})


def named_by_rule(meaning: str, *choices: str, **notes: str) -> Meta:
    """Annotates a text with its allowed values; the action itself refuses others, with its own message.

    A value with a note is shown with it: `named_by_rule("an ability", AGI="climbing", STR="lifting")`.
    """
    return Meta(description=meaning, extra={"choices": (*choices, *notes), "notes": notes})


class Action(Struct, frozen=True):
    """Something a character or the GM does, which changes the scene.

    `perform(dice, scene, **parameters)` returns the new scene and the outcome. It must raise every refusal before it
    throws a die. `by` says who may take it and `sets` who sets each parameter (`set_by` writes it). With `approved` a
    player's action waits for the GM's approval. `whose` finds the character who acts, for an action that has no
    parameter `who`. `role` is its part in a fight; an action named as the engine names them needs to say none.
    """

    name: str
    perform: Callable[..., tuple[Any, Any]]
    by: By
    sets: Mapping[str, Setter] = {}
    when: Literal["turn", "any time"] = "any time"
    approved: bool = False
    whose: Depends | None = None
    role: Role | None = None

    def __post_init__(self) -> None:
        """Give an action that says no role the usual one of its name."""
        if self.role is None and self.name in USUAL_ROLES:
            msgspec.structs.force_setattr(self, "role", USUAL_ROLES[self.name])

    @property
    def own(self) -> tuple[str, ...]:
        """The optional parameters that the acting player decides on; the others describe the situation."""
        return tuple(
            one.name
            for one in self.parameters
            if not one.required and (self.sets.get(one.name) == "actor" or isinstance(self.sets.get(one.name), Depends))
        )

    @property
    def summary(self) -> str:
        """The action in one sentence."""
        return summary(self.perform)

    @property
    def parameters(self) -> list[Parameter]:
        """The parameters of the action."""
        return takes(parameters_of(self.perform, skip=2))

    def arguments(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Checked arguments for `perform`, apart from the dice and the scene."""
        return arguments(self.perform, read(parameters_of(self.perform, skip=2), params), skip=2)
