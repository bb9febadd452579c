"""The rulings that matter most in a game, each with the lab's recommendation and reason, as data beside its rules."""

from typing import Any

from msgspec import Struct

from rulewright.rules.data import load_data


class AdvisedRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """An option that matters, the value to take, and the lab's reason in a line."""

    option: str
    take: Any
    why: str


class Preset(Struct, frozen=True):
    """A set of options by a name, such as "recommended"."""

    name: str
    words: str
    options: dict[str, Any]


class _PresetFile(Struct, frozen=True, forbid_unknown_fields=True):
    first: tuple[AdvisedRuling, ...]


def load_advised(package: str) -> tuple[AdvisedRuling, ...]:
    """The rulings in a game's `rulings.toml`, the one that matters most first."""
    return load_data(package, _PresetFile, "rulings.toml").first


def presets_of(advised: tuple[AdvisedRuling, ...], defaults: dict[str, Any]) -> tuple[Preset, ...]:
    """The presets "as written", which has the defaults, and "recommended"; none if nothing is recommended."""
    if not advised:
        return ()
    changed = {one.option: one.take for one in advised if one.take != defaults[one.option]}
    return (
        Preset("as written", "the rules as they stand, and the plainest reading where they are silent", {}),
        Preset("recommended", "what the lab found to play best; each change has its reason", changed),
    )
