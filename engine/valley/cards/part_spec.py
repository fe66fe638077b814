"""What a part of a card text declares. The verbs, questions, story, obstacles and words of custom cards are all read from here
(see `engine.valley.declared`)."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.core.game import NOTHING
from engine.valley.state.verbs import Verb

# The places where a part looks before it is carried out, and the places that it changes: bits of a sum.
IN_HAND: Final = 1  # of the acting player, unless a name says otherwise
IN_DECK: Final = 2  # deck and discard pile, because the pile can become the deck
IN_PYRAMID: Final = 4
IN_TOMB: Final = 8
IN_BONEYARD: Final = 16
IN_STOCK: Final = 32
IN_PLAY: Final = 64  # cards in play, and which card is being executed
AT_OTHERS: Final = 128  # hands, decks and discard piles of opponents
BY_LUCK: Final = 256  # the subject, if luck decides which card it is
EVERYWHERE: Final = 511
NEEDS_ASIDE: Final = 512  # a place for cards set aside is needed
NEEDS_SIGHTS: Final = 1024  # one player learns something of another's hand
EVERYWHERE_IF_TRIAL: Final = 2048  # all places if the later parts must be tried, otherwise none
Places = int  # a set of places: a sum of these bits
UNDECLARED: Final = -1  # not declared: all places, unless a method of the part says less

# The types of an argument of a part.
NUMBER: Final = "number"
FLAG: Final = "flag"
SET_NAME: Final = "set"
DESTINATION: Final = "place"
CARD_FILTER: Final = "which"
SLOT_FILTER: Final = "reach"
PARTS: Final = "parts"


class Argument(NamedTuple):
    """An argument that a custom card can give to a part or a filter. `name` is also the name of the attribute,
    and `value_type` is one of the types above.

    `low` and `high` bound a number. `default` may be left out of the text; None means that the constructor decides. `choices` are
    the words of a place. `says` are the words for a value inside a sentence.
    """

    name: str
    value_type: str
    low: int = 0
    high: int = 0
    default: object = None
    choices: tuple[tuple[str, int], ...] = ()
    says: tuple[tuple[object, str], ...] = ()


CARD_COUNT: Final = Argument("cards", NUMBER, 1, 9)
SPARE: Final = Argument("spare", NUMBER, 0, 60, default=0)
MAY: Final = Argument("may", FLAG, default=False)
OF_SET: Final = Argument("of_set", SET_NAME)
WHICH: Final = Argument("which", CARD_FILTER)
REACH: Final = Argument("reach", SLOT_FILTER)
THEN: Final = Argument("then", PARTS)  # any number of parts, without a name, before all other arguments


class EventText(NamedTuple):
    """The sentences for an event: one for the player who did it, and one for the others.

    {who} is that player, {0} and {1} are the cards of the event, {all} all of them, {number} their number, {paid} what was paid
    with the cards from the second on. `seat_at` is the argument that is a seat, for {whose} and {whom}. `set_at` is the one that
    is a set, for {set}. `limit_at` is the one that is a maximum number of cards, for {limit}. An empty sentence tells nothing.
    With `silent_without_cards`, an event without cards is not told.
    """

    you: str
    others: str
    seat_at: int = NOTHING
    set_at: int = NOTHING
    limit_at: int = NOTHING
    silent_without_cards: bool = False


NO_EVENT_TEXTS: Final[Mapping[str, EventText]] = {}


class PartSpec(NamedTuple):
    """What a part declares. A subclass that declares anything declares all of it again.

    `word` and `arguments`: its name and arguments in custom cards. A part without a word belongs to the rules alone.
    `verbs`: the answers that it offers. The first is the one that `ChooseCard` and `ChooseNumber` pack into moves.
    `asks`: its question; `asks_or_pass`: the same if one of the answers is to pass. `says` replaces the words of its first verb.
    `obstacle`: why it cannot be carried out. {name} stands for the argument of that name here and in the questions.
    `event_texts`: the sentences of its events, by their verbs. An event that several parts cause is declared by one of them.
    `reads`, `writes`, `adds_to`: sums of the places above. Where it looks before it can be carried out; where things may differ
    when it has been carried out; where cards were added then and none was taken away.
    """

    word: str = ""
    arguments: tuple[Argument, ...] = ()
    verbs: tuple[Verb, ...] = ()
    asks: str = ""
    asks_or_pass: str = ""
    says: str = ""
    obstacle: str = ""
    event_texts: Mapping[str, EventText] = NO_EVENT_TEXTS
    reads: Places = UNDECLARED
    writes: Places = UNDECLARED
    adds_to: Places = 0


class FilterSpec(NamedTuple):
    """What a filter declares: its word and arguments in custom cards ("" if only the rules use it), `noun` for the cards that
    fit, why none fits, and the places where it looks besides the cards themselves."""

    word: str = ""
    arguments: tuple[Argument, ...] = ()
    noun: str = "fitting card"
    obstacle: str = ""
    reads: Places = 0


NO_PART: Final = PartSpec()
NO_FILTER: Final = FilterSpec()


def fill_arguments(text: str, part_or_filter: Any, arguments: tuple[Argument, ...]) -> str:
    """A text in which {name} is replaced by that argument of a part or filter."""
    for argument in arguments:
        place = f"{{{argument.name}}}"
        if place in text:
            value = getattr(part_or_filter, argument.name)
            if argument.value_type == CARD_FILTER:
                word = value.spec.noun
            else:
                word = dict(argument.says).get(value, str(value))
            text = text.replace(place, word)
    return text
