"""Options that several commands share."""

import math
from typing import Any

import click

from rulewright.cli.complete import complete_game, complete_option

game_argument = click.argument("slug", metavar="GAME", shell_complete=complete_game)
json_flag = click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts instead of text for people.")
option_flag = click.option(
    "--option",
    "option",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=complete_option,
    help="Set a table option; see `rulewright options GAME`. Can be repeated.",
)
plot_flag = click.option("--plot", type=click.Path(), metavar="FILE", help="Also write a chart, FILE.svg or FILE.png.")
out_flag = click.option(
    "--out",
    type=click.Path(),
    metavar="FOLDER",
    help="Also write report.md, report.html and charts into this folder.",
)


class _Seconds(click.FloatRange):
    """A time in seconds: a finite number above 0."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds: float = super().convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"{seconds} is not a number of seconds.", param, ctx)
        return seconds


TIME = _Seconds(min=0, min_open=True)
seconds_flag = click.option(
    "--seconds", type=TIME, default=20.0, show_default=True, help="Seconds for each exact answer."
)
