"""What a request may ask for: the bodies of POST, PUT and PATCH, and the queries of GET."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from rulewright.table.events import Audience

MOST = 1_000_000_000

Sequence = Annotated[int, Meta(ge=0, le=MOST, description="the number of an event")]
Name = Annotated[str, Meta(max_length=200)]
Words = Annotated[str, Meta(max_length=4_000)]
Once = Annotated[str, Meta(max_length=100, description="a word of your own; the same word never acts twice")]
Face = Annotated[int, Meta(ge=1, le=MOST)]
Faces = Annotated[tuple[Face, ...], Meta(max_length=1_000, description="typed dice, in rolling order")]
Choices = Annotated[tuple[Any, ...], Meta(max_length=100, description="decisions, in the order they come up")]
Params = Annotated[dict[str, Any], Meta(max_length=100)]
Seconds = Annotated[float, Meta(ge=0.1, le=20, description="time for exact odds; after that, a simulation")]


class _Asked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"as_": "as"}):
    pass


class Nothing(_Asked, frozen=True, kw_only=True):
    """A request that takes nothing."""


# --- games without a table


class Options(_Asked, frozen=True, kw_only=True):
    """Options of a game to play by, where they differ from the defaults."""

    options: Params = {}


class RollOdds(Options, frozen=True, kw_only=True):
    """A roll of a game's catalogue to be priced."""

    roll: Name
    params: Params = {}
    seconds: Seconds = 5.0


class RollOnce(Options, frozen=True, kw_only=True):
    """A roll of a game's catalogue, with dice typed in or rolled by the server."""

    roll: Name
    params: Params = {}
    faces: Faces | None = None
    choices: Choices = ()


class Derive(Options, frozen=True, kw_only=True):
    """A value to work out without dice."""

    what: Name
    params: Params = {}


class Wanted(Options, frozen=True, kw_only=True):
    """A character, as far as it is settled."""

    wanted: Params = {}


class RandomSheet(Options, frozen=True, kw_only=True):
    """A random legal character; the same seed gives the same one."""

    seed: Annotated[int, Meta(ge=0, le=MOST)] | None = None


class Side(Options, frozen=True, kw_only=True):
    """One side of a comparison."""

    roll: Name
    params: Params = {}
    label: Name = ""


class Compare(_Asked, frozen=True, kw_only=True):
    """The same roll under several rulings or parameters."""

    sides: Annotated[tuple[Side, ...], Meta(min_length=2, max_length=6)]
    seconds: Seconds = 5.0


class Axis(_Asked, frozen=True):
    """A parameter, or an option written `option.NAME`, and the values it takes."""

    name: Name
    values: Annotated[tuple[Any, ...], Meta(min_length=1, max_length=400)]


class Sweep(RollOdds, frozen=True):
    """A figure of a roll over every value of one parameter or two; without a figure, the first there is."""

    axes: Annotated[tuple[Axis, ...], Meta(min_length=1, max_length=2)]
    figure: Name = ""


class FreeOdds(_Asked, frozen=True, kw_only=True):
    """Dice notation to be priced."""

    notation: Annotated[str, Meta(min_length=1, max_length=1_000)]


class FreeRoll(FreeOdds, frozen=True, kw_only=True):
    """Dice notation to be rolled, or typed in."""

    faces: Faces | None = None


# --- opening and joining


class Open(Options, frozen=True, kw_only=True):
    """A table to open; `ready` brings the game's example characters, `file` is the text of a file the game takes."""

    game: Name
    name: Name
    title: Name = ""
    ready: bool = False
    file: Annotated[str, Meta(max_length=400_000)] = ""


class Join(_Asked, frozen=True, kw_only=True):
    """An invitation to be exchanged for a seat."""

    invitation: Name
    name: Name


# --- looking


class Look(_Asked, frozen=True, kw_only=True):
    """The table now, or as it stood after an event; through one's own eyes or a player's."""

    at: Annotated[int, Meta(ge=1, le=MOST)] | None = None
    as_: Annotated[str, Meta(max_length=20)] = ""


class LookAs(_Asked, frozen=True, kw_only=True):
    """Through whose eyes."""

    as_: Annotated[str, Meta(max_length=20)] = ""


class ReadLog(LookAs, frozen=True, kw_only=True):
    """Which part of the log."""

    after: Sequence = 0
    most: Annotated[int, Meta(ge=1, le=1_000)] = 200


