"""The output of `--json`."""

import json
from typing import Any

import click


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    import msgspec  # imported late, because `--help` loads this module

    click.echo(json.dumps(msgspec.to_builtins(value)))
