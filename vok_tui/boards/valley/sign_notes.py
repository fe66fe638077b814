"""What the signs on a card, a set or a player mean, in words and with their numbers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.wording import plural
from engine.valley.view import SeatView, SetView, View
from vok_tui.boards.valley.answers import face_at, tomb_gain_text
from vok_tui.boards.valley.pages import MISSING_TARGET, PYRAMID
from vok_tui.boards.valley.signs import FROM_AFTERLIFE, FROM_BASE, VALLEY_SIGNS, edition_sign, sign_of_set
from vok_tui.boards.valley.story_details import tomb_counts
from vok_tui.painting.grid import Target
from vok_tui.painting.signs import Signs
from vok_tui.panes.scene import Scene, SignNote

SIGN_MEANINGS: Final = dict(VALLEY_SIGNS.legend)
STOCK_SIGN: Final = "▒"  # in the picture of the stock
ROW_AREAS: Final = ("play", "looking", "revealed")  # rows of cards in which equal ones are counted


def sign_notes(scene: Scene, target: Target) -> Iterator[SignNote]:
    """The signs that the table may show at a target, at any size."""
    view: View = scene.view
    if target.area == "set":
        yield from own_set_notes(scene, view.mine, target.index)
    elif target.area == "seat" and target.index < len(view.seats):
        yield from opponent_notes(scene, view.seats[target.index])
    elif target.area == "stock":
        cards = plural(view.stock_ii + view.stock_iii, "card")
        yield SignNote((STOCK_SIGN,), f"the stock, face down: {cards}")
    elif target == MISSING_TARGET:
        yield from missing_kind_notes(scene)
    face = face_at(view, target)
    if face is None:
        return
    if target.area in ROW_AREAS:
        faces = {"play": view.seats[view.active].in_play, "looking": view.looked_at, "revealed": view.revealed}
        count = Counter(faces[target.area])[face]
        yield SignNote((f"{scene.signs.times}{count}",), f"{count} equal cards")
        return
    yield from set_sign_notes(scene, face.set, face.edition)
    if target.area == "hand":
        card = view.mine.hand[target.index]
        yield SignNote((f"{card.gold}g",), f"gives {card.gold} gold if you lay it out to buy")
        if card.executable:
            yield SignNote(("act",), "its action can be executed now")
        gain = tomb_gain_text(view, face.kind, face.vp)
        points = gain.rpartition("+")[2]
        yield SignNote((gain, f"+{points}"), f"entombed now, it adds {plural(int(points), 'point')} to your tomb")
    elif target.area == "slot":
        slot = view.pyramid[target.index]
        if slot.price != face.cost:
            price = f"{face.cost}{scene.signs.becomes}{slot.price}"
            yield SignNote((price,), f"{face.cost} is printed, {slot.price} is what it costs now")
        if slot.buyable:
            yield SignNote((scene.signs.done,), f"you can buy it: your cards pay {slot.price} gold or more")


def missing_kind_notes(scene: Scene) -> Iterator[SignNote]:
    """The signs in the list of missing kinds."""
    signs = {sign_of_set(scene.signs, tomb_set.name): tomb_set.name for tomb_set in scene.view.mine.sets}
    words = ", ".join([f"{sign} {name}" for sign, name in signs.items()])
    yield SignNote(tuple(signs), f"Sets: {words}", has_signs_first=False)
    yield SignNote(("yours",), "in your hand, deck or discard pile")
    yield SignNote((PYRAMID,), "one lies in the pyramid")
    yield SignNote(tuple([f"+{count}" for count in range(1, 10)]), "so many more that you have not seen")


def set_sign_notes(scene: Scene, set_name: str, edition: str) -> Iterator[SignNote]:
    """The signs of a set and of its edition."""
    words = set_words(set_name)
    yield SignNote((sign_of_set(scene.signs, set_name),), f"the sign of {words}")
    if sign := edition_sign(scene.signs, edition, scene.view.mixed):
        yield SignNote((sign,), SIGN_MEANINGS[f"from {edition}"])


def set_words(set_name: str) -> str:
    """ "Statues", "starters"; for a set without a sign of its own, that it is another set."""
    return SIGN_MEANINGS.get(set_name.casefold()) or f"{set_name}, a set without a sign of its own"


def own_set_notes(scene: Scene, seat: SeatView, index: int) -> Iterator[SignNote]:
    """The signs of a set in your tomb, or of the line with starters and unique artifacts."""
    signs = scene.signs
    if index >= len(seat.sets):
        yield from other_artifact_notes(signs, seat)
        return
    tomb_set = seat.sets[index]
    yield from set_sign_notes(scene, tomb_set.name, tomb_set.edition)
    yield SignNote(
        (f"{tomb_set.distinct_kinds}/{tomb_set.size}",),
        f"{tomb_set.distinct_kinds} of the {plural(tomb_set.size, 'kind')} of this set lie in the tomb",
    )
    yield from kind_notes(signs, [tomb_set], seat)
    yield from point_notes(signs, [tomb_set])


def other_artifact_notes(signs: Signs, seat: SeatView) -> Iterator[SignNote]:
    *_, starters, uniques = tomb_counts(seat)
    points = sum(face.vp for face in seat.other_artifacts)
    yield SignNote((sign_of_set(signs, "starter"),), plural(starters, "starter"))
    yield SignNote((sign_of_set(signs, "unique"),), plural(uniques, "unique artifact"))
    yield SignNote((str(points),), f"together they are worth {plural(points, 'point')}")


def kind_notes(signs: Signs, sets: Sequence[SetView], seat: SeatView) -> Iterator[SignNote]:
    """The signs of kinds that are there, missing, and no longer available, in one or more sets."""
    missing = [face for tomb_set in sets for face in tomb_set.missing]
    gone = sum(face.kind in seat.unobtainable_kinds for face in missing)
    present = sum(tomb_set.distinct_kinds for tomb_set in sets)
    yield SignNote((signs.filled,), f"a kind that lies in the tomb: {present}")
    yield SignNote((signs.hollow,), f"a kind that is missing: {len(missing) - gone}")
    if gone:
        yield SignNote((signs.times,), f"a kind that is no longer available: {gone}")


def point_notes(signs: Signs, sets: Sequence[SetView]) -> Iterator[SignNote]:
    """The points of sets, now and with one more kind."""
    growing = [tomb_set for tomb_set in sets if tomb_set.distinct_kinds < tomb_set.size]
    texts = list(dict.fromkeys([f"{each.points}{signs.becomes}{each.next_points}" for each in growing]))
    if len(sets) == 1 and growing:
        points = plural(growing[0].points, "point")
        yield SignNote(tuple(texts), f"{points} now, {growing[0].next_points} with one more kind")
    elif growing:
        yield SignNote(tuple(texts), "the points of a set now, and with one more kind")
    for tomb_set in sets:
        if tomb_set.distinct_kinds == tomb_set.size:
            words = f"{tomb_set.name} complete: {plural(tomb_set.points, 'point')}"
            yield SignNote((f"{tomb_set.points} {signs.done}",), words)


def opponent_notes(scene: Scene, seat: SeatView) -> Iterator[SignNote]:
    """The signs of a player: of the sets in the tomb, in the order of the table."""
    signs, view = scene.signs, scene.view
    names = [*[tomb_set.name for tomb_set in seat.sets], "starter", "unique"]
    counts = [
        f"{sign_of_set(signs, name)} {set_words(name)} {count}"
        for name, count in zip(names, tomb_counts(seat), strict=True)
    ]
    yield SignNote(
        tuple([sign_of_set(signs, name) for name in names]), f"In the tomb: {', '.join(counts)}", has_signs_first=False
    )
    for name in (FROM_BASE, FROM_AFTERLIFE):
        if view.mixed:
            yield SignNote((signs.game_signs[name],), f"a set {SIGN_MEANINGS[name]}")
    yield from kind_notes(signs, seat.sets, seat)
    yield from point_notes(signs, seat.sets)
    if view.active == seat.seat and view.mover >= 0:
        yield SignNote((signs.new_bar,), f"after the name: it is the turn of {scene.names[seat.seat]}")
    if seat.seat in view.winners and len(view.seats) > 1:
        yield SignNote((signs.done,), f"{scene.names[seat.seat]} has won")
