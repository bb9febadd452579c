"""Sets up a ready-made scene at a new table."""

from rulewright.game import Opening
from rulewright.table.act import submit
from rulewright.table.perform import Attempt
from rulewright.table.tables import Tables, TableSeat


def set_up(tables: Tables, place: TableSeat, opening: Opening, seat: str = "", also: Attempt | None = None) -> None:
    """Play a ready-made scene and one further action; assign its heroes to a seat, or show them to everyone."""
    for action, params in opening.steps:
        submit(tables, place, Attempt("action", action, dict(params)))
    if also is not None:
        submit(tables, place, also)
    for hero in opening.heroes:
        tables.assign(place, hero, seat, shown=not seat)
