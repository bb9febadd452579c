"""Commands that another module carries out, which is imported when one is run: `--help` does not wait for it."""

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any


def carried_out_by(module: str, function: str = "") -> Callable[[Callable[[], None]], Callable[..., Any]]:
    """A command without a body, carried out by the function of its name, or of another, in a module of this package.

    That function is given every argument and option by its name; the command itself has the help text.
    """

    def command(described: Callable[[], None]) -> Callable[..., Any]:
        @wraps(described)
        def run(**given: Any) -> Any:
            return carrier()(**given)

        def carrier() -> Callable[..., Any]:
            found: Callable[..., Any] = getattr(import_module(f"rulewright.cli.{module}"), name)
            return found

        name = function or described.__name__
        run.__dict__["carrier"] = carrier
        return run

    return command
