"""The bodies of POST, PUT and PATCH requests, and the queries of GET requests."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulewright.rules.limits import PlainValue, PlainValues
from rulewright.table.events import Audience

LARGEST = 1_000_000_000

EventNumber = Annotated[int, Meta(ge=0, le=LARGEST, description="the number of an event")]
Name = Annotated[str, Meta(max_length=200)]
LongText = Annotated[str, Meta(max_length=4_000)]
SeatName = Annotated[str, Meta(max_length=20)]
IdempotencyKey = Annotated[str, Meta(max_length=100, description="any text; the same text never acts twice")]
Face = Annotated[int, Meta(ge=1, le=LARGEST)] | Name
Faces = Annotated[
    tuple[Face, ...], Meta(max_length=1_000, description="typed dice in rolling order; a card by its name, as text")
]
Choices = Annotated[tuple[PlainValue, ...], Meta(max_length=100, description="decisions, in the order they come up")]
Params = PlainValues
Seconds = Annotated[float, Meta(ge=0.1, le=20, description="time for exact odds; after that, a simulation")]


class _Request(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"as_": "as"}):
    pass


class EmptyRequest(_Request, frozen=True, kw_only=True):
    """No parameters."""


# --- games without a table


class GameRequest(_Request, frozen=True, kw_only=True):
    """A game to describe; `brief` leaves out the parts not needed to play: rolls, derived values, options."""

    brief: bool = False


class OptionsRequest(_Request, frozen=True, kw_only=True):
    """Options of the game, where they differ from the defaults."""

    options: Params = {}


class OddsRequest(OptionsRequest, frozen=True, kw_only=True):
    """A roll of a game's catalogue whose odds are wanted."""

    roll: Name
    params: Params = {}
    seconds: Seconds = 5.0


class GameRollRequest(OptionsRequest, frozen=True, kw_only=True):
    """A roll of a game's catalogue, with typed dice or the server's."""

    roll: Name
    params: Params = {}
    faces: Faces | None = None
    choices: Choices = ()


class DeriveRequest(OptionsRequest, frozen=True, kw_only=True):
    """A value to compute without dice."""

    what: Name
    params: Params = {}


class SheetRequest(OptionsRequest, frozen=True, kw_only=True):
    """A character, with the choices made so far."""

    wanted: Params = {}


class RandomSheetRequest(OptionsRequest, frozen=True, kw_only=True):
    """A random legal character; the same seed gives the same one."""

    seed: Annotated[int, Meta(ge=0, le=LARGEST)] | None = None


class ComparedSideRequest(OptionsRequest, frozen=True, kw_only=True):
    """One side of a comparison."""

    roll: Name
    params: Params = {}
    label: Name = ""


class CompareRequest(_Request, frozen=True, kw_only=True):
    """The same roll under several rulings or parameters."""

    sides: Annotated[tuple[ComparedSideRequest, ...], Meta(min_length=2, max_length=6)]
    seconds: Seconds = 5.0


class SweepAxisRequest(_Request, frozen=True):
    """A parameter, or an option written `option.NAME`, and its values."""

    name: Name
    values: Annotated[tuple[PlainValue, ...], Meta(min_length=1, max_length=400)]


class SweepRequest(OddsRequest, frozen=True):
    """A figure of a roll over every value of one parameter or two; without a figure, the one that varies most."""

    axes: Annotated[tuple[SweepAxisRequest, ...], Meta(min_length=1, max_length=2)]
    figure: Name = ""


class NotationOddsRequest(_Request, frozen=True, kw_only=True):
    """Dice notation whose odds are wanted."""

    notation: Annotated[str, Meta(min_length=1, max_length=1_000)]


class NotationRollRequest(NotationOddsRequest, frozen=True, kw_only=True):
    """Dice notation to be rolled, with typed dice or the server's."""

    faces: Faces | None = None


# --- the studio

RulebookText = Annotated[str, Meta(max_length=200_000, description="the text of a rulebook")]


class TextRequest(_Request, frozen=True, kw_only=True):
    """The text of a rulebook."""

    text: RulebookText


class TextOddsRequest(OddsRequest, frozen=True, kw_only=True):
    """A roll of a rulebook whose odds are wanted."""

    text: RulebookText


