"""Commands whose code is in another module, which is imported when the command is run, so that `--help` is fast."""

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any


def implemented_in(module: str, function: str = "") -> Callable[[Callable[[], None]], Callable[..., Any]]:
    """A decorator for a command without a body: a module's function, by default of the same name, carries it out.

    The function gets every argument and option by name; the decorated command has the help text.
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
