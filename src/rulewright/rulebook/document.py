"""A rulebook as a document: its front matter, headings, prose, and the blocks that stand between them.

No sentence is ever parsed. A block is fenced by three backquotes and begins with its kind; other fenced text is prose.
"""

import re
import tomllib
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from rulewright.rulebook.faults import BookFault, TextPlace, Wrong, did_you_mean, quoted

FORMAT = 1
MOST_BYTES = 200_000
MOST_LINES = 8_000
_MOST_FRONT = 8_000
"""Characters of the front matter: the time to parse a key of many parts grows with the square of its length."""
MOST_BLOCKS = 300
LONGEST_LINE = 300
LONGEST_BLOCK = 80
KINDS = ("sheet", "dice", "deck", "roll", "table", "action", "fight", "option", "exception", "example", "question")

_HEADING = re.compile(r"^(?P<marks>#{1,6}) +(?P<title>.*?) *#*$")
_NUMBER = re.compile(r"^(?P<number>[A-Z][A-Z0-9]{0,7}-[A-Z]?\d{1,4})(?:[.:]? +|$)(?P<title>.*)$")
_CITED = re.compile(r"\b[A-Z][A-Z0-9]{0,7}-[A-Z]?\d{1,4}\b")
_FENCE = re.compile(r"^ {0,3}(?P<marks>`{3,}) *(?P<info>.*?) *$")
_INLINE = re.compile(r"\{(?P<kind>odds|mean) (?P<text>[^{}\n]*)\}")
_AT = re.compile(r"\(at line (\d+), column (\d+)\)")
_FIELDS = {
    "rulebook": int,
    "name": str,
    "slug": str,
    "version": str,
    "gm": str,
    "summary": str,
    "over": str,
    "colour": str,
}


class BookLine(NamedTuple):
    """A line of a block and its place."""

    text: str
    place: TextPlace


class Block(Struct, frozen=True):
    """A block: its kind, the rest of its first line, its other lines, and the rule it stands under."""

    kind: str
    header: BookLine
    lines: tuple[BookLine, ...]
    rule: str
    about: str
    """The paragraph before it."""

    @property
    def place(self) -> TextPlace:
        """The place where it begins."""
        return TextPlace(self.header.place.line, 1)


class Heading(Struct, frozen=True):
    """A heading; `number` is that of a rule, or empty."""

    level: int
    number: str
    title: str
    line: int


class Prose(Struct, frozen=True):
    """Lines of text between blocks and headings."""

    lines: tuple[BookLine, ...]

    @property
    def text(self) -> str:
        """The first paragraph in one line."""
        words: list[str] = []
        for line in self.lines:
            if not line.text.strip():
                if words:
                    break
                continue
            words.append(line.text.strip())
        return " ".join(words)

    @property
    def last(self) -> str:
        """The last paragraph in one line."""
        paragraphs = "\n".join(line.text for line in self.lines).split("\n\n")
        found = [" ".join(one.split()) for one in paragraphs if one.strip()]
        return found[-1] if found else ""


class Inline(NamedTuple):
    """A figure in the prose: `{odds check score=7 : success}`."""

    kind: str
    text: str
    place: TextPlace
    """Where its text begins."""
    whole: str


class Front(Struct, frozen=True):
    """The settings in the front matter."""

    name: str
    slug: str
    version: str = ""
    gm: str = "GM"
    summary: str = ""
    over: str = ""
    colour: str = ""


class Document(Struct, frozen=True):
    """A rulebook split into its parts, in order."""

    front: Front
    parts: tuple[Heading | Prose | Block, ...]
    text: str

    @property
    def blocks(self) -> list[Block]:
        """Every block, in order."""
        return [part for part in self.parts if isinstance(part, Block)]

    @property
    def headings(self) -> list[Heading]:
        """Every heading, in order."""
        return [part for part in self.parts if isinstance(part, Heading)]

    def of(self, kind: str) -> list[Block]:
        """Every block of a kind, in order."""
        return [block for block in self.blocks if block.kind == kind]

    def inlines(self) -> list[Inline]:
        """Every figure in the prose."""
        found = []
        for part in self.parts:
            for line in part.lines if isinstance(part, Prose) else ():
                for match in _INLINE.finditer(line.text):
                    place = line.place.after(match.start("text"))
                    found.append(Inline(match["kind"], match["text"], place, match.group()))
        return found

    def citations(self) -> list[tuple[str, TextPlace]]:
        """Every rule number that the prose names."""
        return [
            (match.group(), line.place.after(match.start()))
            for part in self.parts
            if isinstance(part, Prose)
            for line in part.lines
            for match in _CITED.finditer(_INLINE.sub("", line.text))
        ]