class TextRollRequest(GameRollRequest, frozen=True, kw_only=True):
    """A roll of a rulebook."""

    text: RulebookText


class TextSheetRequest(SheetRequest, frozen=True, kw_only=True):
    """A character of a rulebook, with the choices made so far."""

    text: RulebookText


class CompareTextsRequest(TextRequest, frozen=True, kw_only=True):
    """A rulebook, and an earlier version of it."""

    before: RulebookText


# --- opening and joining


class OpenTableRequest(OptionsRequest, frozen=True, kw_only=True):
    """A table to open; `ready` plays a ready-made scene: that with the title `opening`, or the first.

    `file` is the text of a file the game accepts.
    """

    game: Name
    name: Name
    title: Name = ""
    ready: bool = False
    opening: Name = ""
    file: Annotated[str, Meta(max_length=400_000)] = ""


class JoinRequest(_Request, frozen=True, kw_only=True):
    """An invitation to be exchanged for a seat."""

    invitation: Name
    name: Name


class WelcomeRequest(_Request, frozen=True, kw_only=True):
    """An invitation to describe before it is used."""

    invitation: Name


# --- viewing


class ViewAsRequest(_Request, frozen=True, kw_only=True):
    """The seat to view the table as, for the GM; the caller's own if left out."""

    as_: SeatName = ""


class ViewRequest(ViewAsRequest, frozen=True, kw_only=True):
    """The table now, or as it was after an event."""

    at: Annotated[int, Meta(ge=1, le=LARGEST)] | None = None


class LogRequest(ViewAsRequest, frozen=True, kw_only=True):
    """A part of the log; `brief` leaves out parameters, decisions, and changes outside the fight."""

    after: EventNumber = 0
    most: Annotated[int, Meta(ge=1, le=1_000)] = 200
    brief: bool = False


class CharacterRequest(_Request, frozen=True, kw_only=True):
    """A character; the caller's own if left out."""

    who: Name = ""


class BoardRequest(CharacterRequest, frozen=True, kw_only=True):
    """The character who looks at the map, now or as it was after an event."""

    at: Annotated[int, Meta(ge=1, le=LARGEST)] | None = None


class AdviceRequest(CharacterRequest, frozen=True, kw_only=True):
    """The acting character, or a pending decision."""

    pending: Name = ""


class FoeRequest(CharacterRequest, frozen=True, kw_only=True):
    """A foe whose turn it is, played by a plan: its own, or else the table's, if left out.

    `take` it at once, or as the table is set.
    """

    plan: Name = ""
    take: bool | None = None
    key: Name = ""


