"""What the signs on a duel, a thief or a card mean, in words and with their numbers."""

from collections.abc import Iterator

from engine.core.wording import plural
from engine.thieves.view import LaidCardView, ThiefView, ThievesView
from vok_tui.boards.thieves.cards import known_symbol, laid_card_text, short_half, short_name
from vok_tui.boards.thieves.duels import (
    NOTHING_SHOWN,
    Duel,
    duels_of,
    hidden_laid_card_count,
    known_symbol_count,
    leader_text,
    opponent_duel_text,
    viewer_duel_text,
    viewer_duel_words,
)
from vok_tui.boards.thieves.seats import used_community_half_text
from vok_tui.boards.thieves.seen import SEEN_TARGET, seen_and_left_notes
from vok_tui.boards.thieves.signs import FACE_DOWN, REPUTATION, TREASURE, sign
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Scene, SignNote


def sign_notes(scene: Scene, target: Target) -> Iterator[SignNote]:
    """The signs that the table may show at a target, at any size."""
    view: ThievesView = scene.view
    if target == SEEN_TARGET:
        yield from seen_and_left_notes(view, scene.signs.comment)
    elif target.area == "seat" and target.index < len(view.seats):
        yield from thief_notes(scene, view.seats[target.index])
    elif target.area == "duel":
        for duel in duels_of(view):
            if duel.number == target.index:
                yield from duel_notes(scene, duel)
    elif target.area == "hand" and view.viewer >= 0:
        hand = view.seats[view.viewer].hand or ()
        if target.index < len(hand):
            card = hand[target.index]
            halves = (f"{card.top}/{card.bottom}", short_name(card), str(card.top), short_half(card.top))
            yield SignNote(halves, f"{card.top} or {card.bottom}: one half of the card will count")


def duel_notes(scene: Scene, duel: Duel) -> Iterator[SignNote]:
    """The prize, and what the viewer and the others show."""
    view: ThievesView = scene.view
    if duel.number == 0:
        prize, words = sign(scene.signs, TREASURE), f"the winner gets {duel.prize} treasure"
    else:
        tokens = plural(duel.prize, "token")
        prize, words = sign(scene.signs, REPUTATION), f"the winner gets {tokens} of reputation"
    yield SignNote((f"{duel.prize}{prize}",), words)
    for thief in view.seats:
        if thief.status == "inside":
            is_viewer = thief.seat == view.viewer
            yield viewer_note(scene, thief, duel) if is_viewer else other_thief_note(scene, thief, duel)
    if any(thief.status != "inside" for thief in view.seats):
        yield SignNote((NOTHING_SHOWN,), "a thief who is not inside any more")
    others = [thief for thief in view.seats if thief.seat != view.viewer]
    if any(thief.status == "inside" for thief in others):
        yield leader_note(scene, others, duel)


def viewer_note(scene: Scene, thief: ThiefView, duel: Duel) -> SignNote:
    """What the viewer shows, needs and could add."""
    return SignNote((viewer_duel_text(scene, thief, duel),), viewer_duel_words(scene, thief, duel))


def other_thief_note(scene: Scene, thief: ThiefView, duel: Duel) -> SignNote:
    """What another thief shows."""
    shown = known_symbol_count(thief, duel, scene.view.community_card)
    hidden = hidden_laid_card_count(thief)
    words = f"{scene.names[thief.seat]} shows {shown}"
    if hidden:
        words += f" and has {plural(hidden, 'card')} face down"
    return SignNote((opponent_duel_text(scene, thief, duel),), words)


def leader_note(scene: Scene, others: list[ThiefView], duel: Duel) -> SignNote:
    """The thief who shows most, where there is no column for each."""
    inside = [thief for thief in others if thief.status == "inside"]
    leader = max(inside, key=lambda thief: known_symbol_count(thief, duel, scene.view.community_card))
    hidden = sum(hidden_laid_card_count(thief) > 0 for thief in inside if thief != leader)
    shown = known_symbol_count(leader, duel, scene.view.community_card)
    words = f"of the others, {scene.names[leader.seat]} shows most: {shown}"
    if hidden:
        words += f"; {hidden} more {'has' if hidden == 1 else 'have'} cards face down"
    return SignNote((leader_text(scene, others, duel),), words)


def thief_notes(scene: Scene, thief: ThiefView) -> Iterator[SignNote]:
    """The tokens, the number of cards in hand, and the laid cards."""
    view: ThievesView = scene.view
    tokens = (thief.reputation, thief.treasure)
    reputation, treasure = sign(scene.signs, REPUTATION), sign(scene.signs, TREASURE)
    words = f"reputation {tokens[0]} ({reputation}), treasure {tokens[1]} ({treasure})"
    yield SignNote((f"{reputation}{tokens[0]} {treasure}{tokens[1]}",), words)
    row = f"{thief.reputation:>2}  {thief.treasure:>2}   {thief.hand_count:>2}"
    yield SignNote((row.strip(),), f"{words}, {plural(thief.hand_count, 'card')} in hand")
    if thief.seat == view.mover:
        yield SignNote((scene.signs.new_bar,), "this thief is asked now")
    for laid_card in thief.laid_cards:
        yield from laid_card_notes(scene, laid_card)
    hidden = hidden_laid_card_count(thief)
    if hidden or any(laid_card.is_face_down for laid_card in thief.laid_cards):
        down = hidden or sum(laid_card.is_face_down for laid_card in thief.laid_cards)
        yield SignNote((sign(scene.signs, FACE_DOWN),), f"{plural(down, 'card')} face down")
    if used := used_community_half_text(view, thief):
        yield SignNote((f"+{used}", f"and {used}"), f"{used} of the community card count too")


def laid_card_notes(scene: Scene, laid_card: LaidCardView) -> Iterator[SignNote]:
    """The signs of a card that lies before a thief."""
    card = laid_card.card
    if card is None:
        return
    half, other, symbol = card.half(laid_card.half), card.half(1 - laid_card.half), known_symbol(laid_card)
    counts = f"{half.symbol_count} {symbol} of the card {card.name} count"
    yield SignNote((short_half(half),), counts)
    yield SignNote((f"(not {other})", short_half(other)), f"the half of {card.name} that does not count")
    if laid_card.named_symbol:
        yield SignNote((f"={symbol}", f"={symbol[:2]}"), f"its rubies stand for {symbol}")
    if laid_card.is_face_down:
        text = laid_card_text(scene, laid_card, in_full=False)
        full = laid_card_text(scene, laid_card, in_full=True)
        yield SignNote((text, full), f"your own card face down: {counts}")
