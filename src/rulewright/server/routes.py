"""The route table. Routes, the OpenAPI document, who may ask and what it costs are all made from it."""

from typing import Any

from rulewright.game.random_character import RandomCharacter
from rulewright.server import requests
from rulewright.server.describe_game import Described, GameTold, RuleTold
from rulewright.server.handlers import advice, games, gm, join, play, view
from rulewright.server.responses import (
    BestPlay,
    Compared,
    Created,
    Creation,
    Cut,
    DiceAwaited,
    Done,
    Invited,
    KeyTold,
    Luck,
    OddsPerChoice,
    OddsTold,
    Offers,
    Page,
    Present,
    Removed,
    RollTold,
    Swept,
)
from rulewright.server.route_types import IMPORT, Entered, Route
from rulewright.table.views.shapes import View

PREFIX = "/api/v1"
LIVE = "/tables/{table}/live"
EVENTS = "/tables/{table}/events"

_GAMES = (
    Route("GET", "/games", games.games, "public", "Every installed game", gives=list[GameTold]),
    Route("GET", "/games/{slug}", games.game, "public", "A game, with all an interface needs", gives=Described),
    Route("GET", "/games/{slug}/rules", games.rules, "public", "The numbered rules in words", gives=list[RuleTold]),
    Route(
        "POST", "/games/{slug}/odds", games.odds, "public", "Exact odds of a roll", requests.RollOdds, OddsTold, "exact"
    ),
    Route(
        "POST", "/games/{slug}/rolls", games.roll_once, "public", "A roll without a table", requests.RollOnce, RollTold
    ),
    Route("POST", "/games/{slug}/derive", games.derive, "public", "A value without dice", requests.Derive, Any),
    Route("POST", "/games/{slug}/sheets", games.sheet, "public", "A finished character", requests.Wanted, Created),
    Route(
        "POST",
        "/games/{slug}/creation",
        games.creation,
        "public",
        "What is legal at each step",
        requests.Wanted,
        Creation,
    ),
    Route(
        "POST",
        "/games/{slug}/random-sheet",
        games.random_sheet,
        "public",
        "A random legal character",
        requests.RandomSheet,
        RandomCharacter,
        "exact",
    ),
    Route(
        "POST",
        "/games/{slug}/compare",
        games.compare,
        "public",
        "Rulings compared",
        requests.Compare,
        Compared,
        "exact",
    ),
    Route(
        "POST", "/games/{slug}/sweep", games.sweep, "public", "A figure over parameters", requests.Sweep, Swept, "exact"
    ),
    Route(
        "POST",
        "/games/{slug}/advise",
        games.advise,
        "public",
        "Best play of a duel",
        requests.RollOdds,
        BestPlay,
        "exact",
    ),
    Route(
        "POST", "/odds", games.free_odds, "public", "Exact odds of dice notation", requests.FreeOdds, OddsTold, "exact"
    ),
    Route("POST", "/rolls", games.free_roll, "public", "Roll dice notation", requests.FreeRoll, RollTold),
)

_ENTERING = (
    Route("POST", "/tables", join.open_table, "public", "Open a table", requests.Open, Entered, "opens"),
    Route("POST", "/join", join.join, "public", "Exchange an invitation for a seat", requests.Join, Entered),
    Route(
        "POST",
        "/imports",
        join.bring,
        "public",
        "Read a table's file in",
        gives=Entered,
        cost="opens",
        largest=IMPORT,
        raw=True,
    ),
)

_LOOKING = (
    Route("GET", "/tables/{table}", view.view, "seat", "The table as this seat sees it", requests.Look, View),
    Route("GET", "/tables/{table}/log", view.log, "seat", "A part of the log", requests.ReadLog, Page),
    Route("GET", "/tables/{table}/offers", view.offers, "seat", "What may be done now", requests.LookAs, Offers),
    Route(
        "POST",
        "/tables/{table}/chances",
        view.chances,
        "player",
        "Exact odds of an action, a roll, or each choice of what waits",
        requests.Chances,
        (OddsTold, OddsPerChoice),
        "exact",
    ),
    Route(
        "GET",
        "/tables/{table}/export",
        view.export,
        "seat",
        "The table as JSON lines",
        requests.LookAs,
        media="application/jsonl",
    ),
    Route(
        "GET",
        "/tables/{table}/story",
        view.story,
        "seat",
        "The log as a story",
        requests.LookAs,
        media="text/markdown",
    ),
    Route(
        "GET",
        "/tables/{table}/luck",
        view.luck,
        "seat",
        "Everybody's dice so far",
        requests.LookAs,
        list[Luck],
        "exact",
    ),
    Route("GET", "/tables/{table}/board", view.board, "player", "The map of a fight", requests.Who),
    Route("POST", "/tables/{table}/aim", view.aim, "player", "An attack on a space, before it is made", requests.Aim),
    Route(
        "POST",
        "/tables/{table}/dice",
        view.dice,
        "player",
        "Which dice come next, for those who type them in",
        requests.Dice,
        DiceAwaited,
    ),
    Route("GET", "/tables/{table}/presence", view.presence, "seat", "Who follows the table now", gives=Present),
    Route("GET", "/tables/{table}/course", advice.course, "seat", "How the last fight went", cost="exact"),
    Route(
        "GET",
        "/tables/{table}/advice",
        advice.advice,
        "player",
        "What is best now, on a turn or of each choice of what waits",
        requests.Advice,
        cost="exact",
    ),
)