class NewFoes(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Foes that are not at the table yet: how they are made, and how many."""

    character: PlainValues
    count: Annotated[int, Meta(ge=1, le=20)] = 1


class DifficultyRequest(_Request, frozen=True, kw_only=True):
    """An encounter: the party, by default every character of a player; foes besides those here, or `only_new` ones."""

    party: Annotated[tuple[Name, ...], Meta(max_length=50)] = ()
    foes: Annotated[tuple[NewFoes, ...], Meta(max_length=20)] = ()
    only_new: bool = False


class AimRequest(CharacterRequest, frozen=True, kw_only=True):
    """An attack on a space of the map, before it is made."""

    weapon: Name
    at: tuple[Annotated[int, Meta(ge=-LARGEST, le=LARGEST)], Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]]


class NextDiceRequest(_Request, frozen=True, kw_only=True):
    """An action or a pending action, with the faces typed so far."""

    action: Name = ""
    pending: Name = ""
    params: Params = {}
    faces: Faces = ()


class FollowRequest(_Request, frozen=True, kw_only=True):
    """The event to follow from, from now if left out; and whether to send the legal actions whenever they change."""

    after: EventNumber | None = None
    offers: bool = False


class ChancesRequest(_Request, frozen=True, kw_only=True):
    """An action, a roll of the catalogue, or a pending decision whose odds are wanted."""

    action: Name = ""
    roll: Name = ""
    pending: Name = ""
    params: Params = {}
    seconds: Annotated[float, Meta(ge=0.1, le=10)] = 3.0
    brief: bool = False
    """Only the bar, the cost and the number of outcomes."""


# --- playing


class AttemptRequest(_Request, frozen=True, kw_only=True):
    """The fields of every action and roll: typed dice, decisions, audience, idempotency key, expected event."""

    params: Params = {}
    faces: Faces | None = None
    choices: Choices = ()
    audience: Audience = "everyone"
    key: IdempotencyKey = ""
    expected: EventNumber | None = None


class ActRequest(AttemptRequest, frozen=True, kw_only=True):
    """An action of the game."""

    action: Name


class RollRequest(AttemptRequest, frozen=True, kw_only=True):
    """A roll of the catalogue, or dice notation."""

    roll: Name = ""
    notation: Annotated[str, Meta(max_length=1_000)] = ""


class AnswerRequest(_Request, frozen=True, kw_only=True):
    """The answer to a pending action: faces, a choice, or neither, and then the server rolls.

    An approval may change parameters with `params`, and make the GM's values `standing` for this character.
    """

    pending: Name
    faces: Faces | None = None
    choices: Choices = ()
    params: Params = {}
    standing: bool = False
    key: IdempotencyKey = ""
    expected: EventNumber | None = None


class WithdrawRequest(_Request, frozen=True, kw_only=True):
    """A pending action."""

    pending: Name


class MessageRequest(_Request, frozen=True, kw_only=True):
    """A message to everyone, the GM or one seat, or a command that begins with a slash; with a title, a note."""

    text: LongText
    to_gm: bool = False
    to: SeatName = ""
    title: Name = ""
    key: IdempotencyKey = ""


class AskRequest(_Request, frozen=True, kw_only=True):
    """An action that characters are asked for."""

    action: Name
    of: Annotated[tuple[Name, ...], Meta(max_length=300)]
    params: Params = {}
    words: LongText = ""
    standing: bool = False


class SettingsRequest(_Request, frozen=True, kw_only=True):
    """Settings to change."""

    settings: Params


class RevealRequest(_Request, frozen=True, kw_only=True):
    """A hidden roll, by the number of its event."""

    seq: EventNumber


class SeedCommitmentRequest(_Request, frozen=True, kw_only=True):
    """A player's commitment to a seed for the dice: the SHA-256 of `seat:seed`, as 64 hexadecimal digits."""

    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


class SeedRequest(_Request, frozen=True, kw_only=True):
    """The seed that a player has committed to."""

    seed: LongText


class RedoRequest(_Request, frozen=True, kw_only=True):
    """The last event the caller saw; refused if there are newer events."""

    expected: EventNumber | None = None


class UndoRequest(RedoRequest, frozen=True, kw_only=True):
    """The event to go back to; before the last action if left out."""

    back_to: EventNumber | None = None


class BranchRequest(_Request, frozen=True, kw_only=True):
    """The event after which the new table begins."""

    at: EventNumber
    title: Name = ""


# --- seats, invitations and keys


class InviteRequest(_Request, frozen=True, kw_only=True):
    """An invitation: its role, how often and how long it can be used, and the character it brings."""

    role: Literal["co-gm", "player", "spectator"] = "player"
    uses: Annotated[int, Meta(ge=1, le=LARGEST)] = 1
    hours: Annotated[float, Meta(gt=0, le=100_000)] = 48.0
    character: Name = ""


class NewKeyRequest(_Request, frozen=True, kw_only=True):
    """A further key to the caller's seat, for a bot or another device."""

    label: Annotated[str, Meta(max_length=80)] = ""
    hours: Annotated[float, Meta(ge=0, le=100_000, description="0 for a key that does not expire")] = 0.0


class SeatRequest(_Request, frozen=True, kw_only=True):
    """A seat's new name or role."""

    name: Name = ""
    role: Literal["co-gm", "player", "spectator"] | None = None


class PlanRequest(_Request, frozen=True, kw_only=True):
    """The plan by which a character plays itself: best, one of the game's, or random; empty for the table's."""

    plan: Name = ""


class AssignRequest(_Request, frozen=True, kw_only=True):
    """The seat that plays a character, and whether everyone sees the whole sheet."""

    seat: SeatName = ""
    shown: bool = False
