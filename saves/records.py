"""What the records of a save say.

Record 0 is the header, a map. The others are *entries*, all of one shape, a verb and a few numbers: `["buy", 1, 4, 17]` and
`["goto", 12]` as they stand in the journal, and two of our own, whose verbs begin with `@`:

    ["@check", digest]                   the position here: after every 32 entries of the journal, and on closing
    ["@sum", decisions, turn, over, *scores]  a label for the shelf, on closing; believed only while nothing follows it

No position is ever saved, so there is none whose form would have to be kept alive.
"""

from typing import Final, NamedTuple

from engine.core.action import Action
from engine.core.rules import FIRST_RULES, RULES, Seat, Setup
from saves.format import FORMAT, HEADER, LATEST, LONGEST
from saves.names import WIDEST, clean

CHECK: Final = "@check"
SUMMARY: Final = "@sum"
EVERY: Final = 32  # entries of the journal from one check to the next
SEATS: Final = 6
LEVEL: Final = 100  # characters of a level: it may name a class in a module
U64: Final = (1 << 64) - 1
SEED: Final = (1 << 63) - 1
TIME: Final = (1 << 53) - 1
NUMBER: Final = (1 << 31) - 1
CHOICES: Final = 16
ROOM: Final = HEADER - LONGEST  # bytes for cards of the house; the rest of the header needs far less than it is left
FIELDS: Final = {
    "format", "app", "game", "edition", "choices", "cards", "catalogue", "rules", "seed", "seats", "created", "from",
}  # fmt: skip


class UnknownRules(ValueError):
    """A header names rules that only a later version of Vok can know."""

    def __init__(self, rules: int) -> None:
        super().__init__("rules")
        self.rules: Final = rules


class Origin(NamedTuple):
    """The finished game that a game goes on from: the unix time of its end, and the turn from which on another answer was given
    (0 in a game without turns)."""

    ended: int
    turn: int


class Header(NamedTuple):
    """Record 0. `app` is the version of Vok that began the file, `catalogue` the fingerprint of its cards, `created` the
    unix time at which it was begun; `origin` is None for a game that began with its first move."""

    app: str
    catalogue: int
    created: int
    setup: Setup
    origin: Origin | None = None


def write_header(header: Header) -> dict[str, object]:
    """The map of record 0, names cleaned. Raises ValueError for a number that could not be read again."""
    setup = header.setup
    told: dict[str, object] = {
        "format": FORMAT,
        "app": clean(header.app),
        "game": clean(setup.game),
        "edition": clean(setup.edition),
        "choices": [clean(choice) for choice in setup.choices],
        "cards": setup.cards,
        "catalogue": header.catalogue & U64,
        "rules": setup.rules,
        "seed": setup.seed,
        "seats": [[clean(seat.name), _level(seat.level), seat.simulations] for seat in setup.seats],
        "created": header.created,
        "from": list(header.origin or ()),
    }
    read_header(told)
    return told


def read_header(told: object) -> Header:
    """The way back; names are cleaned once more. Raises UnknownRules, or another ValueError, whose text is the field at
    fault."""
    if not isinstance(told, dict) or set(told) != FIELDS:
        raise ValueError("fields")
    if _number(told["format"], NUMBER, "format") != FORMAT:
        raise ValueError("format")
    seats = told["seats"]
    if not isinstance(seats, list) or not 0 < len(seats) <= SEATS:
        raise ValueError("seats")
    choices = told["choices"]
    if not isinstance(choices, list) or len(choices) > CHOICES:
        raise ValueError("choices")
    cards = told["cards"]
    if not isinstance(cards, str) or len(cards.encode(errors="replace")) > ROOM:
        raise ValueError("cards")
    rules = _number(told["rules"], NUMBER, "rules")
    if rules < FIRST_RULES:
        raise ValueError("rules")
    if rules > RULES:
        raise UnknownRules(rules)
    setup = Setup(
        _text(told["game"], "game"),
        tuple([_seat(seat) for seat in seats]),
        _number(told["seed"], SEED, "seed"),
        _text(told["edition"], "edition"),
        tuple([_text(choice, "choices") for choice in choices]),
        cards,
        rules=rules,
    )
    catalogue = _number(told["catalogue"], U64, "catalogue")
    created = _number(told["created"], TIME, "created")
    return Header(_text(told["app"], "app"), catalogue, created, setup, _origin(told["from"]))


def _origin(told: object) -> Origin | None:
    if told == []:
        return None
    if not isinstance(told, list) or len(told) != len(Origin._fields):
        raise ValueError("from")
    return Origin(_number(told[0], LATEST, "from"), _number(told[1], NUMBER, "from"))


def write_entry(entry: Action) -> list[str | int]:
    """An entry as a list. Raises ValueError for one that could not be read again."""
    told = entry.pack()
    read_entry(told)
    return told


def read_entry(told: object) -> Action:
    """The way back. Raises ValueError."""
    if not isinstance(told, list):
        raise ValueError("an entry is a list")
    entry = Action.unpack(told)
    if entry.verb == CHECK:
        sound = len(entry.what) == 1 and 0 <= entry.what[0] <= U64
    elif entry.verb == SUMMARY:
        sound = len(entry.what) >= 3 and _within(entry.what, -NUMBER)
    else:
        sound = entry.verb == clean(entry.verb) and entry.verb[:1] not in ("", "@") and _within(entry.what, 0)
    if not sound:
        raise ValueError("no such entry")
    return entry


def _within(what: tuple[int, ...], least: int) -> bool:
    for part in what:
        if not least <= part <= NUMBER:
            return False
    return True


def _text(value: object, field: str, widest: int = WIDEST) -> str:
    if not isinstance(value, str):
        raise ValueError(field)
    return clean(value, widest)


def _level(text: str) -> str:
    """A level's name; only what is plain ASCII, as the names of classes are, may be longer than other names."""
    return clean(text, LEVEL if text.isascii() else WIDEST)


def _number(value: object, most: int, field: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError(field)
    return value


def _seat(told: object) -> Seat:
    if not isinstance(told, list) or len(told) != 3:
        raise ValueError("seats")
    return Seat(_text(told[0], "seats"), _level(_text(told[1], "seats", LEVEL)), _number(told[2], NUMBER, "seats"))
