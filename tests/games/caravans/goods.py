"""The goods and roads of a game of Caravans: replaceable data, read from TOML and written as TOML."""

import json
from functools import lru_cache
from typing import Any, Final, NamedTuple

from engine.core.errors import BadCatalogue
from engine.core.luck import hash_combine
from engine.core.toml_text import check_data_number, parse_data

MAX_GOODS: Final = 30
MAX_ROADS: Final = 6
MAX_WORTH: Final = 20
MAX_COPIES: Final = 30
MAX_NAME_CHARS: Final = 20


class Good(NamedTuple):
    """A kind of card."""

    name: str
    worth: int
    copies: int


class Goods:
    """All kinds and roads of a game. `text` is their TOML; "" for the shipped ones."""

    def __init__(self, goods: tuple[Good, ...], roads: tuple[str, ...], text: str = "") -> None:
        self.goods: Final = goods
        self.roads: Final = roads
        self.text: Final = text
        self.names: Final = tuple([good.name for good in goods])
        self.kind_of: Final = {name: kind for kind, name in enumerate(self.names)}
        self.card_count: Final = sum([good.copies for good in goods])

    def fingerprint(self) -> int:
        """Equal for goods that play the same. Names do not matter."""
        k = hash_combine(len(self.roads), len(self.goods))
        for good in self.goods:
            k = hash_combine(hash_combine(k, good.worth), good.copies)
        return k


SHIPPED: Final = Goods(
    (
        Good("water", 1, 12),
        Good("salt", 2, 14),
        Good("copper", 4, 12),
        Good("incense", 6, 10),
        Good("gold", 9, 6),
    ),
    ("river", "desert", "coast"),
)
# Other goods, to play with instead.
OTHER: Final = Goods(
    tuple([good._replace(worth=3) if good.name == "copper" else good for good in SHIPPED.goods]), SHIPPED.roads
)


def write_goods(goods: Goods) -> str:
    """The TOML of goods."""
    lines = [f"roads = {json.dumps(list(goods.roads), ensure_ascii=False)}"]
    for good in goods.goods:
        lines += ["", "[[good]]", f"name = {json.dumps(good.name, ensure_ascii=False)}"]
        lines += [f"worth = {good.worth}", f"copies = {good.copies}"]
    return "\n".join(lines) + "\n"


@lru_cache(8)
def read_goods(text: str) -> Goods:
    """The goods of a text; the shipped ones for "". Raises BadCatalogue, which names the first fault."""
    if not text:
        return SHIPPED
    fields = parse_data(text, "the goods are")
    if set(fields) != {"roads", "good"}:
        raise BadCatalogue("the goods are a list of roads, and one table [[good]] for each kind")
    goods = read_tables(fields["good"])
    roads = fields["roads"]
    if not isinstance(roads, list) or not 2 <= len(roads) <= MAX_ROADS:
        raise BadCatalogue(f"roads is a list of 2 to {MAX_ROADS} names")
    names = tuple([read_name(road, "roads") for road in roads])
    for plural, all_names in (("roads", names), ("goods", tuple([good.name for good in goods]))):
        if len(set(all_names)) < len(all_names):
            raise BadCatalogue(f"two {plural} have the same name")
    return Goods(goods, names, text)


def read_tables(tables: Any) -> tuple[Good, ...]:
    if not isinstance(tables, list) or not 2 <= len(tables) <= MAX_GOODS:
        raise BadCatalogue(f"there are 2 to {MAX_GOODS} tables [[good]]")
    goods: list[Good] = []
    for number, table in enumerate(tables, 1):
        where = f"good {number}"
        if not isinstance(table, dict) or set(table) != {"name", "worth", "copies"}:
            raise BadCatalogue(f"{where} has a name, its worth and a number of copies")
        name = read_name(table["name"], where)
        worth = check_data_number(table["worth"], f"{name}: worth", 0, MAX_WORTH)
        goods.append(Good(name, worth, check_data_number(table["copies"], f"{name}: copies", 1, MAX_COPIES)))
    return tuple(goods)


def read_name(value: object, where: str) -> str:
    if not isinstance(value, str) or not value.isalpha() or not value.islower() or len(value) > MAX_NAME_CHARS:
        raise BadCatalogue(
            f"{where}: a name is one word of 1 to {MAX_NAME_CHARS} small letters, not {str(value)[:30]!r}"
        )
    return value
