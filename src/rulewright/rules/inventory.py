"""The numbered rules and rulings of a game, in words."""

from functools import cached_property

from msgspec import Struct

from rulewright.rules.data import load_data
from rulewright.rules.errors import BadInput, shown


class NumberedRule(Struct, frozen=True):
    """One rule of the game."""

    section: str
    text: str


class Ruling(Struct, frozen=True):
    """Our reading of an unclear or missing rule, and the draft's rules that it interprets."""

    title: str
    text: str
    reads: tuple[str, ...] = ()
    """The numbers of the draft's rules that it interprets; none where the draft is silent."""


class _Texts(Struct, frozen=True):
    summary: str
    rules: dict[str, dict[str, str]]
    """Each section's rules by their numbers."""
    rulings: dict[str, Ruling] = {}


class Inventory:
    """A game's `rules.toml`, read when first used."""

    def __init__(self, package: str) -> None:
        self.package = package

    @classmethod
    def of_texts(
        cls,
        package: str,
        summary: str,
        rules: dict[str, NumberedRule],
        rulings: dict[str, Ruling] | None = None,
    ) -> "Inventory":
        """The inventory of a game whose rules are not in a package."""
        made = cls(package)
        made.__dict__.update(_texts=_Texts(summary, {}, rulings or {}), rules=rules)
        return made

    @cached_property
    def _texts(self) -> _Texts:
        return load_data(self.package, _Texts, "rules.toml")

    @property
    def summary(self) -> str:
        """The game in a few sentences, for a newcomer."""
        return self._texts.summary

    @cached_property
    def rules(self) -> dict[str, NumberedRule]:
        """Every numbered rule."""
        sections = self._texts.rules.items()
        return {number: NumberedRule(section, text) for section, texts in sections for number, text in texts.items()}

    @property
    def rulings(self) -> dict[str, Ruling]:
        """Every ruling."""
        return self._texts.rulings

    def text(self, number: str) -> str:
        """A rule or ruling in words."""
        wanted = self.find(number)
        if wanted in self.rules:
            return self.rules[wanted].text
        return f"{self.rulings[wanted].title}. {self.rulings[wanted].text}"

    def mark(self, number: str) -> str:
        """A rule's number with its origin: "draft", or "ours" for a ruling of this software.

        In a game without rulings the number stands alone.
        """
        found = self.find(number)
        return f"{found}, {'ours' if found in self.rulings else 'draft'}" if self.rulings else found

    def reads(self, number: str) -> tuple[str, ...]:
        """The draft's rules that a ruling interprets; none for a rule, and where the draft is silent."""
        found = self.find(number)
        return self.rulings[found].reads if found in self.rulings else ()

    def behind(self, number: str) -> str:
        """The rules a ruling interprets, in short: `reads TW-24, TW-25`; empty for a rule of the draft."""
        if self.find(number) not in self.rulings:
            return ""
        return f"reads {', '.join(self.reads(number))}" if self.reads(number) else "the draft is silent"

    def find(self, number: str) -> str:
        """A rule's number in its proper case, whatever the case it was typed in."""
        for known in (*self.rules, *self.rulings):
            if known.lower() == number.lower():
                return known
        numbers = [*self.rules, *self.rulings] or ["nothing"]
        raise BadInput(f"unknown rule: {shown(number)} (they run from {numbers[0]} to {numbers[-1]})")
