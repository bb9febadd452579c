"""A stand-in for a value that is not decided yet: an action refused without reading it is refused for any value."""

from typing import Any, NoReturn


class UndecidedRead(Exception):
    """Raised when an action reads an undecided value: its result depends on that value."""


class _Unseen:
    """Stands in for any value but None; every operation on it raises `UndecidedRead`."""

    def _looked(self, *_: Any) -> NoReturn:
        raise UndecidedRead

    __getattribute__ = _looked
    __bool__ = __len__ = __iter__ = __contains__ = __getitem__ = _looked
    __hash__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _looked
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _looked
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __mod__ = __rmod__ = _looked
    __neg__ = __abs__ = __int__ = __index__ = __float__ = _looked
    __str__ = __repr__ = __format__ = __call__ = _looked


UNDECIDED: Any = _Unseen()
