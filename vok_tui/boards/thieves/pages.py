"""The pages of the reader: a card of the hand, a thief, a duel."""

from collections.abc import Sequence

from engine.core.game import HUMAN
from engine.core.wording import plural
from engine.thieves.pieces import SYMBOLS, DuellingCard
from engine.thieves.view import LaidCardView, ThievesView
from vok_tui.boards.thieves.cards import half_that_counts
from vok_tui.boards.thieves.duels import (
    Duel,
    addable_symbol_count,
    duels_of,
    hidden_laid_card_count,
    known_symbol_count,
    missing_symbol_count,
)
from vok_tui.boards.thieves.seen import SEEN_TARGET, seen_and_left_page
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Page


def target_description(view: ThievesView, target: Target, hand: Sequence[DuellingCard]) -> str:
    """What a card counts for, or what wins a duel, in a sentence; "" for any other target."""
    if target.area == "hand" and target.index < len(hand):
        duels = duel_texts_for_card(view, hand[target.index])
        return f"It counts for {' and '.join(duels)}." if duels else "It does not count here."
    duel = next((duel for duel in duels_of(view) if target == Target("duel", duel.number)), None)
    if duel is None:
        return ""
    if duel.number == 0:
        return f"The most {duel.symbol} symbols win {duel.prize} treasure."
    return (
        f"The most {duel.symbol} symbols, at least {duel.min_symbols}, win {plural(duel.prize, 'token')} of reputation."
    )


def duel_names_for_card(view: ThievesView, card: DuellingCard) -> list[str]:
    """The names of the duels in which a card may count."""
    symbols = (SYMBOLS[card.top.symbol], SYMBOLS[card.bottom.symbol])
    return [duel.name for duel in duels_of(view) if duel.symbol in symbols or "ruby" in symbols]


def duel_texts_for_card(view: ThievesView, card: DuellingCard) -> list[str]:
    """The duels in which a card may count, each with the halves that do: "the tomb (2 shield)"."""
    texts = []
    for duel in duels_of(view):
        halves = [str(half) for half in (card.top, card.bottom) if SYMBOLS[half.symbol] in (duel.symbol, "ruby")]
        if halves:
            texts.append(f"{duel_name_in_sentence(duel)} ({' or '.join(halves)})")
    return texts


def duel_name_in_sentence(duel: Duel) -> str:
    """The name of a duel in a sentence: "the tomb", or "the" and its guardian."""
    return "the tomb" if duel.number == 0 else f"the {duel.name}"


def pages_about(
    view: ThievesView, target: Target, names: tuple[str, ...], levels: tuple[str, ...], hand: Sequence[DuellingCard]
) -> list[Page]:
    """The pages about a target: one, or none if there is nothing to show."""
    if target.area == "hand" and target.index < len(hand):
        card = hand[target.index]
        lines = (("", target_description(view, target, hand)), ("seen", copies_text(view, card)))
        return [Page(card.name, "lapis", "a duelling card", lines)]
    if target.area == "seat" and target.index < len(view.seats):
        return [thief_page(view, target.index, names, levels)]
    if target == SEEN_TARGET:
        return [seen_and_left_page(view)]
    duel = next((duel for duel in duels_of(view) if target == Target("duel", duel.number)), None)
    return [duel_page(view, duel, names)] if duel is not None else []


def copies_text(view: ThievesView, card: DuellingCard) -> str:
    """The number of copies of a card in the game, and in the discard pile as far as the viewer knows."""
    copies = card.copies * view.piece_set_count
    discarded = [*view.discards, *view.own_unseen_discards].count(card)
    return f"{copies} in the game, {discarded} in the discard pile"


def thief_page(view: ThievesView, seat: int, names: tuple[str, ...], levels: tuple[str, ...]) -> Page:
    thief = view.seats[seat]
    level = "at this table" if levels[seat] == HUMAN else levels[seat]
    lines = [
        ("reputation", str(thief.reputation)),
        ("treasure", f"{thief.treasure} of {view.goal}"),
        ("hand", plural(thief.hand_count, "card")),
        ("is", thief.status),
    ]
    lines += [("shows", laid_card_in_words(laid_card)) for laid_card in thief.laid_cards]
    return Page("You" if seat == view.viewer else names[seat], "lapis", level, tuple(lines))


def laid_card_in_words(laid_card: LaidCardView) -> str:
    """A laid card in full: "2 ruby as key (not 1 lamp), face down"."""
    if laid_card.card is None:
        return "a card face down"
    return half_that_counts(laid_card.card, laid_card) + (", face down" if laid_card.is_face_down else "")


def duel_page(view: ThievesView, duel: Duel, names: tuple[str, ...]) -> Page:
    """The page of a duel: the symbols that each thief inside shows."""
    title = "The tomb" if duel.number == 0 else duel.name
    if duel.number == 0:
        subtitle = f"{duel.prize} treasure for the most {duel.symbol} symbols"
    else:
        guardian = view.guardians[duel.number - 1]
        subtitle = f"a {guardian.nature}, beaten by at least {duel.min_symbols} {duel.symbol}, with {plural(duel.prize, 'token')}"
    lines = []
    for thief in view.seats:
        if thief.status == "inside":
            name = "You" if thief.seat == view.viewer else names[thief.seat]
            shown = str(known_symbol_count(thief, duel, view.community_card))
            if thief.seat == view.viewer:
                missing = missing_symbol_count(view, thief, duel)
                shown += f", needs {missing} more" if missing else ", ahead of what is shown"
                shown += f", could add {addable_symbol_count(view, thief, duel)}"
            hidden = hidden_laid_card_count(thief)
            lines.append((name, shown + (f", and {plural(hidden, 'card')} face down" if hidden else "")))
    return Page(title, "lapis", subtitle, tuple(lines))
