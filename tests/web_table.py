"""A table played through its page: opening, inviting, acting, deciding. Used by the tests of the live table."""

import re
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as WaitedTooLong
from playwright.sync_api import expect as shown

from web_browser import Visitor

__all__ = [
    "FORM_OR_PAST",
    "GAMES",
    "KEPT",
    "RACE",
    "ROLLS",
    "act",
    "events",
    "heard",
    "invite",
    "is_over",
    "last_seq",
    "open_by_hand",
    "open_ready",
    "play_to_the_end",
    "roll_first",
    "row",
    "settle",
    "sit_down",
    "take_seat",
    "type_dice",
    "wait_past",
]

GAMES = ("twelves", "die-code", "untold-aeons", "light-dark", "dpi")

ROLLS = {"twelves": "Check", "die-code": "Check", "untold-aeons": "Check", "light-dark": "Risky action", "dpi": "Check"}
"""Something that a character rolls at any time, as its row is called."""

RACE = ("status of 409",)
"""Odds of an action that are asked for just as the table goes on are refused: it is too late for the action."""

KEPT = ("status of 403",)
"""Odds that would tell a player what only the game master knows are refused, once for each action."""

_BEFOREHAND: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "twelves": (("take-damage", {"who": "Toll Keeper", "boxes": 4}),),
    "untold-aeons": (
        ("leave-fight", {"who": "Drowned One"}),
        ("take-damage", {"who": "Cultist", "damage": 11, "reroll": "never"}),
        ("award-xp", {"who": "Ines", "amount": 500}),
        *(("improve-skill", {"who": "Ines", "skill": "firearms"}),) * 4,
    ),
    "dpi": (
        ("take-damage", {"who": "Reader", "points": 29}),
        ("take-damage", {"who": "Clerk", "points": 15}),
        ("place", {"who": "Clerk", "space": [3, 1]}),  # into reach of both agents, who do not move here
    ),
}
"""What is done before a fight so that it is soon over."""

_FIGHTS: dict[str, tuple[str, ...]] = {
    "twelves": ("Start fight", "Start turn", "Attack", "End turn"),
    "die-code": ("Move in the chase",),
    "untold-aeons": ("Start turn", "Attack", "Shoot", "Get up", "Move", "End turn"),
    "light-dark": ("Challenge turn",),
    "dpi": ("Start turn", "Attack", "Reload", "End turn"),
    "lanterns": ("Start fight", "Start turn", "Strike", "End turn"),
    "salvage": ("Start fight", "Start turn", "Stab", "End turn"),
    "twelves-page": ("Start fight", "Start turn", "Attack", "End turn"),
}
"""What is done in a fight of each game, the first that is offered first."""

_MOST_STEPS = 250
FORM_OR_PAST = """seq => document.querySelector('.act-form')
    || Number(document.querySelector('.table-grid').dataset.seq) > seq"""


def open_by_hand(visitor: Visitor, game: str) -> str:
    """Open a ready table from its page, as the game master; the table's name."""
    page = visitor.go(f"/play/{game}")
    page.get_by_role("button", name="Open a ready table").click()
    page.wait_for_url("**/table/*")
    shown(page.locator(".offer.first")).to_be_visible()
    return page.url.rsplit("/", 1)[1]


def open_ready(visitor: Visitor, game: str, soon_over: bool = False) -> str:
    """Sit down as the game master at a ready table that is open already; the table's name."""
    asked = {"game": game, "name": "Game master", "ready": True}
    table = str(visitor.post("/tables", asked)["table"])
    if soon_over:
        for action, params in _BEFOREHAND.get(game, ()):
            visitor.post(f"/tables/{table}/actions", {"action": action, "params": params})
    visitor.page.goto(f"{visitor.site.address}/table/{table}")
    shown(visitor.page.locator(".act .offer").first).to_be_visible()
    return table


def invite(master: Page, character: str = "") -> str:
    """An invitation made on the page: the path of its link."""
    seats = master.get_by_role("button", name="Seats", exact=True)
    if seats.get_attribute("aria-expanded") != "true":
        seats.click()
    if character:
        master.get_by_label("playing").select_option(character)
    master.get_by_role("button", name="Make a link").click()
    link = master.locator(".master .invitation input")
    shown(link).to_have_value(re.compile("/join#"))
    address = link.input_value()
    seats.click()
    return address[address.index("/join#") :]


def take_seat(visitor: Visitor, link: str, name: str) -> Page:
    """Follow an invitation and sit down."""
    page = visitor.go(link)
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Join the table").click()
    page.wait_for_url("**/table/*")
    return _sits(page, name)


def sit_down(master: Visitor, player: Visitor, table: str, name: str, character: str = "") -> Page:
    """Take a seat at a table without its pages of invitations."""
    invited = master.post(f"/tables/{table}/invitations", {"role": "player", "character": character})
    player.post("/join", {"invitation": invited["invitation"], "name": name})
    player.page.goto(f"{player.site.address}/table/{table}")
    return _sits(player.page, name)


def _sits(page: Page, name: str) -> Page:
    shown(page.locator(".line")).to_contain_text(f"You are {name}")
    shown(page.locator(".line")).to_contain_text("Here:")
    return page


def last_seq(page: Page) -> int:
    """The last event that the page has drawn."""
    return int(page.locator(".table-grid").get_attribute("data-seq") or 0)


def wait_past(page: Page, seq: int) -> None:
    """Wait until the page has drawn a later event, and the actions that are legal after it."""
    page.wait_for_function(
        "seq => (grid => Number(grid?.dataset.seq) > seq && grid.getAttribute('aria-busy') === 'false')"
        "(document.querySelector('.table-grid'))",
        arg=seq,
    )


