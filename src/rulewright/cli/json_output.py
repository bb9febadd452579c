"""What `--json` prints."""

import json
from typing import Any

import click


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    import msgspec  # not before it is needed: `--help` loads this module

    click.echo(json.dumps(msgspec.to_builtins(value)))
