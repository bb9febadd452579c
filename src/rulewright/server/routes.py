"""The route table. Routes, the OpenAPI document, who may ask and what it costs are all made from it."""

from typing import Any

from rulewright.server import asked
from rulewright.server.answered import (
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
from rulewright.server.described import Described, GameTold, RuleTold
from rulewright.server.handlers import advising, doing, entering, games, looking, mastering
from rulewright.server.route import IMPORT, Entered, Route
from rulewright.server.seen import View
from rulewright.table.random_characters import RandomCharacter

__all__ = ["EVENTS", "LIVE", "PREFIX", "ROUTES"]

PREFIX = "/api/v1"
LIVE = "/tables/{table}/live"
EVENTS = "/tables/{table}/events"

_GAMES = (
    Route("GET", "/games", games.games, "public", "Every installed game", gives=list[GameTold]),
    Route("GET", "/games/{slug}", games.game, "public", "A game, with all an interface needs", gives=Described),
    Route("GET", "/games/{slug}/rules", games.rules, "public", "The numbered rules in words", gives=list[RuleTold]),
    Route(
        "POST", "/games/{slug}/odds", games.odds, "public", "Exact odds of a roll", asked.RollOdds, OddsTold, "exact"
    ),
    Route("POST", "/games/{slug}/rolls", games.roll_once, "public", "A roll without a table", asked.RollOnce, RollTold),
    Route("POST", "/games/{slug}/derive", games.derive, "public", "A value without dice", asked.Derive, Any),
    Route("POST", "/games/{slug}/sheets", games.sheet, "public", "A finished character", asked.Wanted, Created),
    Route(
        "POST", "/games/{slug}/creation", games.creation, "public", "What is legal at each step", asked.Wanted, Creation
    ),
    Route(
        "POST",
        "/games/{slug}/random-sheet",
        games.random_sheet,
        "public",
        "A random legal character",
        asked.RandomSheet,
        RandomCharacter,
        "exact",
    ),
    Route(
        "POST", "/games/{slug}/compare", games.compare, "public", "Rulings compared", asked.Compare, Compared, "exact"
    ),
    Route(
        "POST", "/games/{slug}/sweep", games.sweep, "public", "A figure over parameters", asked.Sweep, Swept, "exact"
    ),
    Route(
        "POST", "/games/{slug}/advise", games.advise, "public", "Best play of a duel", asked.RollOdds, BestPlay, "exact"
    ),
    Route("POST", "/odds", games.free_odds, "public", "Exact odds of dice notation", asked.FreeOdds, OddsTold, "exact"),
    Route("POST", "/rolls", games.free_roll, "public", "Roll dice notation", asked.FreeRoll, RollTold),
)

_ENTERING = (
    Route("POST", "/tables", entering.open_table, "public", "Open a table", asked.Open, Entered, "opens"),
    Route("POST", "/join", entering.join, "public", "Exchange an invitation for a seat", asked.Join, Entered),
    Route(
        "POST",
        "/imports",
        entering.bring,
        "public",
        "Read a table's file in",
        gives=Entered,
        cost="opens",
        largest=IMPORT,
        raw=True,
    ),
)

_LOOKING = (
    Route("GET", "/tables/{table}", looking.view, "seat", "The table as this seat sees it", asked.Look, View),
    Route("GET", "/tables/{table}/log", looking.log, "seat", "A part of the log", asked.ReadLog, Page),
    Route("GET", "/tables/{table}/offers", looking.offers, "seat", "What may be done now", asked.LookAs, Offers),
    Route(
        "POST",
        "/tables/{table}/chances",
        looking.chances,
        "player",
        "Exact odds of an action, a roll, or each choice of what waits",
        asked.Chances,
        (OddsTold, OddsPerChoice),
        "exact",
    ),
    Route(
        "GET",
        "/tables/{table}/export",
        looking.export,
        "seat",
        "The table as JSON lines",
        asked.LookAs,
        media="application/jsonl",
    ),
    Route(
        "GET",
        "/tables/{table}/story",
        looking.story,
        "seat",
        "The log as a story",
        asked.LookAs,
        media="text/markdown",
    ),
    Route(
        "GET",
        "/tables/{table}/luck",
        looking.luck,
        "seat",
        "Everybody's dice so far",
        asked.LookAs,
        list[Luck],
        "exact",
    ),
    Route("GET", "/tables/{table}/board", looking.board, "player", "The map of a fight", asked.Who),
    Route("POST", "/tables/{table}/aim", looking.aim, "player", "An attack on a space, before it is made", asked.Aim),
    Route(
        "POST",
        "/tables/{table}/dice",
        looking.dice,
        "player",
        "Which dice come next, for those who type them in",
        asked.Dice,
        DiceAwaited,
    ),
    Route("GET", "/tables/{table}/presence", looking.presence, "seat", "Who follows the table now", gives=Present),
    Route("GET", "/tables/{table}/course", advising.course, "seat", "How the last fight went", cost="exact"),
    Route(
        "GET",
        "/tables/{table}/advice",
        advising.advice,
        "player",
        "What is best now, on a turn or of each choice of what waits",
        asked.Advice,
        cost="exact",
    ),
)

_DOING = (
    Route("POST", "/tables/{table}/actions", doing.act, "player", "Carry out an action", asked.Act, Done),
    Route("POST", "/tables/{table}/rolls", doing.roll, "player", "Roll", asked.Roll, Done),
    Route("POST", "/tables/{table}/answers", doing.answer, "player", "Give what is waited for", asked.Answer, Done),
    Route("POST", "/tables/{table}/withdrawals", doing.withdraw, "player", "Call off what waits", asked.Pending, Done),
    Route("POST", "/tables/{table}/messages", doing.say, "seat", "Say something, or a /command", asked.Said, Any),
    Route("POST", "/tables/{table}/seeds", doing.add_seed, "player", "Add a seed to the dice", asked.Seed, Done),
    Route("POST", "/tables/{table}/undo", doing.undo, "player", "Go back", asked.Backwards, Done),
    Route("POST", "/tables/{table}/redo", doing.redo, "player", "Take back the last undo", asked.Expected, Done),
)

_MASTERING = (
    Route("POST", "/tables/{table}/requests", mastering.request, "gms", "Ask for an action", asked.Request, Done),
    Route("POST", "/tables/{table}/options", mastering.rule, "gms", "Change the game's options", asked.Options, Done),
    Route("POST", "/tables/{table}/settings", mastering.settle, "gms", "Change settings", asked.Settings, Done),
    Route("POST", "/tables/{table}/reveals", mastering.reveal, "gms", "Show a hidden roll", asked.Reveal, Done),
    Route(
        "POST", "/tables/{table}/branches", mastering.branch, "gms", "Begin another table here", asked.Branch, Entered
    ),
    Route("POST", "/tables/{table}/close", mastering.close, "gm", "Close the table, reveal its seed", gives=Done),
    Route("POST", "/tables/{table}/reopen", mastering.reopen, "gm", "Go on with a closed table", gives=Done),
    Route("DELETE", "/tables/{table}", mastering.remove, "gm", "Forget the table for ever", gives=Removed),
    Route(
        "GET",
        "/tables/{table}/invitations",
        mastering.invitations,
        "gms",
        "Open invitations",
        gives=list[dict[str, Any]],
    ),
    Route("POST", "/tables/{table}/invitations", mastering.invite, "gms", "Invite somebody", asked.Invite, Invited),
    Route(
        "DELETE",
        "/tables/{table}/invitations/{name}",
        mastering.take_back_invitation,
        "gms",
        "Take an invitation back",
        gives=Removed,
    ),
    Route("GET", "/tables/{table}/keys", mastering.keys, "seat", "Keys, without the keys", gives=list[KeyTold]),
    Route("POST", "/tables/{table}/keys", mastering.cut_key, "seat", "A key for a bot", asked.CutKey, Cut),
    Route("DELETE", "/tables/{table}/keys/{name}", mastering.take_back_key, "seat", "Take a key back", gives=Removed),
    Route(
        "PATCH",
        "/tables/{table}/seats/{seat}",
        mastering.change_seat,
        "seat",
        "Rename a seat, or change its role",
        asked.Seat,
        Done,
    ),
    Route("DELETE", "/tables/{table}/seats/{seat}", mastering.leave, "seat", "Take a seat away", gives=Removed),
    Route(
        "PUT",
        "/tables/{table}/characters/{name}/keeper",
        mastering.assign,
        "gms",
        "Say who plays a character",
        asked.Assign,
        Done,
    ),
)

ROUTES: tuple[Route, ...] = (*_GAMES, *_ENTERING, *_LOOKING, *_DOING, *_MASTERING)
