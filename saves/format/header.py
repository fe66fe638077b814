"""Record 0 of a save, the header: everything that was decided before the first move, and when and by which version."""

from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from engine.core.errors import is_whole_number
from engine.core.game import CURRENT_RULES, MAX_SEATS, MAX_SEED, Seat, Setup
from engine.core.setup import MAX_VALUES_CHARS, VALUES_CHARS, Variant
from saves.clean_text import MAX_NAME_CHARS, clean_and_cut
from saves.format.frames import (
    FORMAT_VERSION,
    MAX_BODY_BYTES,
    MAX_CLOSING_TIME,
    MAX_HEADER_BYTES,
    MAX_NUMBER,
    U64_MASK,
    pack,
)

MAX_LEVEL_CHARS: Final = 100  # a level may be a `module:Class`
MAX_UNIX_TIME: Final = (1 << 53) - 1
MAX_CHOICES: Final = 16
# Custom cards may fill the header, except for one body: the rest of the header needs far less.
MAX_CARDS_BYTES: Final = MAX_HEADER_BYTES - MAX_BODY_BYTES
HEADER_FIELDS: Final = {
    "format", "app", "game", "edition", "choices", "cards", "catalogue", "rules", "seed", "seats", "created", "from",
}  # fmt: skip
VALUES_FIELD: Final = "values"  # left out of the header of a game that records none


class UnknownRules(ValueError):
    """A header with a rules number that only a later version of Vok knows."""

    def __init__(self, rules: int) -> None:
        super().__init__("rules")
        self.rules: Final = rules


class BranchOrigin(NamedTuple):
    """The finished game from which a game branches off: the unix time of its end, and the turn of the answer that differs (0 in a
    game without turns)."""

    ended: int
    turn: int


class Header(NamedTuple):
    """`app` is the version of Vok that created the file, `fingerprint` that of the cards, `created` the unix time of creation.
    `origin` is None for a game that branches off from no other."""

    app: str
    fingerprint: int
    created: int
    setup: Setup
    origin: BranchOrigin | None = None


GAME_ID_CHARS: Final = 16  # hexadecimal digits


def game_id(setup: Setup, created: int, origin: BranchOrigin | None) -> str:
    """The id of a game. It follows from what its header says about how the game began, which is the same in every copy: so a
    new name, the bin, an export and an import keep it. Two games with the same seed differ in the second in which they began.
    The fingerprint is left out, because a game of an older format gets a new one; the names of the seats, because a game in one
    line has none."""
    seats = [[seat.level, seat.simulations] for seat in setup.seats]
    began = [
        setup.game,
        setup.edition,
        list(setup.choices),
        setup.rules,
        setup.seed,
        seats,
        created,
        list(origin or ()),
    ]
    return sha256(pack(began)).hexdigest()[:GAME_ID_CHARS]


def write_header(header: Header) -> dict[str, object]:
    """The body of record 0, with clean names. Raises ValueError if `read_header` could not read it."""
    setup = header.setup
    fields: dict[str, object] = {
        "format": FORMAT_VERSION,
        "app": clean_and_cut(header.app),
        "game": clean_and_cut(setup.game),
        "edition": clean_and_cut(setup.edition),
        "choices": [clean_and_cut(choice) for choice in setup.choices],
        "cards": setup.cards,
        "catalogue": header.fingerprint & U64_MASK,
        "rules": setup.rules,
        "seed": setup.seed,
        "seats": [[clean_and_cut(seat.name), clean_level(seat.level), seat.simulations] for seat in setup.seats],
        "created": header.created,
        "from": list(header.origin or ()),
        **({VALUES_FIELD: setup.values} if setup.values else {}),
    }
    read_header(fields)
    return fields


def read_header(fields: object) -> Header:
    """The header that `write_header` wrote. Names are cleaned again. Raises UnknownRules, or a ValueError that names the wrong
    field."""
    if not isinstance(fields, dict) or set(fields) - {VALUES_FIELD} != HEADER_FIELDS:
        raise ValueError("fields")
    if _read_number(fields["format"], MAX_NUMBER, "format") != FORMAT_VERSION:
        raise ValueError("format")
    seats = fields["seats"]
    if not isinstance(seats, list) or not 0 < len(seats) <= MAX_SEATS:
        raise ValueError("seats")
    choices = fields["choices"]
    if not isinstance(choices, list) or len(choices) > MAX_CHOICES:
        raise ValueError("choices")
    cards = fields["cards"]
    if not isinstance(cards, str) or len(cards.encode(errors="replace")) > MAX_CARDS_BYTES:
        raise ValueError("cards")
    rules = _read_number(fields["rules"], MAX_NUMBER, "rules")
    if rules < 1:
        raise ValueError("rules")
    if rules > CURRENT_RULES:
        raise UnknownRules(rules)
    setup = Setup(
        _read_text(fields["game"], "game"),
        tuple([_read_seat(seat) for seat in seats]),
        _read_number(fields["seed"], MAX_SEED, "seed"),
        Variant(
            _read_text(fields["edition"], "edition"),
            tuple([_read_text(choice, "choices") for choice in choices]),
            cards,
        ),
        rules,
        _read_values(fields.get(VALUES_FIELD, "")),
    )
    catalogue = _read_number(fields["catalogue"], U64_MASK, "catalogue")
    created = _read_number(fields["created"], MAX_UNIX_TIME, "created")
    return Header(_read_text(fields["app"], "app"), catalogue, created, setup, _read_origin(fields["from"]))


def _read_origin(fields: object) -> BranchOrigin | None:
    if fields == []:
        return None
    if not isinstance(fields, list) or len(fields) != len(BranchOrigin._fields):
        raise ValueError("from")
    return BranchOrigin(_read_number(fields[0], MAX_CLOSING_TIME, "from"), _read_number(fields[1], MAX_NUMBER, "from"))


def _read_values(value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_VALUES_CHARS or not VALUES_CHARS.issuperset(value):
        raise ValueError(VALUES_FIELD)
    return value


def _read_text(value: object, field: str, max_chars: int = MAX_NAME_CHARS) -> str:
    if not isinstance(value, str):
        raise ValueError(field)
    return clean_and_cut(value, max_chars)


def clean_level(text: str) -> str:
    """A clean name of a level. Only ASCII names, such as those of classes, may be longer than other names."""
    return clean_and_cut(text, MAX_LEVEL_CHARS if text.isascii() else MAX_NAME_CHARS)


def _read_number(value: object, maximum: int, field: str) -> int:
    if not is_whole_number(value, 0, maximum):
        raise ValueError(field)
    return value


def _read_seat(fields: object) -> Seat:
    if not isinstance(fields, list) or list(map(type, fields)) != [str, str, int]:
        raise ValueError("seats")
    return _seat_of(*fields)


@lru_cache(256)
def _seat_of(name: str, level: str, simulations: int) -> Seat:
    """The seat with these fields. Cached, because the same players sit in thousands of saves."""
    return Seat(
        _read_text(name, "seats"),
        clean_level(_read_text(level, "seats", MAX_LEVEL_CHARS)),
        _read_number(simulations, MAX_NUMBER, "seats"),
    )
