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
    """How an unclear or missing rule is read here, and the options it offers."""

    title: str
    text: str
    options: tuple[str, ...] = ()


class _Texts(Struct, frozen=True):
    name: str
    summary: str
    rules: dict[str, NumberedRule]
    rulings: dict[str, Ruling]


class Inventory:
    """A game's `rules.toml`, read when first used."""

    def __init__(self, package: str) -> None:
        self.package = package

    @classmethod
    def of_texts(
        cls,
        package: str,
        name: str,
        summary: str,
        rules: dict[str, NumberedRule],
        rulings: dict[str, Ruling] | None = None,
    ) -> "Inventory":
        """The inventory of a game whose rules are not in a package."""
        made = cls(package)
        made.__dict__["_texts"] = _Texts(name, summary, rules, rulings or {})
        return made

    @cached_property
    def _texts(self) -> _Texts:
        return load_data(self.package, _Texts, "rules.toml")

    @property
    def summary(self) -> str:
        """What the game is, for a newcomer."""
        return self._texts.summary

    @property
    def rules(self) -> dict[str, NumberedRule]:
        """Every numbered rule."""
        return self._texts.rules

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
        """A rule's number, with "ours" if it is a ruling of this software and not a rule of the game's draft."""
        found = self.find(number)
        return f"{found}, ours" if found in self.rulings else found

    def find(self, number: str) -> str:
        """A rule's number as it is written, whatever the case it was typed in."""
        for known in (*self.rules, *self.rulings):
            if known.lower() == number.lower():
                return known
        numbers = [*self.rules, *self.rulings] or ["nothing"]
        raise BadInput(f"unknown rule: {shown(number)} (they run from {numbers[0]} to {numbers[-1]})")
