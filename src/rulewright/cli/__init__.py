"""The command line, `rulewright`."""

from rulewright.cli.main import main

__all__ = ["main"]
