"""`$(( ))` over known whole numbers -> its value; anything else is unknown, with a reason."""

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_TOKEN = re.compile(
    r"\s*(?:(0[xX][0-9a-fA-F]{1,15}(?![\w#])|[0-9]{1,18}(?![\w#]))"
    r"|(?:\$\{([A-Za-z_]\w*)\}|\$?([A-Za-z_]\w*))(?!\w)|(\*\*|[-+*/%()])(?![=])|(\Z))",
    re.ASCII,
)
_ORDER = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "**": 3}
_DEEPEST, _LARGEST, _STEEPEST = 32, 2**63 - 1, 64
_LONGEST = 18
"""Digits of a number, here and in what a variable holds: as many surely fit 64 bits."""


class Unknown(Exception):
    """What cannot be worked out, and why."""


def value(formula: str, variable: "Callable[[str], str | None]") -> int:
    """Return what a formula comes to; raise `Unknown`.

    variable: returns the text of a variable, None where it is not known

    >>> value("N * (2 + 1) - 0x10 % 3", {"N": "4"}.get)
    11
    """
    return _Formula(formula, variable).whole()


class _Formula:
    """Reads tokens, and works out what they come to."""

    def __init__(self, text: str, variable: "Callable[[str], str | None]") -> None:
        self.text, self.variable, self.depth = text, variable, 0
        self.end = 0
        self.next()

    def next(self) -> None:
        """Go to the next token."""
        found = _TOKEN.match(self.text, self.end)
        if found is None:
            raise Unknown("arithmetic is not known here")
        self.end, self.number, self.sign = found.end(), found.group(1), found.group(4)
        self.name = found.group(2) or found.group(3)

    def whole(self) -> int:
        """Return the value of the whole text."""
        found = self.sum(0)
        if self.number or self.name or self.sign:
            raise Unknown("arithmetic is not known here")
        return found

    def sum(self, least: int) -> int:
        """Return the value of operands whose signs bind at least as strongly as `least`."""
        left = self.operand()
        while (order := _ORDER.get(self.sign or "", -1)) >= least:
            sign = self.sign
            self.next()
            left = _result(left, sign, self.sum(order if sign == "**" else order + 1))
        return left

    def operand(self) -> int:
        """Return the value of a number, a variable, or what is in brackets."""
        number, name, sign = self.number, self.name, self.sign
        self.depth += 1
        if self.depth > _DEEPEST:
            raise Unknown("arithmetic is nested too deeply")
        self.next()
        if number:
            found = _number(number)
        elif name:
            text = self.variable(name)
            if text is None or not (digits := text.strip().removeprefix("-")).isdigit() or not digits.isascii():
                raise Unknown(f"${name} is no number that is known here")
            if len(digits) > _LONGEST:
                raise Unknown("arithmetic grows beyond 64 bits")
            found = _number(digits) * (-1 if text.strip() != digits else 1)
        elif sign == "(":
            found = self.sum(0)
            if self.sign != ")":
                raise Unknown("arithmetic is not known here")
            self.next()
        elif sign in ("-", "+"):
            found = self.operand() * (-1 if sign == "-" else 1)
        else:
            raise Unknown("arithmetic is not known here")
        self.depth -= 1
        return found


def _number(text: str) -> int:
    """Return a number as a shell reads it: one that begins with 0 is octal."""
    if text[:2] in ("0x", "0X"):
        return int(text, 16)
    if text[0] == "0" and text.strip("01234567"):
        raise Unknown(f"{text} is no number to a shell")
    return int(text, 8 if text[0] == "0" else 10)


def _result(left: int, sign: str | None, right: int) -> int:
    if sign in ("/", "%") and not right:
        raise Unknown("arithmetic divides by zero")
    if sign == "**" and not 0 <= right <= _STEEPEST:
        raise Unknown("arithmetic is not known here")
    if sign in ("/", "%"):
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)  # towards zero, as in C
        found = quotient if sign == "/" else left - quotient * right
    elif sign == "**":
        found = left**right
    else:
        found = left + right if sign == "+" else left - right if sign == "-" else left * right
    if abs(found) > _LARGEST:
        raise Unknown("arithmetic grows beyond 64 bits")
    return found
