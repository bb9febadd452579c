"""The command line over everything: `rulewright --help`."""

from rulewright.cli.main import main

__all__ = ["main"]
