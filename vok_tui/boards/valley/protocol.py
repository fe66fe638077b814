"""Valley of the Kings, described to programs. A card is its name; a slot is "left", "middle" or "right" in the base, "upper left"
or "upper right" in the middle row, or "top"."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from engine.core.action import Action
from engine.core.events import Event
from engine.core.match import Match
from engine.valley.catalogue.verbs import CARD, SEAT, SLOT
from engine.valley.declared import EVENT_TEXTS, VERBS
from engine.valley.game import VALLEY
from engine.valley.view import Face, SeatView, View, asked_zone
from engine.valley.wording import SLOT_NAMES
from vok_tui.boards.game_protocol import GameProtocol, Json, event_fields, filled, heap, seat_number

BUY: Final = "buy"
PAY: Final = ", pay "  # in the text of a purchase, before the cards
HAND: Final = "hand"
DECK: Final = "deck"
DISCARDS: Final = "discards"
PLAY: Final = "play"
TOMB: Final = "tomb"
ASIDE: Final = "aside"
PYRAMID: Final = "pyramid"
STOCK: Final = "stock"
BONEYARD: Final = "boneyard"
OF_TABLE: Final = frozenset({PYRAMID, STOCK, BONEYARD})
OTHER_HAND: Final = "hand of the other"
OTHER_DISCARDS: Final = "discards of the other"

MOVES: Final = {
    "awakened": (TOMB, ""),
    "bought": (PYRAMID, DISCARDS),
    "crumbled": (PYRAMID, PYRAMID),
    "discarded": (HAND, DISCARDS),
    "discarded_hand": (HAND, DISCARDS),
    "entombed": ("", TOMB),
    "drew": (DECK, HAND),
    "dropped": (PYRAMID, PYRAMID),
    "entombed_top": (DECK, TOMB),
    "exchanged": (PYRAMID, BONEYARD),
    "executed": (HAND, PLAY),
    "fell": (PLAY, PYRAMID),
    "gave": (HAND, OTHER_DISCARDS),
    "kept": (DECK, HAND),
    "kept_openly": (DECK, HAND),
    "laid": (DECK, DISCARDS),
    "looked": (DECK, ""),
    "plundered": (OTHER_DISCARDS, DISCARDS),
    "pulled": (OTHER_HAND, DISCARDS),
    "put_away": (OTHER_HAND, OTHER_DISCARDS),
    "rebuilt": (STOCK, PYRAMID),
    "recovered": (DISCARDS, HAND),
    "returned": (PLAY, HAND),
    "revealed": (DECK, ""),
    "robbed": (PYRAMID, BONEYARD),
    "sacrificed": ("", BONEYARD),
    "sailed": (PYRAMID, DISCARDS),
    "saw_hand": (OTHER_HAND, ""),
    "selected": (PYRAMID, OTHER_DISCARDS),
    "set_aside": (HAND, ASIDE),
    "showed": (HAND, ""),
    "showed_hand": (HAND, ""),
    "shuffled": (DISCARDS, DECK),
    "snatched": (BONEYARD, DISCARDS),
    "swapped": (PYRAMID, PYRAMID),
    "took": (PYRAMID, ""),
    "took_from_boneyard": (BONEYARD, DISCARDS),
    "took_from_stock": (STOCK, DISCARDS),
    "unearthed": (TOMB, HAND),
}
"""For each event, from where to where its cards go; "" for nowhere or unknown."""
CHOSEN: Final = {"entombed": "entomb", "sacrificed": "sacrifice"}  # events about the card of an answer with this verb
CHOSEN_FROM: Final = {
    "hand": HAND,
    "pile": DISCARDS,
    "tomb": TOMB,
    "play": PLAY,
    "aside": ASIDE,
}  # by the zone that is asked
OF_RAZE: Final = "sacrificed"
RAZE: Final = "raze"  # sacrifice a card of the pyramid
OF_SLOT: Final = {
    "bought": BUY,
    "took": "take",
    "selected": "select",
    "sailed": "react",
    "exchanged": "exchange",
    OF_RAZE: RAZE,
}
"""Events about the card in the slot of an answer with this verb."""
ASKED_ZONES: Final = {"pile": DISCARDS, "looked": "looked_at", "theirs": "other_hand", "hand and play": "hand_and_play"}
REACTIONS: Final = frozenset({"snatched", "sailed"})  # the first card is the one that reacts
SILENT: Final = frozenset({"may_react"})  # nothing has happened yet


class ValleyProtocol(GameProtocol):
    """Describes cards, pyramid, hands and tombs."""

    max_question_bytes = 4_096

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._catalogue: Final = VALLEY.catalogue(match.setup)

    def table(self, view: View, names: Sequence[str]) -> Json:
        return filled(
            turn=view.turn,
            active=view.active + 1,
            asked=seat_number(view.mover),
            asked_zone=ASKED_ZONES.get(view.asked_zone, view.asked_zone),
            pyramid={
                SLOT_NAMES[slot.slot]: {"card": slot.face.name, "price": slot.price, "buyable": slot.buyable}
                for slot in view.pyramid
                if slot.face is not None
            },
            boneyard=filled(
                count=view.boneyard_count, top=name_of(view.boneyard_top), cards=heap(names_of(view.boneyard))
            ),
            stock={"level 2": view.stock_ii, "level 3": view.stock_iii},
            gold=view.gold_in_hand,
            rebate=view.rebate,
            next_doubled=view.next_doubled,
            any_row=view.any_row,
            has_entombed=view.has_entombed,
            running=list(view.running_card_names),
            looked_at=names_of(view.looked_at),
            revealed=names_of(view.revealed),
            seats={str(seat.seat + 1): self._seat(view, seat, names[seat.seat]) for seat in view.seats},
            winners=[seat + 1 for seat in view.winners],
        )

    def _seat(self, view: View, seat: SeatView, name: str) -> Json:
        is_own = seat.seat == view.viewer
        entombed = [card for each in seat.sets for card in (*each.present, *each.duplicates)]
        own = filled(
            hand=[
                {
                    "card": card.face.name,
                    "gold": card.gold,
                    "executable": card.executable,
                    "entombable": card.entombable,
                }
                for card in seat.hand
            ],
            deck=heap(names_of(seat.deck)),
            deck_top=names_of(seat.deck_top),
            discards=heap(names_of(seat.sorted_discard)),
            discards_in_order=names_of(seat.discard) or None,
        )
        return filled(
            name=name,
            **(own if is_own else {"known_hand": heap(names_of(seat.known_hand))}),
            hand_count=seat.hand_count,
            deck_count=seat.deck_count,
            discards_count=seat.discard_count,
            discards_top=name_of(seat.discard_top),
            in_play=names_of(seat.in_play),
            tomb=heap(names_of((*entombed, *seat.other_artifacts))),
            sets={
                each.name: {"kinds": each.distinct_kinds, "of": each.size, "points": each.points}
                for each in seat.sets
                if each.distinct_kinds
            },
            unobtainable=[self._catalogue.cards[kind].name for kind in seat.unobtainable_kinds],
            points=seat.score,
        )

    def event(self, event: Event, viewer: int, node: int) -> Json | None:
        if event.verb in SILENT:
            return None
        texts, known = EVENT_TEXTS[event.verb], event.arguments_for(viewer)
        no_cards = (texts.seat_at, texts.set_at, texts.limit_at)
        cards = [
            self._catalogue.cards[kind].name if kind >= 0 else None
            for at, kind in enumerate(known)
            if at not in no_cards
        ]
        other = event.arguments[texts.seat_at] if texts.seat_at >= 0 else None
        zones = MOVES.get(event.verb, ("", ""))
        if event.verb in CHOSEN:
            zones = (self._chosen_from(event, node), zones[1])
        slot = paid = by = None
        if event.verb == "rebuilt":
            cards, slot = cards[:1], SLOT_NAMES[event.arguments[1]]
        elif event.verb == "bought":
            cards, paid = cards[:1], cards[1:]
        elif event.verb in REACTIONS:
            by, *cards = cards
        if zones[0] == PYRAMID:
            slot = self._chosen_slot(event, node)
        return event_fields(
            event,
            viewer,
            cards,
            *[place(zone, event.seat, other, slot if zone == PYRAMID else None) for zone in zones],
            other=other + 1 if other is not None else None,
            paid=paid,
            by=by,
            set=self._catalogue.set_names[event.arguments[texts.set_at]] if texts.set_at >= 0 else None,
            limit=event.arguments[texts.limit_at] if texts.limit_at >= 0 else None,
        )

    def _chosen_slot(self, event: Event, node: int) -> str | None:
        """The slot of the answer that led to a node, if the event is about the card there."""
        answer = self.match.log.actions[node]
        if event.verb not in OF_SLOT or answer.verb != OF_SLOT[event.verb]:
            return None
        return SLOT_NAMES[answer.arguments[VERBS[answer.verb].argument_types.index(SLOT)]]

    def _chosen_from(self, event: Event, node: int) -> str:
        """From where a card was chosen on the step to a node; "" if the answer of that step was another one."""
        answer, log = self.match.log.actions[node], self.match.log
        if answer.verb == RAZE and event.verb == OF_RAZE:
            return PYRAMID
        if answer.verb != CHOSEN[event.verb] or answer.arguments[:1] != event.arguments:
            return ""
        before: Any = self.match.at(log.parents[node])
        return CHOSEN_FROM.get(asked_zone(before), "")

    def action(self, action: Action) -> Json:
        described: Json = {"verb": action.verb}
        for kind, value in zip(VERBS[action.verb].argument_types, action.arguments, strict=False):
            if kind == SLOT:
                described["other_slot" if "slot" in described else "slot"] = SLOT_NAMES[value]
            elif kind == CARD:
                described["card"] = self._catalogue.cards[value].name
            elif kind == SEAT:
                described["seat"] = value + 1
            else:
                described["set"] = self._catalogue.set_names[value]
        more = action.arguments[len(VERBS[action.verb].argument_types) :]
        if more or action.verb == BUY:
            described["cards"] = [self._catalogue.cards[kind].name for kind in more]
        return described

    def grouped(self, answers: list[Json]) -> list[Json]:
        """The purchases of a slot as one answer, whose ways are those to pay."""
        shorter: list[Json] = []
        for slot, group in groupby(answers, bought_slot):
            purchases = list(group)
            if slot is None or len(purchases) == 1:
                shorter += purchases
                continue
            ways = [{"number": each["number"], "cards": each["action"]["cards"]} for each in purchases]
            text = purchases[0]["text"].partition(PAY)[0]
            shorter.append({"text": text, "action": {"verb": BUY, "slot": slot}, "ways": ways})
        return shorter

    def cards(self) -> Json:
        return {
            "cards": [
                {
                    "name": card.name,
                    "set": card.set,
                    "edition": edition,
                    "level": card.level,
                    "copies": card.copies,
                    "gold": card.gold,
                    "cost": card.cost,
                    **filled(points=None if card.is_set_card else card.vp),
                    "text": card.text,
                }
                for card, edition in zip(self._catalogue.cards, self._catalogue.editions, strict=True)
            ]
        }


def bought_slot(answer: Json) -> str | None:
    """The slot whose card an answer buys; None if it buys none."""
    action: Json = answer.get("action", {})
    return action["slot"] if action.get("verb") == BUY else None


def names_of(faces: Sequence[Face]) -> list[str]:
    return [face.name for face in faces]


def name_of(face: Face | None) -> str | None:
    return face.name if face is not None else None


def place(zone: str, seat: int, other: int | None, slot: str | None) -> Json | None:
    """A place where cards lie; None for none."""
    if zone in (OTHER_HAND, OTHER_DISCARDS):
        assert other is not None
        return {"zone": HAND if zone == OTHER_HAND else DISCARDS, "seat": other + 1}
    if not zone:
        return None
    return {"zone": zone, **({} if zone in OF_TABLE else {"seat": seat + 1}), **filled(slot=slot)}