_DOING = (
    Route("POST", "/tables/{table}/actions", play.act, "player", "Carry out an action", requests.Act, Done),
    Route("POST", "/tables/{table}/rolls", play.roll, "player", "Roll", requests.Roll, Done),
    Route("POST", "/tables/{table}/answers", play.answer, "player", "Give what is waited for", requests.Answer, Done),
    Route(
        "POST", "/tables/{table}/withdrawals", play.withdraw, "player", "Call off what waits", requests.Pending, Done
    ),
    Route("POST", "/tables/{table}/messages", play.say, "seat", "Say something, or a /command", requests.Said, Any),
    Route("POST", "/tables/{table}/seeds", play.add_seed, "player", "Add a seed to the dice", requests.Seed, Done),
    Route("POST", "/tables/{table}/undo", play.undo, "player", "Go back", requests.Backwards, Done),
    Route("POST", "/tables/{table}/redo", play.redo, "player", "Take back the last undo", requests.Expected, Done),
)

_MASTERING = (
    Route("POST", "/tables/{table}/requests", gm.request, "gms", "Ask for an action", requests.Request, Done),
    Route("POST", "/tables/{table}/options", gm.rule, "gms", "Change the game's options", requests.Options, Done),
    Route("POST", "/tables/{table}/settings", gm.settle, "gms", "Change settings", requests.Settings, Done),
    Route("POST", "/tables/{table}/reveals", gm.reveal, "gms", "Show a hidden roll", requests.Reveal, Done),
    Route("POST", "/tables/{table}/branches", gm.branch, "gms", "Begin another table here", requests.Branch, Entered),
    Route("POST", "/tables/{table}/close", gm.close, "gm", "Close the table, reveal its seed", gives=Done),
    Route("POST", "/tables/{table}/reopen", gm.reopen, "gm", "Go on with a closed table", gives=Done),
    Route("DELETE", "/tables/{table}", gm.remove, "gm", "Forget the table for ever", gives=Removed),
    Route(
        "GET",
        "/tables/{table}/invitations",
        gm.invitations,
        "gms",
        "Open invitations",
        gives=list[dict[str, Any]],
    ),
    Route("POST", "/tables/{table}/invitations", gm.invite, "gms", "Invite somebody", requests.Invite, Invited),
    Route(
        "DELETE",
        "/tables/{table}/invitations/{name}",
        gm.take_back_invitation,
        "gms",
        "Take an invitation back",
        gives=Removed,
    ),
    Route("GET", "/tables/{table}/keys", gm.keys, "seat", "Keys, without the keys", gives=list[KeyTold]),
    Route("POST", "/tables/{table}/keys", gm.cut_key, "seat", "A key for a bot", requests.CutKey, Cut),
    Route("DELETE", "/tables/{table}/keys/{name}", gm.take_back_key, "seat", "Take a key back", gives=Removed),
    Route(
        "PATCH",
        "/tables/{table}/seats/{seat}",
        gm.change_seat,
        "seat",
        "Rename a seat, or change its role",
        requests.Seat,
        Done,
    ),
    Route("DELETE", "/tables/{table}/seats/{seat}", gm.leave, "seat", "Take a seat away", gives=Removed),
    Route(
        "PUT",
        "/tables/{table}/characters/{name}/keeper",
        gm.assign,
        "gms",
        "Say who plays a character",
        requests.Assign,
        Done,
    ),
)

ROUTES: tuple[Route, ...] = (*_GAMES, *_ENTERING, *_LOOKING, *_DOING, *_MASTERING)
