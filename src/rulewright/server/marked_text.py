"""Rule texts with the names of options and values marked, so that an interface can show each in words."""

import re
from collections.abc import Iterable, Sequence

from rulewright.rules.options import Option


def mark_values(text: str, options: Sequence[Option]) -> str:
    """The text with `` `option=value` `` wherever an option is named together with one of its values.

    Other values become `` `=value` `` if they are in backticks or have a hyphen: a parameter may have the same name.
    """
    for option in options:
        if option.values:
            pair = rf"`{re.escape(option.name)}` (`?)({_one_of(option.values)})\1(?![\w`-])"
            text = re.sub(pair, rf"`{option.name}=\2`", text)
    values = [value for option in options for value in option.values]
    if values:
        text = re.sub(rf"`({_one_of(values)})`", r"`=\1`", text)
    hyphenated = [value for value in values if "-" in value]
    if hyphenated:
        text = re.sub(rf"(?<![\w`=-])({_one_of(hyphenated)})(?![\w`-])", r"`=\1`", text)
    return text


def _one_of(values: Iterable[str]) -> str:
    return "|".join(re.escape(value) for value in sorted(values, key=len, reverse=True))
