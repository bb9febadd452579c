"""The parts of a game's scenes and outcomes that only the GM sees."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct


class Secrets(Struct, frozen=True):
    """The parts of scenes, sheets and outcomes that only the GM sees.

    `scene_shows` lists the fields of the scene that players see beside the characters: a field that is added
    is hidden until it is listed. Without it they see all fields. `outcomes` names, by roll or action, the
    parameters and outcome fields that players never see; `scene` names places in the scene, written with dots;
    those in `open_only` are known to players if the action that changed them last was open and no other place in
    `scene` has a value.

    Of a character run by the GM players see only the fields in `foe_shows`. What they know in part
    of another field, `foe_known` gives from the sheet, for the legality of actions: that HP are above 0, say.
    When such a character takes part in an action, they see only the outcome fields that `foe_outcomes` lists
    for it: none of an action that is not listed there. "hit.who" shows the field `who` of every entry of
    `hit`. `foe_scene` names the places in the scene that would reveal such a sheet, each with the place that
    names whose sheet it is: "" for the character whose turn it is, "*" where the place itself has the
    character's name in place of a "*".
    """

    scene_shows: tuple[str, ...] | None = None
    outcomes: Mapping[str, tuple[str, ...]] = {}
    scene: tuple[str, ...] = ()
    open_only: tuple[str, ...] = ()
    foe_shows: tuple[str, ...] = ("name",)
    foe_known: Mapping[str, Callable[[Any], Any]] = {}
    foe_outcomes: Mapping[str, tuple[str, ...]] = {}
    foe_scene: Mapping[str, str] = {}
