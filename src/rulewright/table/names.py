"""Checks of people's names at a table: visible, and not to be mistaken for the GM's."""

import unicodedata
from collections.abc import Iterable

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Invisible characters that Unicode counts as letters, marks or symbols."""

_LOOKALIKES = str.maketrans(
    "аВвЕеЁёКкМмНнОоРрСсТтУуХхІіЇїЈјЅѕԁһԛԜԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ01",  # noqa: RUF001 - that is the point
    "aBbEeEeKkMmHhOoPpCcTtYyXxIiIiJjSsdhqWwlABEZHIKMNOPTYXaiknoptuxol",
)
"""Letters and digits that look like Latin letters in most fonts."""


def is_visible(name: str) -> bool:
    """Whether a name has a letter, digit or symbol that can be seen."""
    return any(unicodedata.category(one)[0] in "LNSP" and one not in _BLANK for one in name)


def without_blanks(name: str) -> str:
    """A name without invisible characters; spaces are kept."""
    return "".join(one for one in name if one not in _BLANK).strip()


def look_alike(name: str, others: Iterable[str]) -> bool:
    """Whether a name can be mistaken for one of the others."""
    return _shape(name) in {_shape(one) for one in others}


def _shape(name: str) -> str:
    """A name without its case, accents, spaces and the differences between similar letters of other scripts."""
    plain = unicodedata.normalize("NFKD", name).translate(_LOOKALIKES)
    plain = unicodedata.normalize("NFKD", plain.casefold()).translate(_LOOKALIKES)
    letters = (one for one in plain if unicodedata.category(one)[0] in "LNS" and one not in _BLANK)
    return "".join(letters).replace("l", "i").replace("rn", "m").replace("vv", "w")