def read_document(text: str) -> tuple[Document | None, list[BookFault]]:
    """Split a text into its parts; return the document (None without front matter) and the faults of its outline."""
    try:
        _refuse_large(text)
        lines = text.split("\n")
        front, first = _front(lines)
        return _outline(text, front, lines, first)
    except Wrong as wrong:
        return None, [wrong.fault]


def joined_documents(base: Document, changes: Document) -> Document:
    """A rulebook with the parts of another after its own, under the front matter of the other.

    Of the base's examples only the characters are kept: dice may give other outcomes under the changes.
    """
    return Document(changes.front, (*map(_without_outcomes, base.parts), *changes.parts), changes.text)


def _without_outcomes(part: Heading | Prose | Block) -> Heading | Prose | Block:
    if not isinstance(part, Block) or part.kind not in ("example", "question"):
        return part
    kept = tuple(line for line in part.lines if part.kind == "example" and line.text.strip().startswith("character "))
    return msgspec.structs.replace(part, lines=kept)


def _refuse_large(text: str) -> None:
    size = len(text.encode("utf-8", "replace"))
    if size > MOST_BYTES:
        raise Wrong(TextPlace(1, 1), f"the rulebook has {size:,} bytes: at most {MOST_BYTES:,} are allowed")
    count = text.count("\n") + 1
    if count > MOST_LINES:
        raise Wrong(
            TextPlace(MOST_LINES + 1, 1), f"the rulebook has {count:,} lines: at most {MOST_LINES:,} are allowed"
        )


def _front(lines: list[str]) -> tuple[Front, int]:
    """The front matter, and the index of the line after it."""
    if lines[0].strip() != "+++":
        raise Wrong(
            TextPlace(1, 1), "a rulebook begins with a line `+++`", 'then rulebook = 1 and name = "...", then +++'
        )
    ends = [at for at, line in enumerate(lines[1:60], start=1) if line.strip() == "+++"]
    if not ends:
        raise Wrong(TextPlace(1, 1), "the front matter has no end", "close it with a second line +++")
    front = "\n".join(lines[1 : ends[0]])
    if len(front) > _MOST_FRONT:
        raise Wrong(
            TextPlace(1, 1), f"the front matter has {len(front):,} characters: at most {_MOST_FRONT:,} are allowed"
        )
    try:
        written = tomllib.loads(front)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        at = _AT.search(str(error))
        place = TextPlace(int(at[1]) + 1, int(at[2])) if at else TextPlace(ends[0], 1)
        raise Wrong(place, "the front matter cannot be read", 'lines like name = "Lanterns"') from None
    return _checked_front(written, lines), ends[0] + 1


