"""What parts, verbs and events declare: arguments, questions, obstacles, sentences, places and facts. See
`engine.valley.declared`, which gathers it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.core.game import NOTHING
from engine.valley.catalogue.verbs import Verb

# Of verbs and events.
EXECUTES_CARD: Final = "executes a card"  # the first argument
ENTOMBS_CARD: Final = "entombs a card"  # the first argument
LEAVES_TOMB: Final = "may take a card out of a tomb"  # of a verb: it does if the question is about the tomb

# Of verbs only.
ENTOMBS_DECK_TOP: Final = "entombs the top card of the deck"

# Of events only.
LOSES_CARD: Final = "a player loses a card"
GAINS_CARD: Final = "a player gains a card"
BY_CHANCE: Final = "luck has chosen the card"
REVEALS_CARDS: Final = "shows hidden cards"
REACTION: Final = "a card reacts"
CONSEQUENCE: Final = "follows from the card whose action was executed before"
ROUTINE: Final = "happens in every turn"

# The places where a part looks before it is carried out, and the places that it changes: bits of a sum. They are those of the
# acting player, unless the name says otherwise.
IN_HAND: Final = 1
IN_DECK: Final = 2  # deck and discard pile, because the pile can be shuffled into a new deck
IN_PYRAMID: Final = 4
IN_TOMB: Final = 8
IN_BONEYARD: Final = 16
IN_STOCK: Final = 32
IN_PLAY: Final = 64  # cards in play, and which card is being executed
AT_OTHERS: Final = 128  # hands, decks and discard piles of opponents
BY_LUCK: Final = 256  # the subject, if luck decides what it is
EVERYWHERE: Final = 511
NEEDS_ASIDE: Final = 512  # the zone of cards that are set aside must exist
NEEDS_SIGHTS: Final = 1024  # the zones must exist that record which cards of a hand other players have seen
EVERYWHERE_IF_TRIAL: Final = 2048  # EVERYWHERE if the later parts must be tried, otherwise no place
Places = int  # a set of places: a sum of these bits
UNDECLARED: Final = -1  # EVERYWHERE, unless a method of the part returns less

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

    `low` and `high` bound a number. A custom card may leave out an argument with a `default`; None means that the constructor
    has the default, or requires the argument. `choices` are the words for a DESTINATION. `says` are the words for a value in a
    sentence.
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
THEN: Final = Argument("then", PARTS)  # one or more parts, without a name, before all other arguments


class EventText(NamedTuple):
    """The sentences for an event: one for the player who did it, and one for the others. An empty one is left out of the story.

    {who} is that player, {0} and {1} are the cards of the event, {all} all of them, {number} their number, {then} the second one
    if there is one, {paid} what was paid with the cards from the second on. `seat_at` is the place of the argument that is a
    seat, for {whose} and {whom}; `set_at` that of a set, for {set}; `limit_at` that of a maximum number of cards, for {limit}.
    With `silent_without_cards`, an event without cards is left out of the story.

    `taken_at` is the place of a card that a player takes from the pyramid or the stock without buying it; statistics count it.
    `cut_before` is the text from which a narrow column leaves out the rest of the sentence. `facts` are constants of
    `engine.valley.catalogue.declarations`; the story of the table takes its inks and its points from them.
    """

    you: str
    others: str
    seat_at: int = NOTHING
    set_at: int = NOTHING
    limit_at: int = NOTHING
    silent_without_cards: bool = False
    taken_at: int = NOTHING
    cut_before: str = ""
    facts: tuple[str, ...] = ()


NO_EVENT_TEXTS: Final[Mapping[str, EventText]] = {}


class PartSpec(NamedTuple):
    """What a part declares. The spec of a subclass replaces that of its base class as a whole.

    `word` and `arguments`: its name and arguments in custom cards. A part without a word is used by the rules only.
    `verbs`: the answers that it offers. `ChooseCard` and `ChooseNumber` pack the first one into moves.
    `asks`: its question; `asks_or_pass`: its question if the player may pass. `says` replaces the words of its first verb, and
    `says_pass` the word for passing.
    `obstacle`: why it cannot be carried out. Here and in the questions, {name} stands for the argument of that name. ({a} in a
    question: see `EntombChosen`.)
    `event_texts`: the sentences of its events, by their verbs. An event that several parts cause is declared by one of them.
    `reads`, `writes`, `adds_to`: sums of the places above. Where it looks to decide whether it can be carried out; where it may
    change something; which of the latter only gain cards.
    """

    word: str = ""
    arguments: tuple[Argument, ...] = ()
    verbs: tuple[Verb, ...] = ()
    asks: str = ""
    asks_or_pass: str = ""
    says: str = ""
    says_pass: str = ""
    obstacle: str = ""
    event_texts: Mapping[str, EventText] = NO_EVENT_TEXTS
    reads: Places = UNDECLARED
    writes: Places = UNDECLARED
    adds_to: Places = 0


class FilterSpec(NamedTuple):
    """What a filter declares: its word and arguments in custom cards ("" if only the rules use it), a `noun` for the cards that
    fit, why no card fits, and the places where it looks besides the cards themselves."""

    word: str = ""
    arguments: tuple[Argument, ...] = ()
    noun: str = "fitting card"
    obstacle: str = ""
    reads: Places = 0


NO_PART: Final = PartSpec()
NO_FILTER: Final = FilterSpec()


def fill_arguments(text: str, part_or_filter: Any, arguments: tuple[Argument, ...]) -> str:
    """The text with each {name} replaced by the argument of that name of a part or filter."""
    for argument in arguments:
        placeholder = f"{{{argument.name}}}"
        if placeholder in text:
            value = getattr(part_or_filter, argument.name)
            if argument.value_type == CARD_FILTER:
                word = value.spec.noun
            else:
                word = dict(argument.says).get(value, str(value))
            text = text.replace(placeholder, word)
    return text


def bit_union(bit_sets: Sequence[int]) -> int:
    """All bits that are set in at least one of these numbers."""
    union = 0
    for bits in bit_sets:
        union |= bits
    return union