class Who(_Asked, frozen=True, kw_only=True):
    """For which character; one's own, when it is left out."""

    who: Name = ""


class Advice(Who, frozen=True, kw_only=True):
    """For whom, or on which decision that something waits for."""

    pending: Name = ""


class Aim(Who, frozen=True, kw_only=True):
    """An attack on a space of the map, before it is made."""

    weapon: Name
    at: tuple[Annotated[int, Meta(ge=-MOST, le=MOST)], Annotated[int, Meta(ge=-MOST, le=MOST)]]


class Dice(_Asked, frozen=True, kw_only=True):
    """Of which action, or of what that waits, with the faces typed so far."""

    action: Name = ""
    pending: Name = ""
    params: Params = {}
    faces: Faces = ()


class Follow(_Asked, frozen=True, kw_only=True):
    """From which event on; without one, from now."""

    after: Sequence | None = None


class Chances(_Asked, frozen=True, kw_only=True):
    """What to price: an action now, a roll of the catalogue, or each choice of something that waits."""

    action: Name = ""
    roll: Name = ""
    pending: Name = ""
    params: Params = {}
    seconds: Annotated[float, Meta(ge=0.1, le=10)] = 3.0


# --- doing


class _Doing(_Asked, frozen=True, kw_only=True):
    params: Params = {}
    faces: Faces | None = None
    choices: Choices = ()
    audience: Audience = "everyone"
    key: Once = ""
    expected: Sequence | None = None


class Act(_Doing, frozen=True, kw_only=True):
    """An action of the game."""

    action: Name


class Roll(_Doing, frozen=True, kw_only=True):
    """A roll of the catalogue, or dice notation."""

    roll: Name = ""
    notation: Annotated[str, Meta(max_length=1_000)] = ""


class Answer(_Asked, frozen=True, kw_only=True):
    """What something waits for: faces, a choice, or neither, and then the server rolls."""

    pending: Name
    faces: Faces | None = None
    choices: Choices = ()
    key: Once = ""
    expected: Sequence | None = None


class Pending(_Asked, frozen=True, kw_only=True):
    """Something that waits."""

    pending: Name


class Said(_Asked, frozen=True, kw_only=True):
    """Something said, or a command that begins with a slash."""

    text: Words
    to_gm: bool = False
    key: Once = ""


class Request(_Asked, frozen=True, kw_only=True):
    """An action that characters are asked for."""

    action: Name
    of: Annotated[tuple[Name, ...], Meta(max_length=300)]
    params: Params = {}
    words: Words = ""


class Settings(_Asked, frozen=True, kw_only=True):
    """Settings to change."""

    settings: Params


class Reveal(_Asked, frozen=True, kw_only=True):
    """A hidden roll to show."""

    seq: Sequence


class Seed(_Asked, frozen=True, kw_only=True):
    """A seed of one's own for the dice."""

    seed: Words


class Expected(_Asked, frozen=True, kw_only=True):
    """Only if the table has not gone on since this event."""

    expected: Sequence | None = None


class Backwards(Expected, frozen=True, kw_only=True):
    """How far to go back; without a number, before the last thing done."""

    back_to: Sequence | None = None


class Branch(_Asked, frozen=True, kw_only=True):
    """Where another table begins."""

    at: Sequence
    title: Name = ""


# --- seats, invitations and keys


class Invite(_Asked, frozen=True, kw_only=True):
    """An invitation to make."""

    role: Literal["co-gm", "player", "spectator"] = "player"
    uses: Annotated[int, Meta(ge=1, le=MOST)] = 1
    hours: Annotated[float, Meta(gt=0, le=100_000)] = 48.0
    character: Name = ""


class CutKey(_Asked, frozen=True, kw_only=True):
    """A further key to one's own seat, for a bot or another device."""

    label: Annotated[str, Meta(max_length=80)] = ""
    hours: Annotated[float, Meta(ge=0, le=100_000, description="0 for a key that does not expire")] = 0.0


class Seat(_Asked, frozen=True, kw_only=True):
    """What to change of a seat."""

    name: Name = ""
    role: Literal["co-gm", "player", "spectator"] | None = None


class Assign(_Asked, frozen=True, kw_only=True):
    """Who plays a character, and whether everyone sees the whole sheet."""

    seat: Annotated[str, Meta(max_length=20)] = ""
    shown: bool = False
