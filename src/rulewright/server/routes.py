"""The route table: every route, who may call it and what it costs. The OpenAPI document is generated from it."""

from rulewright.server.handlers import advice, foes, games, gm, join, play, studio, view
from rulewright.server.route_types import IMPORT, Route

PREFIX = "/api/v1"
LIVE = "/tables/{table}/live"
EVENTS = "/tables/{table}/events"

_GAME = "/games/{slug}"
_TABLE = "/tables/{table}"

_GAMES = (
    Route("GET", "/games", games.games, "public", "Every installed game"),
    Route("GET", _GAME, games.game, "public", "A game, with all an interface needs"),
    Route("GET", f"{_GAME}/rules", games.rules, "public", "The numbered rules in words"),
    Route("POST", f"{_GAME}/odds", games.odds, "public", "Exact odds of a roll", "exact", compresses=True),
    Route("POST", f"{_GAME}/rolls", games.roll_once, "public", "A roll without a table"),
    Route("POST", f"{_GAME}/derive", games.derive, "public", "A derived value"),
    Route("POST", f"{_GAME}/sheets", games.sheet, "public", "A finished character"),
    Route(
        "POST",
        f"{_GAME}/creation",
        games.creation,
        "public",
        "The legal values at each step of creation",
        compresses=True,
    ),
    Route("POST", f"{_GAME}/random-sheet", games.random_sheet, "public", "A random legal character", "exact"),
    Route("POST", f"{_GAME}/compare", games.compare, "public", "A roll under several rulings", "exact"),
    Route("POST", f"{_GAME}/sweep", games.sweep, "public", "A figure of a roll over parameters", "exact"),
    Route("POST", f"{_GAME}/advise", games.advise, "public", "Best play of a duel", "exact"),
    Route("POST", "/odds", games.free_odds, "public", "Exact odds of dice notation", "exact", compresses=True),
    Route("POST", "/rolls", games.free_roll, "public", "Roll dice notation"),
)

_STUDIO = (
    Route("GET", "/studio/starts", studio.starts, "public", "Rulebooks to begin with"),
    Route(
        "POST", "/studio/check", studio.check_rulebook, "public", "A text checked and woven", "exact", compresses=True
    ),
    Route("POST", "/studio/odds", studio.draft_odds, "public", "Exact odds of a roll of a text", "exact"),
    Route("POST", "/studio/rolls", studio.draft_roll, "public", "A roll of a text", "exact"),
    Route("POST", "/studio/creation", studio.draft_creation, "public", "Creation by the rules of a text", "exact"),
    Route("POST", "/studio/compare", studio.compare_drafts, "public", "The differences between two texts", "exact"),
    Route("POST", "/rulebooks", studio.keep_rulebook, "public", "Store a text to be played and shared", "opens"),
    Route("GET", "/rulebooks/{slug}", studio.rulebook, "public", "A stored text"),
)

_ENTERING = (
    Route("POST", "/tables", join.open_table, "public", "Open a table", "opens"),
    Route("POST", "/join", join.join, "public", "Exchange an invitation for a seat"),
    Route("POST", "/welcome", join.welcome, "public", "Where an invitation leads, without using it"),
    Route("POST", "/imports", join.import_file, "public", "Import a table's file", "opens", IMPORT, raw=True),
)

_VIEWING = (
    Route("GET", _TABLE, view.view, "seat", "The table as this seat sees it"),
    Route("GET", f"{_TABLE}/log", view.log, "seat", "A part of the log"),
    Route("GET", f"{_TABLE}/notes", view.notes, "seat", "The notes that this seat sees"),
    Route("GET", f"{_TABLE}/offers", view.offers, "seat", "The actions that are legal now"),
    Route(
        "POST",
        f"{_TABLE}/chances",
        view.chances,
        "player",
        "Exact odds of an action, a roll, or each choice of a pending decision",
        "exact",
    ),
    Route("GET", f"{_TABLE}/export", view.export, "seat", "The table as JSON lines", media="application/jsonl"),
    Route("GET", f"{_TABLE}/story", view.story, "seat", "The log as a story", media="text/markdown"),
    Route("GET", f"{_TABLE}/luck", view.luck, "seat", "The dice of every seat so far", "exact"),
    Route("GET", f"{_TABLE}/board", view.board, "seat", "The map of a fight"),
    Route("POST", f"{_TABLE}/aim", view.aim, "player", "An attack on a space, before it is made"),
    Route("POST", f"{_TABLE}/dice", view.dice, "player", "The dice to be typed in next"),
    Route("GET", f"{_TABLE}/presence", view.presence, "seat", "The seats that follow the table now"),
    Route("GET", f"{_TABLE}/course", advice.course, "seat", "How the last fight went", "exact"),
    Route("GET", f"{_TABLE}/advice", advice.advice, "player", "The best action, or choice of a decision", "exact"),
)

