"""Fractions as text, of any length."""

from decimal import Decimal
from fractions import Fraction


def fraction_text(chance: Fraction) -> str:
    """A fraction in lowest terms as text, also when it is whole: "1/1".

    Long contests and duels have thousands of digits, more than Python's own conversion allows.
    """
    return f"{Decimal(chance.numerator)}/{Decimal(chance.denominator)}"


def short_fraction(number: Fraction, longest: int) -> str:
    """A fraction as people write it, whole numbers without the slash; "" if it is too long."""
    text = fraction_text(number).removesuffix("/1")
    return text if len(text) <= longest else ""


def fraction_of_text(text: str) -> Fraction:
    """The fraction that `fraction_text` wrote, however long it is."""
    numerator, _, denominator = text.partition("/")
    return Fraction(Decimal(numerator)) / Fraction(Decimal(denominator or "1"))