def _checked_front(written: dict[str, Any], lines: list[str]) -> Front:
    for name, value in written.items():
        place = _line_of(name, lines)
        if name not in _FIELDS:
            raise Wrong(place, f"unknown setting {quoted(name)}", did_you_mean(name, _FIELDS))
        if type(value) is not _FIELDS[name]:
            raise Wrong(place, f"{name} must be {'a whole number' if _FIELDS[name] is int else 'a text in quotes'}")
        if isinstance(value, str) and len(value) > 500:
            raise Wrong(place, f"{name} is too long: at most 500 characters")
    if "rulebook" not in written:
        raise Wrong(TextPlace(1, 1), "the front matter does not say which format this is", f"add rulebook = {FORMAT}")
    if written["rulebook"] != FORMAT:
        place = _line_of("rulebook", lines)
        raise Wrong(place, f"format {written['rulebook']} is not known here", f"this version reads rulebook = {FORMAT}")
    name = str(written.get("name", "")).strip()
    if not name:
        raise Wrong(TextPlace(1, 1), "the rulebook has no name", 'add name = "..." to the front matter')
    slug = str(written.get("slug") or re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-"))
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", slug):
        raise Wrong(_line_of("slug", lines), f"{quoted(slug)} is not a slug", "a slug has small letters, digits and -")
    if "colour" in written and not re.fullmatch(r"#[0-9a-f]{6}", written["colour"]):
        raise Wrong(_line_of("colour", lines), "colour is written like #3f3d9e")
    rest = {field: written[field] for field in ("version", "gm", "summary", "over", "colour") if field in written}
    return Front(name, slug, **rest)


def _line_of(name: str, lines: list[str]) -> TextPlace:
    for at, line in enumerate(lines[:60], start=1):
        if line.strip().startswith(name):
            return TextPlace(at, 1)
    return TextPlace(1, 1)


def _outline(text: str, front: Front, lines: list[str], first: int) -> tuple[Document, list[BookFault]]:
    parts: list[Heading | Prose | Block] = []
    faults: list[BookFault] = []
    prose: list[BookLine] = []
    number = ""
    at = first
    blocks = 0

    def end_prose() -> Prose:
        made = Prose(tuple(prose))
        prose.clear()
        if made.text:
            parts.append(made)
        return made

    while at < len(lines):
        line = BookLine(lines[at].rstrip("\r"), TextPlace(at + 1, 1))
        at += 1
        fence = _FENCE.match(line.text)
        heading = _HEADING.match(line.text)
        if fence:
            end = _fence_end(lines, at, fence["marks"])
            kind = fence["info"].partition(" ")[0]
            if end is None:
                faults.append(BookFault(line.place.line, 1, "this block has no end", "close it with a line of ```"))
                end = len(lines)
            inside = [BookLine(one.rstrip("\r"), TextPlace(at + 1 + more, 1)) for more, one in enumerate(lines[at:end])]
            at = end + 1
            if kind in KINDS:
                blocks += 1
                own = end_prose().last
                about = own if own or kind == "action" else _about_before(parts)  # an action describes itself
                header = _after_kind(line, kind)
                refused = _refused(header, inside, blocks)
                faults += refused
                if not refused and blocks <= MOST_BLOCKS:
                    parts.append(Block(kind, header, tuple(inside), number, about))
            else:
                near = did_you_mean(kind, KINDS) if kind else ""
                if near.startswith("did"):
                    faults.append(BookFault(line.place.line, 4, f"unknown kind of block {quoted(kind)}", near))
                prose += [line, *inside]
        elif heading:
            end_prose()
            numbered = _NUMBER.match(heading["title"])
            number = numbered["number"] if numbered else ""
            title = numbered["title"] if numbered else heading["title"]
            parts.append(Heading(len(heading["marks"]), number, title or number, line.place.line))
        else:
            prose.append(line)
    end_prose()
    return Document(front, tuple(parts), text), faults


def _about_before(parts: list[Heading | Prose | Block]) -> str:
    """The paragraph before a block that follows another block directly."""
    for part in reversed(parts):
        if isinstance(part, Prose):
            return part.last
        if isinstance(part, Heading):
            break
    return ""


def _fence_end(lines: list[str], at: int, marks: str) -> int | None:
    for end in range(at, len(lines)):
        closing = lines[end].strip()
        if closing.startswith(marks) and not closing.strip("`"):
            return end
    return None


def _after_kind(line: BookLine, kind: str) -> BookLine:
    at = line.text.index(kind) + len(kind)
    rest = line.text[at:]
    blanks = len(rest) - len(rest.lstrip())
    return BookLine(rest.strip(), line.place.after(at + blanks))


def _refused(header: BookLine, inside: list[BookLine], blocks: int) -> list[BookFault]:
    """The faults of one block that exceeds the limits of size."""
    if blocks > MOST_BLOCKS:
        return [BookFault(header.place.line, 1, f"more than {MOST_BLOCKS} blocks")] if blocks == MOST_BLOCKS + 1 else []
    if len(inside) > LONGEST_BLOCK:
        message = f"a block of {len(inside)} lines: at most {LONGEST_BLOCK} are allowed"
        return [
            BookFault(header.place.line, 1, message, "a larger game can be a Python package: rulewright new --python")
        ]
    for line in (header, *inside):
        if len(line.text) > LONGEST_LINE:
            return [
                BookFault(line.place.line, LONGEST_LINE, f"a line of a block has at most {LONGEST_LINE} characters")
            ]
    return []
