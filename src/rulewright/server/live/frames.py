"""The messages of a live connection, one JSON object each, distinguished by `type`."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from rulewright.server.packed_offers import PackedOffers
from rulewright.table.views.shapes import EventView, TableView


class PatchView(Struct, frozen=True):
    """A value of the table's view that has changed: its path, and the new value unless it is gone."""

    path: list[str]
    value: Any = None
    gone: bool = False


class HelloFrame(Struct, frozen=True, tag="hello", tag_field="type"):
    """The first frame: the table as this seat sees it now, and the seats that follow it.

    Events after `after` are sent next, including those that the view already contains.
    """

    seq: int
    after: int
    seat: str
    view: TableView
    presence: list[str]


class EventFrame(Struct, frozen=True, tag="event", tag_field="type"):
    """An event as this seat sees it, and its changes to the seat's view."""

    seq: int
    event: EventView
    patch: list[PatchView] = []
    view: TableView | UnsetType = UNSET
    """The whole view instead of a patch, when the role of the seat has changed."""
    offers: bool = False
    """Whether the legal actions may have changed; with `offers=true` they follow in a frame of their own."""


class OffersFrame(Struct, frozen=True, tag="offers", tag_field="type"):
    """The actions that are legal for this seat after event `seq`; for those who follow with `offers=true`."""

    seq: int
    offers: PackedOffers


class PresenceFrame(Struct, frozen=True, tag="presence", tag_field="type"):
    """The seats that follow the table now."""

    presence: list[str]


class PingFrame(Struct, frozen=True, tag="ping", tag_field="type"):
    """A sign of life: up to event `seq` there is nothing else for this seat."""

    seq: int


class ClosedFrame(Struct, frozen=True, tag="closed", tag_field="type"):
    """The last frame of a stream that ends: the code and the reason."""

    code: int
    reason: str


Frame = HelloFrame | EventFrame | OffersFrame | PresenceFrame | PingFrame | ClosedFrame
