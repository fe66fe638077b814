"""The details of the story of a turn in Valley of the Kings: the inks of verbs, the points that each step gained, and the cards
on the table that others have changed. All of it is computed from two views of the same seat."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.core.game import NOTHING
from engine.valley.catalogue.card import Card
from engine.valley.catalogue.declarations import (
    CONSEQUENCE,
    ENTOMBS_CARD,
    EXECUTES_CARD,
    GAINS_CARD,
    LEAVES_TOMB,
    LOSES_CARD,
    ROUTINE,
)
from engine.valley.declared import EVENT_TEXTS, events_with
from engine.valley.view import SeatView, View
from vok_tui.game.story import Sentence, StoryChapter
from vok_tui.painting.grid import Target
from vok_tui.painting.signs import signed
from vok_tui.panes.steps import ChapterDetails, SentenceDetails

FACT_INKS: Final = {
    EXECUTES_CARD: "lapis",
    ENTOMBS_CARD: "gold",
    LEAVES_TOMB: "carnelian",
    LOSES_CARD: "carnelian",
    GAINS_CARD: "faience",
}
PLAIN_INK: Final = "sand"
VERB_INKS: Final = {verb: ink for fact, ink in FACT_INKS.items() for verb in events_with(fact)}
ROUTINE_VERBS: Final = events_with(ROUTINE)
CONSEQUENCE_VERBS: Final = events_with(CONSEQUENCE)
ENTOMBING_VERBS: Final = events_with(ENTOMBS_CARD)
LEAVING_VERBS: Final = events_with(LEAVES_TOMB)
TOMB_MARK: Final = "tomb"  # an area of marks, which cannot be pointed at
MARKS_PER_TOMB: Final = 16  # more than a tomb has: its sets, starters and unique artifacts


def chapter_details(
    before: View, after: View, chapter: StoryChapter, is_chapter_over: bool, cards: Mapping[int, Card]
) -> ChapterDetails:
    """The details of each sentence of a turn, and the points of its player before and after it."""
    gains = gains_by_sentence(before, after, chapter.sentences, cards)
    new_hand_index = new_hand_sentence_index(chapter, is_chapter_over)
    sentences = tuple(
        [
            SentenceDetails(
                gain=step_gain_text(sentence, gain, cards),
                ink=VERB_INKS.get(sentence.verb, PLAIN_INK),
                short_text=short_text(sentence),
                is_consequence=sentence.verb in CONSEQUENCE_VERBS,
                is_routine=sentence.verb in ROUTINE_VERBS or i == new_hand_index,
                is_minor=sentence.verb == "dropped",
            )
            for i, (sentence, gain) in enumerate(zip(chapter.sentences, gains, strict=True))
        ]
    )
    seat = chapter.chapter.seat
    return ChapterDetails(sentences, (before.seats[seat].score, after.seats[seat].score))


def new_hand_sentence_index(chapter: StoryChapter, is_chapter_over: bool) -> int:
    """The index of the sentence in which the player draws a new hand at the end of the turn; NOTHING if there is none."""
    own_verbs = [sentence.verb if sentence.seat == chapter.chapter.seat else "" for sentence in chapter.sentences]
    if "discarded_hand" not in own_verbs and not is_chapter_over:
        return NOTHING
    start = own_verbs.index("discarded_hand") if "discarded_hand" in own_verbs else 0
    return max((i for i, verb in enumerate(own_verbs) if verb == "drew" and i >= start), default=NOTHING)


def step_gain_text(sentence: Sentence, points: int, cards: Mapping[int, Card]) -> str:
    """What a step gained: points, or for a purchase the printed cost of the card."""
    if points:
        return signed(points)
    if sentence.verb == "bought" and sentence.arguments[0] in cards:
        return f"cost {cards[sentence.arguments[0]].cost}"
    return ""


def short_text(sentence: Sentence) -> str:
    """A sentence of the story for a narrow column: without payments, discarded cards and shuffled piles."""
    declared = EVENT_TEXTS.get(sentence.verb)  # None for sentences about the match, such as a change of level
    cut = declared.cut_before if declared else ""
    return sentence.text.removesuffix(".").rsplit(cut, 1)[0] + "." if cut else sentence.text


def gains_by_sentence(before: View, after: View, sentences: Sequence[Sentence], cards: Mapping[int, Card]) -> list[int]:
    """The points that each step gained for its player. Points that the entombed cards do not explain were lost with a card that
    left the tomb."""
    tombs = [Counter(tomb_set_kinds(seat)) for seat in before.seats]
    sizes = [{tomb_set.name: tomb_set.distinct_kinds for tomb_set in seat.sets} for seat in before.seats]
    gains = [0] * len(sentences)
    for i, sentence in enumerate(sentences):
        if sentence.verb not in ENTOMBING_VERBS or sentence.arguments[0] == NOTHING:
            continue
        kind = sentence.arguments[0]
        card, tomb = cards[kind], tombs[sentence.seat]
        if not card.is_set_card:
            gains[i] = card.vp
        elif not tomb[kind]:
            size = sizes[sentence.seat]
            gains[i] = 2 * size.get(card.set, 0) + 1
            size[card.set] = size.get(card.set, 0) + 1
        tomb[kind] += 1
    for seat, (now, then) in enumerate(zip(after.seats, before.seats, strict=True)):
        own_indices = [i for i, sentence in enumerate(sentences) if sentence.seat == seat]
        unexplained = now.score - then.score - sum([gains[i] for i in own_indices])
        if unexplained and own_indices:
            leaving_indices = [i for i in own_indices if sentences[i].verb in LEAVING_VERBS]
            gains[max(leaving_indices or own_indices)] += unexplained
    return gains


def tomb_set_kinds(seat: SeatView) -> Iterable[int]:
    """The kinds of set cards in a tomb, each once."""
    return [face.kind for tomb_set in seat.sets for face in tomb_set.present]


def changed_targets(before: View, after: View) -> frozenset[Target]:
    """The cards and counts on the table that changed: in the pyramid, on the boneyard, in the viewer's hand, and as marks in the
    tombs."""
    changed = {
        Target("slot", slot.slot)
        for slot, old in zip(after.pyramid, before.pyramid, strict=True)
        if slot.face != old.face
    }
    if (after.boneyard_count, after.boneyard_top) != (before.boneyard_count, before.boneyard_top):
        changed.add(Target("boneyard", 0))
    if after.viewer >= 0:
        old_hand = Counter(card.face for card in before.mine.hand)
        for i, card in enumerate(after.mine.hand):
            old_hand[card.face] -= 1
            if old_hand[card.face] < 0:
                changed.add(Target("hand", i))
    for seat, old_seat in zip(after.seats, before.seats, strict=True):
        changed |= changed_tomb_mark_targets(seat, old_seat)
    return frozenset(changed)


def changed_tomb_mark_targets(seat: SeatView, before: SeatView) -> set[Target]:
    """The marks of the sets in a tomb whose number of cards changed."""
    now, then = tomb_counts(seat), tomb_counts(before)
    return {tomb_mark_target(seat.seat, i) for i, count in enumerate(now) if count != then[i]}


def tomb_mark_target(seat: int, set_index: int) -> Target:
    """The mark of a set in a tomb. The index after the last set is that of the starters, the next one that of the unique
    artifacts."""
    return Target(TOMB_MARK, MARKS_PER_TOMB * seat + set_index)


def tomb_counts(seat: SeatView) -> list[int]:
    """The number of cards of each set in a tomb, then of starters and of unique artifacts."""
    starters = sum(face.set == "starter" for face in seat.other_artifacts)
    return [tomb_set.distinct_kinds + tomb_set.duplicate_count for tomb_set in seat.sets] + [
        starters,
        len(seat.other_artifacts) - starters,
    ]
