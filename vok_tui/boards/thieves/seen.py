"""The cards that the viewer has seen, and those that are left: in the deck, or where only others see them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.wording import plural
from engine.thieves.pieces import SYMBOLS, DuellingCard
from engine.thieves.view import ThievesView
from vok_tui.boards.thieves.cards import SHORT_LETTERS
from vok_tui.boards.thieves.duels import duels_of, viewer_duel_words
from vok_tui.boards.thieves.signs import REPUTATION, TREASURE, sign
from vok_tui.painting.grid import HEADING_INK, Brush, Ink, Target, wrap
from vok_tui.panes.overlay import Overlay, paint_scrolled_lines
from vok_tui.panes.scene import Board, Page, Scene, ScrollPosition, SignNote

SEEN_SIGN: Final = "x"  # of a copy that was seen
MAX_COPY_SIGNS: Final = 2  # with more copies of a card, a number shows how many are left
SEEN_TARGET: Final = Target("seen", 0)
InkedLine = tuple[str, Ink]


def seen_cards(view: ThievesView) -> Counter[DuellingCard]:
    """The cards that the viewer has seen: these are neither in the deck nor hidden in the hand of another thief."""
    cards = [
        *view.discards,
        *view.own_unseen_discards,
        *([view.community_card] if view.community_card is not None else []),
    ]
    for thief in view.seats:
        cards += [
            *(thief.hand or ()),
            *[laid_card.card for laid_card in thief.laid_cards if laid_card.card is not None],
        ]
    return Counter(cards)


def cards_by_symbols(cards: Sequence[DuellingCard]) -> dict[tuple[int, int], list[DuellingCard]]:
    """Group cards by their two symbols."""
    rows: dict[tuple[int, int], list[DuellingCard]] = {}
    for card in cards:
        rows.setdefault((card.top.symbol, card.bottom.symbol), []).append(card)
    return rows


def card_cell(copies: int, card: DuellingCard, seen_copies: int, left_sign: str) -> str:
    """The two numbers of a card, and a sign for each copy; with many copies, the number of those left."""
    left = max(0, copies - seen_copies)
    copy_signs = left_sign * left + SEEN_SIGN * (copies - left) if copies <= MAX_COPY_SIGNS else f":{left}"
    return f"{card.top.symbol_count}/{card.bottom.symbol_count}{copy_signs}"


def seen_and_left_lines(view: ThievesView, width: int, left_sign: str) -> list[InkedLine]:
    """A table of all cards with the copies that were seen and are left: a heading, and lines for each pair of symbols."""
    seen = seen_cards(view)
    left = sum([card.copies for card in view.all_cards]) * view.piece_set_count - seen.total()
    rows = cards_by_symbols(view.all_cards)
    cells = {
        pair: [card_cell(card.copies * view.piece_set_count, card, seen[card], left_sign) for card in cards]
        for pair, cards in rows.items()
    }
    columns = max([len(cell) for row in cells.values() for cell in row]) + 1
    names = {pair: "/".join([SYMBOLS[symbol] for symbol in pair]) for pair in rows}
    if max(map(len, names.values())) + 1 + columns * max(map(len, cells.values())) > width:
        names = {pair: "/".join([SYMBOLS[symbol][:SHORT_LETTERS] for symbol in pair]) for pair in rows}
    label_columns = max(map(len, names.values())) + 1
    cells_per_line = max(1, (width - label_columns) // columns)
    lines: list[InkedLine] = [(f"Cards: {left} left {left_sign}, {seen.total()} seen {SEEN_SIGN}", HEADING_INK)]
    for pair, row in cells.items():
        for start in range(0, len(row), cells_per_line):
            name = names[pair] if start == 0 else ""
            text = "".join([f"{cell:<{columns}}" for cell in row[start : start + cells_per_line]])
            lines.append((f"{name:<{label_columns}}{text}".rstrip(), ("sand",)))
    return lines


def tomb_in_short(scene: Scene, width: int) -> list[InkedLine]:
    """How a tomb is played, in place of the table of cards in the first games. The last line names the key of that table."""
    stakes, pay = scene.view.stakes, plural(scene.view.stakes, "token")
    treasure, tokens = sign(scene.signs, TREASURE), sign(scene.signs, REPUTATION)
    key = scene.footer_key(CARDS_LEFT.shortcut.id)
    texts = (
        f"Escape: keep your tokens and draw 2, but win nothing here. Hide: pay {pay}, draw {stakes}, play no card.",
        f"Duel: pay {pay}, play 1 or 2 cards, draw {stakes}. One half of a card counts.",
        "After three rounds all cards are turned up, and each counts for one duel.",
        f"Most symbols win: the treasure {treasure} of the tomb, or the tokens {tokens} of a guardian if they reach its number.",
        *([f"{key} counts the cards that are left, and what you need."] if key else []),
    )
    return [("A tomb in short", HEADING_INK), *[(line, ("sand",)) for text in texts for line in wrap(text, width, 1)]]


def paint_seen_and_left_zone(brush: Brush, scene: Scene) -> None:
    """Paint the zone with the table of the cards seen and left, in the first games with how a tomb is played; nothing while the
    hand is covered."""
    if scene.covered_reason:
        return
    if scene.is_newcomer:
        for y, (text, ink) in enumerate(tomb_in_short(scene, brush.width - 1)[: brush.height]):
            brush.write(1, y, text, *ink)
        return
    lines = seen_and_left_lines(scene.view, brush.width - 1, scene.signs.comment)[: brush.height]
    brush.sub_brush(0, 0, brush.width, len(lines)).add_target(SEEN_TARGET)
    under_cursor = scene.cursor == SEEN_TARGET
    brush.write(0, 0, scene.signs.cursor if under_cursor else "", "gold")
    for y, (text, ink) in enumerate(lines):
        brush.write(1, y, text, *(("ink", "on-gold") if under_cursor and not y else ink))


def seen_and_left_page(view: ThievesView) -> Page:
    """The page about the table of the cards seen and left."""
    seen, rows = seen_cards(view), cards_by_symbols(view.all_cards)
    lines = []
    for pair, cards in rows.items():
        left = [(card, max(0, card.copies * view.piece_set_count - seen[card])) for card in cards]
        texts = [f"{card.top.symbol_count}/{card.bottom.symbol_count}: {count}" for card, count in left]
        lines.append(("/".join([SYMBOLS[symbol] for symbol in pair]), ", ".join(texts)))
    subtitle = "by their two symbols: how many of each are left in the deck or where only others see them"
    return Page("Cards left", "lapis", subtitle, tuple(lines))


def seen_and_left_notes(view: ThievesView, left_sign: str) -> Iterator[SignNote]:
    """What the table of the cards seen and left says, by the example of its first card."""
    card = view.all_cards[0]
    copies, seen = card.copies * view.piece_set_count, seen_cards(view)[card]
    cell = card_cell(copies, card, seen, left_sign)
    left = max(0, copies - seen)
    names = "/".join([SYMBOLS[card.top.symbol], SYMBOLS[card.bottom.symbol]])
    words = f"of the card {card.name}, {left} of {plural(copies, 'copy', 'copies')} left"
    yield SignNote((cell,), f"in the line of {names}: {words}")
    yield SignNote((left_sign,), "one copy that is in the deck, or that only others see")
    yield SignNote((SEEN_SIGN,), "one copy that you have seen")


def paint_cards_left_overlay(brush: Brush, scene: Scene, board: Board) -> ScrollPosition:
    """Paint the table of the cards seen and left as an overlay, with the number of cards in each place, and what the viewer needs
    in each duel."""
    del board
    view: ThievesView = scene.view
    duels = [
        f"{duel.name}: {viewer_duel_words(scene, view.seats[view.viewer], duel)}."
        for duel in duels_of(view)
        if view.viewer >= 0 and view.seats[view.viewer].status == "inside"
    ]
    unseen = (
        f", {plural(view.unseen_discard_count, 'card')} face down in the discard pile"
        if view.unseen_discard_count
        else ""
    )
    lines = [
        *seen_and_left_lines(view, brush.width - 1, scene.signs.comment),
        ("", ()),
        (f"{plural(view.deck_count, 'card')} in the deck{unseen}.", ("dune",)),
        (f"{plural(view.tombs_in_deck, 'tomb')} and {plural(view.guardians_in_deck, 'guardian')} to come.", ("dune",)),
        *[(line, ("sand",)) for text in duels for line in ("", *wrap(text, brush.width - 1, 1))],
    ]
    return paint_scrolled_lines(brush, scene, lines)


def cards_left_obstacle(scene: Scene) -> str:
    """Why the cards left cannot be shown: "" unless the hand is covered."""
    return scene.covered_reason


CARDS_LEFT: Final = Overlay(
    "cards_left",
    "i",
    "Cards left",
    "the cards that you have seen, and those that are left",
    paint=paint_cards_left_overlay,
    obstacle=cards_left_obstacle,
)
