"""A game's numbers and names: the TOML file beside its code, read into a typed struct."""

from importlib.resources import files
from typing import TypeVar

import msgspec

from rulewright.rules.decoding import ready
from rulewright.rules.errors import BadInput

T = TypeVar("T", bound=msgspec.Struct)


def load_data(package: str, kind: type[T], name: str = "data.toml") -> T:
    """The file `name` of a package as a `kind`; raises for a value of the wrong type or a missing name."""
    try:
        return msgspec.toml.decode(files(package).joinpath(name).read_bytes(), type=ready(kind))
    except FileNotFoundError:
        raise BadInput(f"broken game: {name} is missing in the package {package}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"broken game: {name} of the package {package}: {error}") from None
