"""King of Thieves, described to programs. A duelling card is its two halves: "1 key/2 lamp". Guardians are counted from 1, the
oldest first; duel 0 is the one for the tomb, the others have the numbers of their guardians."""

from collections.abc import Sequence
from typing import Any, Final

from engine.core.action import Action
from engine.core.events import NOTHING, Event
from engine.core.match import Match
from engine.thieves.game import THIEVES
from engine.thieves.pieces import SYMBOLS, DuellingCard, Half
from engine.thieves.view import LaidCardView, ThiefView, ThievesView
from vok_tui.boards.game_protocol import GameProtocol, Json, event_fields, filled, heap, seat_number

HAND: Final = "hand"
DECK: Final = "deck"
LAID: Final = "laid"
DISCARDS: Final = "discards"
ENDS: Final = frozenset({"reached_goal", "last_thief", "all_ruined", "no_tomb"})


class ThievesProtocol(GameProtocol):
    """Describes the tomb, the guardians and the thieves."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._pieces: Final = THIEVES.pieces(match.setup)

    def table(self, view: ThievesView, names: Sequence[str]) -> Json:
        community = view.community_card
        return filled(
            asked=seat_number(view.mover),
            step=view.step or None,
            round=view.round,
            starter=view.starter + 1,
            goal=view.goal,
            stakes=view.stakes,
            tomb=filled(number=view.tomb_number, symbol=view.tomb_symbol or None, treasure=view.tomb_treasure),
            tombs_in_deck=view.tombs_in_deck,
            last_tomb=view.last_tomb_number or None,
            guardians=[
                {
                    "name": each.name,
                    "nature": each.nature,
                    "symbol": each.symbol,
                    "strength": each.strength,
                    "tokens": each.pool,
                }
                for each in view.guardians
            ],
            guardians_in_deck=view.guardians_in_deck,
            community_card=community.name if community is not None else None,
            deck_count=view.deck_count,
            discards=heap(names_of(view.discards)),
            own_unseen_discards=heap(names_of(view.own_unseen_discards)),
            unseen_discards_count=view.unseen_discard_count,
            seats={str(seat.seat + 1): self._thief(seat, community, names[seat.seat]) for seat in view.seats},
        )

    def _thief(self, thief: ThiefView, community: DuellingCard | None, name: str) -> Json:
        has_used = thief.community_half != NOTHING and community is not None
        return filled(
            name=name,
            status=thief.status,
            treasure=thief.treasure,
            reputation=thief.reputation,
            hand=names_of(thief.hand) if thief.hand is not None else None,
            hand_count=thief.hand_count,
            laid=[laid_card(card) for card in thief.laid_cards],
            community={"half": str(community.half(thief.community_half)), "duel": thief.community_duel}
            if has_used and community is not None
            else None,
        )

    def event(self, event: Event, viewer: int, node: int) -> Json | None:
        del node
        known = event.arguments_for(viewer)
        verb, seat = event.verb, event.seat + 1
        hand, laid = ({"zone": zone, "seat": seat} for zone in (HAND, LAID))
        if verb == "drew":
            return event_fields(event, viewer, map(self._card_name, known), {"zone": DECK}, hand)
        if verb in ("played_up", "played_down"):
            named = SYMBOLS[known[2]] if len(known) > 2 else None
            return event_fields(
                event, viewer, [self._card_name(known[0])], hand, laid, half=self._half(*known[:2]), stands_for=named
            )
        if verb == "turned_up":
            halves = [self._half(kind, half) for kind, half in zip(known[::2], known[1::2], strict=True)]
            return event_fields(event, viewer, map(self._card_name, known[::2]), laid, laid, halves=halves)
        if verb == "named":
            return event_fields(event, viewer, [self._card_name(known[0])], stands_for=SYMBOLS[known[1]])
        if verb in ("counted", "used"):
            duel = self._duel(known[2])
            return event_fields(event, viewer, [self._card_name(known[0])], half=self._half(*known[:2]), duel=duel)
        if verb == "opened":
            return self._opened(event, viewer)
        if verb == "shuffled":
            return event_fields(event, viewer, (), {"zone": DISCARDS}, {"zone": DECK}, amount=known[0])
        if verb in ("hid", "staked"):
            return event_fields(event, viewer, amount=known[0])
        if verb in ("beat", "unbeaten"):
            strength = known[2] if verb == "beat" else None
            return event_fields(event, viewer, duel=self._duel(known[0]), amount=known[1], with_symbols=strength)
        if verb in ("plundered", "unplundered"):
            amount, symbols = (known[1], known[2]) if verb == "plundered" else (None, None)
            return event_fields(event, viewer, duel="the tomb", amount=amount, with_symbols=symbols)
        winners = [winner + 1 for winner in known] if verb in ENDS else None
        return event_fields(event, viewer, winners=winners)

    def _opened(self, event: Event, viewer: int) -> Json:
        tomb = self._pieces.tombs[event.arguments[0]]
        state: Any = self.match.state
        guardian, community = event.arguments[1:3]
        return event_fields(
            event,
            viewer,
            symbol=SYMBOLS[tomb.symbol],
            amount=tomb.treasure * state.options.stakes,
            guardian=self._pieces.guardians[guardian].name if guardian != NOTHING else None,
            community_card=self._card_name(community),
        )

    def _card_name(self, kind: int) -> str | None:
        return self._pieces.card_names[kind] if kind != NOTHING else None

    def _half(self, kind: int, half: int) -> str | None:
        return str(self._pieces.cards[kind].half(half)) if kind != NOTHING else None

    def _duel(self, guardian: int) -> str:
        return "the tomb" if guardian == NOTHING else self._pieces.guardians[guardian].name

    def action(self, action: Action) -> Json:
        verb, arguments = action.verb, action.arguments
        if verb in ("play_up", "play_up_as", "play_down"):
            card = {"card": self._card_name(arguments[0]), "half": self._half(*arguments[:2])}
            named = {"stands_for": SYMBOLS[arguments[2]]} if len(arguments) > 2 else {}
            return {"verb": verb, **card, **named}
        if verb == "name":
            return {"verb": verb, "laid": arguments[0] + 1, "stands_for": SYMBOLS[arguments[1]]}
        if verb == "count":
            return {"verb": verb, "laid": arguments[0] + 1, "duel": arguments[1]}
        if verb == "use":
            return {"verb": verb, "half": ("top", "bottom")[arguments[0]], "duel": arguments[1]}
        return {"verb": verb}

    def cards(self) -> Json:
        pieces = self._pieces
        return {
            "cards": [
                {
                    "name": card.name,
                    "top": half_fields(card.top),
                    "bottom": half_fields(card.bottom),
                    "copies": card.copies,
                }
                for card in pieces.cards
            ],
            "guardians": [
                {
                    "name": each.name,
                    "nature": each.nature,
                    "symbol": SYMBOLS[each.symbol],
                    "strength": each.strength,
                    "copies": each.copies,
                }
                for each in pieces.guardians
            ],
            "tombs": [
                {"symbol": SYMBOLS[each.symbol], "treasure": each.treasure, "copies": each.copies}
                for each in pieces.tombs
            ],
        }


def names_of(cards: Sequence[DuellingCard]) -> list[str]:
    return [card.name for card in cards]


def half_fields(half: Half) -> Json:
    return {"symbol": SYMBOLS[half.symbol], "count": half.symbol_count}


def laid_card(laid: LaidCardView) -> Json:
    """A card on the table, or its back."""
    if laid.card is None:
        return {"face_down": True}
    return {
        "card": laid.card.name,
        "half": str(laid.card.half(laid.half)),
        "face_down": laid.is_face_down,
        **filled(stands_for=laid.named_symbol or None, duel=laid.duel if laid.duel != NOTHING else None),
    }
