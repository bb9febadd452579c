"""Options: the rulings a table chooses between, as the fields of one frozen struct per game."""

from typing import Any, get_type_hints

import msgspec
from msgspec import Meta, Struct

from rulewright.rules.allowed import allowed
from rulewright.rules.hints import extras, unannotated
from rulewright.rules.parameters import default_of


class Option(Struct, frozen=True):
    """One option in words: its name, default, allowed values, and the effect of each."""

    name: str
    default: Any
    allowed: str
    ruling: str
    meaning: str
    values: dict[str, str]


def option(ruling: str, meaning: str = "", **values: str) -> Meta:
    """Annotates an option with its ruling, its meaning, and the effect of each value."""
    return Meta(description=meaning or None, extra={"ruling": ruling, "values": values})


def options_of(kind: type[Struct]) -> list[Option]:
    """Every option of a game, in words."""
    hints = get_type_hints(kind, include_extras=True)
    listed = []
    for field in msgspec.structs.fields(kind):
        hint = hints[field.name]
        _, metas = unannotated(hint)
        extra = extras(metas)
        words = next((meta.description for meta in metas if meta.description), "")
        listed.append(
            Option(
                field.encode_name,
                msgspec.to_builtins(default_of(field)),
                allowed(hint),
                str(extra.get("ruling", "")),
                words,
                dict(extra.get("values", {})),
            )
        )
    return listed
