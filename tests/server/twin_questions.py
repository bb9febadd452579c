"""The questions of a player who would like to know more than they may."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from twin_secrets import MARK

if TYPE_CHECKING:
    from twin_evenings import Evening

Question = Callable[["Evening", str], Iterator[tuple[str, str, Any]]]


def looking(evening: "Evening", who: str) -> Iterator[tuple[str, str, Any]]:
    """Everything that is there to be looked at."""
    last = evening.states()[0].seq
    yield "GET", f"?at={last + 1}", None
    yield "GET", f"?at={evening.random.randint(1, last)}", None
    yield "GET", f"/log?after={evening.random.randint(0, last)}", None
    for path in ("", "/log", "/offers", "/export", "/story", "/luck", "/keys"):
        yield "GET", path, None


def the_fight(evening: "Evening", who: str) -> Iterator[tuple[str, str, Any]]:
    """The fight as the server sees through it."""
    for path in ("/board", "/course", "/advice", "/board?who=Stranger"):
        yield "GET", path, None
    hero, at = next(iter(sorted(evening.heroes()))), [evening.random.randint(-2, 8), evening.random.randint(-2, 3)]
    yield "POST", "/aim", {"who": hero, "weapon": "grenade", "at": at}


def the_odds(evening: "Evening", who: str) -> Iterator[tuple[str, str, Any]]:
    """The odds of what may be done, of what waits, and of what is another player's to do."""
    offers = evening.seats[who][0].get("/offers")["offers"]
    ways = [(offer["action"], way["params"]) for offer in offers for way in offer["ways"] if not way["needs"]]
    for action, params in evening.random.sample(ways, min(3, len(ways))):
        yield "POST", "/chances", {"action": action, "params": params, "seconds": 1}
        yield "POST", "/dice", {"action": action, "params": params}
    for name in evening.states()[0].pending:
        yield "POST", "/chances", {"pending": name, "seconds": 1}
        yield "POST", "/dice", {"pending": name}
        yield "GET", f"/advice?pending={name}", None
    action = evening.random.choice(evening.game.actions)
    hero = next(iter(sorted(evening.heroes())))
    for named in ({"who": "Stranger"}, {"who": hero, "target": "Stranger"}, {"who": hero, "opponent": "Stranger"}, {}):
        yield "POST", "/chances", {"action": action.name, "params": named, "seconds": 1}
        yield "POST", "/dice", {"action": action.name, "params": named}
    yield "POST", "/messages", {"text": f"/odds {action.name} who=Stranger"}


def refusals(evening: "Evening", who: str) -> Iterator[tuple[str, str, Any]]:
    """What is refused, and in which words."""
    last = evening.states()[0].seq
    for action in evening.random.sample(evening.game.actions, 4):
        yield "POST", "/actions", {"action": action.name, "params": {"who": "Stranger"}}
        for one in action.parameters:
            yield "POST", "/actions", {"action": action.name, "params": {"who": "Stranger", one.name: MARK[::-1]}}
    yield "POST", "/messages", {"text": "/check who=Stranger"}
    yield "POST", "/answers", {"pending": f"p{last}"}
    yield "POST", "/withdrawals", {"pending": f"p{last}"}
    yield "POST", "/reveals", {"seq": evening.random.randint(1, last)}
    yield "POST", "/settings", {"settings": {"foe_odds": True}}
    yield "GET", "/invitations", None
    yield "PUT", "/characters/Stranger/keeper", {"seat": "s1"}
    yield "PUT", "/characters/Stranger/plan", {"plan": "best"}
    yield "POST", "/branches", {"at": 5}
    yield "POST", "/undo", {"back_to": 3}
    for path in ("?as=s1", "/log?as=s1", "/export?as=s1", "/story?as=s1", "/luck?as=s1", "/offers?as=s1"):
        yield "GET", path, None