_PLAYING = (
    Route("POST", f"{_TABLE}/actions", play.act, "player", "Take an action"),
    Route("POST", f"{_TABLE}/rolls", play.roll, "player", "Roll"),
    Route("POST", f"{_TABLE}/answers", play.answer, "player", "Answer a pending action"),
    Route("POST", f"{_TABLE}/withdrawals", play.withdraw, "player", "Withdraw a pending action"),
    Route("POST", f"{_TABLE}/messages", play.say, "seat", "Send a message, or a /command"),
    Route("POST", f"{_TABLE}/seed-commitments", play.commit_seed, "player", "Commit to a seed for the dice"),
    Route("POST", f"{_TABLE}/seeds", play.show_seed, "player", "Show a seed committed to"),
    Route("POST", f"{_TABLE}/characters/{{name}}/claim", gm.claim, "player", "Claim a free character"),
    Route("POST", f"{_TABLE}/undo", play.undo, "player", "Undo"),
    Route("POST", f"{_TABLE}/redo", play.redo, "player", "Redo"),
)

_RUNNING = (
    Route("POST", f"{_TABLE}/requests", gm.request_action, "gms", "Ask characters for an action"),
    Route("DELETE", f"{_TABLE}/requests/{{name}}", gm.cancel_request, "gms", "Cancel a request"),
    Route("POST", f"{_TABLE}/foes", foes.run_foe, "gms", "Let a foe play by a plan", "exact"),
    Route("POST", f"{_TABLE}/difficulty", foes.difficulty, "gms", "How hard an encounter is", "exact"),
    Route("POST", f"{_TABLE}/options", gm.change_options, "gms", "Change the game's options"),
    Route("POST", f"{_TABLE}/settings", gm.change_settings, "gms", "Change the table's settings"),
    Route("DELETE", f"{_TABLE}/seed-commitments", gm.drop_seeds, "gms", "Drop a round of seeds"),
    Route("POST", f"{_TABLE}/reveals", gm.reveal, "gms", "Reveal a hidden roll"),
    Route("POST", f"{_TABLE}/branches", gm.branch, "gms", "Branch the table at an event", "opens"),
    Route("POST", f"{_TABLE}/close", gm.close, "gm", "Close the table and publish its seed"),
    Route("POST", f"{_TABLE}/reopen", gm.reopen, "gm", "Reopen a closed table"),
    Route("DELETE", _TABLE, gm.remove, "gm", "Remove the table for good"),
    Route("GET", f"{_TABLE}/invitations", gm.invitations, "gms", "The open invitations"),
    Route("POST", f"{_TABLE}/invitations", gm.invite, "gms", "Invite a player, co-GM or spectator"),
    Route("DELETE", f"{_TABLE}/invitations/{{name}}", gm.revoke_invitation, "gms", "Revoke an invitation"),
    Route("POST", f"{_TABLE}/devices", gm.invite_device, "seat", "Invite another device to this seat"),
    Route("GET", f"{_TABLE}/keys", gm.keys, "seat", "The keys, without their secrets"),
    Route("POST", f"{_TABLE}/keys", gm.create_key, "seat", "A further key to this seat, for a bot"),
    Route("DELETE", f"{_TABLE}/keys/{{name}}", gm.revoke_key, "seat", "Revoke a key"),
    Route("PATCH", f"{_TABLE}/seats/{{seat}}", gm.change_seat, "seat", "Rename a seat, or change its role"),
    Route("DELETE", f"{_TABLE}/seats/{{seat}}", gm.remove_seat, "seat", "Remove a seat"),
    Route("PUT", f"{_TABLE}/characters/{{name}}/keeper", gm.assign, "gms", "Assign a character to a seat"),
    Route("PUT", f"{_TABLE}/characters/{{name}}/plan", gm.assign_plan, "gms", "Set the plan of a character"),
)

ROUTES: tuple[Route, ...] = (*_GAMES, *_STUDIO, *_ENTERING, *_VIEWING, *_PLAYING, *_RUNNING)
