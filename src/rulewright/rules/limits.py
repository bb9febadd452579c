"""Limits of parameters and stored values: bounded types that games share.

Values come from untrusted callers, so each number has a minimum and a maximum, and each text, list and object a maximum
length.
"""

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from rulewright.rules.allowed import in_words

Name = Annotated[str, Meta(max_length=200)]
"""A name: of a character, a skill, a weapon."""
Text = Annotated[str, Meta(max_length=4_000)]
"""A few sentences."""
Names = Annotated[tuple[Name, ...], Meta(max_length=100)]
"""Some names."""
Tally = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
"""A number on a sheet that actions add to, and that the rules do not limit."""
Total = Annotated[int, Meta(ge=0, le=1_000_000_000)]
"""A `Tally` that is never below 0."""

_Scalar = (
    Annotated[int, Meta(ge=-(2**53), le=2**53)]
    | Annotated[float, Meta(ge=-(2.0**53), le=2.0**53)]
    | Annotated[str, Meta(max_length=10_000)]
    | bool
    | None
)
_Key = Annotated[str, Meta(max_length=200)]
_MOST_ITEMS = Meta(max_length=1_000)
# A type cannot contain itself without a struct, so each level is written out.
_Inner1 = _Scalar | Annotated[list[_Scalar], _MOST_ITEMS] | Annotated[dict[_Key, _Scalar], _MOST_ITEMS]
_Inner2 = _Scalar | Annotated[list[_Inner1], _MOST_ITEMS] | Annotated[dict[_Key, _Inner1], _MOST_ITEMS]
_Inner3 = _Scalar | Annotated[list[_Inner2], _MOST_ITEMS] | Annotated[dict[_Key, _Inner2], _MOST_ITEMS]
_Inner4 = _Scalar | Annotated[list[_Inner3], _MOST_ITEMS] | Annotated[dict[_Key, _Inner3], _MOST_ITEMS]
_Inner5 = _Scalar | Annotated[list[_Inner4], _MOST_ITEMS] | Annotated[dict[_Key, _Inner4], _MOST_ITEMS]
if TYPE_CHECKING:
    PlainValue = Any  # the function that reads a value checks its type
else:
    PlainValue = Annotated[
        _Scalar | Annotated[list[_Inner5], _MOST_ITEMS] | Annotated[dict[_Key, _Inner5], _MOST_ITEMS],
        in_words(
            "a plain value: numbers within 2**53, texts of at most 10,000 characters, "
            "lists and objects of at most 1,000 items and 6 levels"
        ),
    ]
"""Any plain value within limits of size and depth, for functions that validate it themselves."""
PlainValues = Annotated[dict[_Key, PlainValue], Meta(max_length=100)]
"""Plain values by name."""

LONGEST_EVENT = 4_000_000
"""Bytes of one event of a table: enough for an undo that restores the scene of a full table."""
within_event = Meta(extra={"max_bytes": LONGEST_EVENT})
"""The limit of a stored value that has no other: it is at most as long as its event."""
Stored = Annotated[Any, within_event]
"""A plain value of a game, as an event stores it."""