def settle(page: Page) -> None:
    """Wait until the log has every event that is drawn: at first it is read after the view."""
    page.wait_for_function(
        "() => (({seq, heard}) => Number(heard) >= Number(seq))(document.querySelector('.table-grid').dataset)"
    )


def events(page: Page) -> list[str]:
    """What the log says, line by line, without its buttons."""
    settle(page)
    return [" ".join(text.split()) for text in page.locator(".lines > li").all_inner_texts()]


def row(page: Page, action: str) -> Locator:
    """The row of an action that may be done now."""
    named = page.locator("b", has_text=re.compile(f"^{action}$")).or_(page.locator(f'b[title="{action}"]'))
    return page.locator(".act .offer").filter(has=named)


def roll_first(page: Page) -> None:
    """Do what a fresh table suggests, and whatever is decided on the way."""
    seq = last_seq(page)
    page.locator(".offer.first").click()
    page.get_by_role("button", name="Roll", exact=True).click()
    wait_past(page, seq)
    decide(page)
    shown(page.locator(".result .word")).to_be_visible()


def act(page: Page, action: str, faces: list[int] | None = None, audience: str = "") -> None:
    """Do an action from its row, with the dice of the table or with one's own."""
    seq = last_seq(page)
    row(page, action).first.click()
    form = page.locator(".act-form")
    page.wait_for_function(FORM_OR_PAST, arg=seq)
    if form.count():
        if audience:
            form.get_by_label("Seen by").select_option(audience)
        if faces:
            form.get_by_role("button", name="I rolled…").click()
            shown(form.locator(".face-box").first).to_have_attribute("placeholder", re.compile("^d"))
            for place, face in enumerate(faces):
                form.locator(".face-box").nth(place).fill(str(face))
        form.locator("button[type=submit]").click()
    wait_past(page, seq)


def type_dice(page: Page, face: int) -> list[int]:
    """Give every die that is still missing the same face; those that were given."""
    given: list[int] = []
    shown(page.locator("main [aria-busy=true]")).to_have_count(0)  # the card is loaded when it is first needed
    while page.locator(".decide .face-box").count():
        seq = last_seq(page)
        _give(page, face)
        given.append(face)
        wait_past(page, seq)
    decide(page)
    return given


def _give(page: Page, face: int) -> None:
    """Send one face; a card that is drawn for the next die just then has an empty box, which is filled again."""
    send = page.locator(".decide").get_by_role("button", name="These are my dice")
    for _ in range(9):
        page.locator(".decide .face-box").first.fill(str(face))
        with suppress(WaitedTooLong):
            return send.click(timeout=3_000)
    return send.click()


def decide(page: Page) -> None:
    """Answer whatever waits for this seat: the first choice, or the table's own dice."""
    shown(page.locator("main [aria-busy=true]")).to_have_count(0)
    for _ in range(20):
        card = page.locator(".decide:not(.due)")
        if not card.count():
            return
        seq = last_seq(page)
        choice = card.first.locator(".choices button")
        (choice.first if choice.count() else card.first.get_by_role("button", name="Let the table roll")).click()
        wait_past(page, seq)


def is_over(page: Page) -> bool:
    """Whether the fight has come to its end."""
    return page.locator(".turn", has_text="It is over").count() > 0


def play_to_the_end(game: str, master: Page, player: Page, hero: str) -> int:
    """Play a fight through the page, the hero from the player's seat; how many presses it took."""
    _agree(master, player)
    for step in range(_MOST_STEPS):
        if is_over(master):
            return step
        if _decides(master, player):
            continue
        turn = master.locator(".order [aria-current]")
        page = player if turn.count() and turn.inner_text() == hero else master
        name = next((one for one in _FIGHTS[game] if _offers(page, one)), None)
        if name is None:
            raise AssertionError(f"nothing to do for {turn.all_inner_texts()}: {row_names(page)}")
        act(page, name)
        _agree(master, player)
    raise AssertionError(f"no end after {_MOST_STEPS} steps")


def _decides(master: Page, player: Page) -> bool:
    """Answer what waits for a seat: a decision, dice, or something everybody has to do before the fight goes on."""
    for page in (player, master):
        card = page.locator(".decide")
        if not card.count():
            continue
        seq = last_seq(page)
        due = card.locator("ul button")
        if due.count():
            due.first.click()
            wait_past(page, seq)
        else:
            decide(page)
        _agree(master, player)
        return True
    return False


def _agree(*pages: Page) -> None:
    """Wait until every page has drawn the same event."""
    latest = max(last_seq(page) for page in pages)
    for page in pages:
        wait_past(page, latest - 1)


def _offers(page: Page, action: str) -> bool:
    if action.startswith("Start fight"):
        _open_groups(page)
    found = row(page, action)
    return found.count() > 0 and found.first.is_visible()


def _open_groups(page: Page) -> None:
    page.evaluate("document.querySelectorAll('.act details').forEach(one => { one.open = true })")


def row_names(page: Page) -> list[str]:
    """The actions that the page offers now."""
    named: list[str] = page.locator(".act .offer b").evaluate_all("all => all.map(one => one.title || one.innerText)")
    return named


def heard(visitor: Visitor) -> list[str]:
    """Everything that reaches this browser from now on: answers and live messages."""
    said: list[str] = []

    def answered(response: Any) -> None:
        if "/api/" in response.url:
            said.append(response.text())

    visitor.context.on("response", answered)
    visitor.page.on("websocket", lambda line: line.on("framereceived", lambda frame: said.append(str(frame))))
    return said
