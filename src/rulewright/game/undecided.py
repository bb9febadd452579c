"""Stand-ins for values that are not decided yet, or hidden from a viewer.

An action that is refused without reading a stand-in is refused for any value.
"""

from typing import Any, NoReturn


class UndecidedRead(Exception):
    """Raised when an action reads an undecided value: its result depends on that value."""


class _StandIn:
    """Stands in for a value that must not be read: every attribute and calculation raises `UndecidedRead`."""

    def _looked(self, *_: Any) -> NoReturn:
        raise UndecidedRead

    __getattribute__ = _looked
    __len__ = __iter__ = __contains__ = __getitem__ = _looked
    __hash__ = _looked
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _looked
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __mod__ = __rmod__ = _looked
    __neg__ = __abs__ = __int__ = __index__ = __float__ = _looked
    __str__ = __repr__ = __format__ = __call__ = _looked


class _Unseen(_StandIn):
    """Stands in for any value but None; comparisons raise `UndecidedRead` too."""

    __bool__ = __hash__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _StandIn._looked


UNDECIDED: Any = _Unseen()


class Above(_StandIn):
    """Stands in for a number that is known only to be above `bound`; comparisons with more than that raise."""

    __slots__ = ("_bound",)
    __hash__ = _StandIn._looked

    def __init__(self, bound: int) -> None:
        self._bound = bound

    def __gt__(self, other: Any) -> bool:
        if other > object.__getattribute__(self, "_bound"):
            raise UndecidedRead
        return True

    def __ge__(self, other: Any) -> bool:
        return bool(self > other)

    def __lt__(self, other: Any) -> bool:
        return not self > other

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __eq__(self, other: object) -> bool:
        return not self > other

    def __ne__(self, other: object) -> bool:
        return bool(self > other)

    def __bool__(self) -> bool:
        return bool(self > 0)


def is_hidden(sheet: Any) -> bool:
    """Whether a value is a stand-in for a hidden one."""
    # `isinstance` would ask the stand-in for its class.
    return any(issubclass(type(getattr(sheet, field)), _StandIn) for field in sheet.__struct_fields__)
