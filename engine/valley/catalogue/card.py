"""A card, and the parts that its action is made of."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from engine.core.arrays import i64, mypyc_attr
from engine.core.errors import BadCatalogue
from engine.core.game import NOTHING
from engine.core.moves import VERB_MASK
from engine.core.tasks import ProgramTable, Subject, T, Task, link_tasks
from engine.valley.catalogue.declarations import (
    AT_OTHERS,
    EVERYWHERE,
    EVERYWHERE_IF_TRIAL,
    IN_BONEYARD,
    IN_DECK,
    IN_HAND,
    IN_PLAY,
    IN_PYRAMID,
    IN_STOCK,
    IN_TOMB,
    NO_PART,
    UNDECLARED,
    PartSpec,
    Places,
    bit_union,
    fill_arguments,
)
from engine.valley.catalogue.powers import (
    ENTOMBS,
    FETCHES_FROM_BONEYARD,
    FETCHES_FROM_OTHERS,
    FETCHES_FROM_STOCK,
    GETS_CARDS_BELOW_PRICE,
    OWN_PILE,
    PILES_OF_OTHERS,
    REPEATS_ACTION,
    RETURNS_FROM_PLAY,
    TAKES_OTHERS_DISCARDS,
    TAKES_OWN_DISCARDS,
    UNEARTHS,
    USES_CARDS_IN_PLAY,
    Piles,
    Powers,
)
from engine.valley.catalogue.verbs import PASS

STARTER: Final = "starter"
UNIQUE: Final = "unique"
PRINTABLE_FIELDS: Final = ("name", "set", "level", "copies", "gold", "cost", "vp", "action")

GILDED_GOLD: Final = 4  # the gold of a gilded card

# Reactions: what a card does in the turns of others. Such a card has no action.
OFFERING_TABLE: Final[i64] = 1  # shown against a discard or sacrifice that an opponent's action demands
BOAT: Final[i64] = 2  # sails after an opponent's purchase
MUMMIFIED_CAT: Final[i64] = 3  # snatches what an opponent sacrifices
AXE: Final[i64] = 4  # discarded as the result of an action, it makes all opponents discard

ExecutionSource = i64  # which actions of other cards an action can execute: one of these
EXECUTES_NOTHING: Final[i64] = 0
EXECUTES_FROM_TOMB: Final[i64] = 1  # that of a card in the tomb
EXECUTES_AGAIN: Final[i64] = 2  # one that was already executed this turn

# Where a card in hand is put while its action is checked. It leaves the hand before its action is executed.
NO_ACTION: Final[i64] = -1  # it has no action to check
CHECK_ANYWHERE: Final[i64] = 0  # it stays in hand, because its place does not matter
CHECK_WITHOUT_CARD: Final[i64] = 1  # it is removed from the hand
CHECK_IN_PLAY: Final[i64] = 2  # it is in play, and its action counts as being executed

COMMON_PROGRAMS: Final = ProgramTable()  # of the rules; the table of every catalogue begins with them


@mypyc_attr(allow_interpreted_subclasses=True)
class Part(Task[T]):
    """One step of a card text or of the rules. `spec` declares everything about it that never changes.

    `needs_trial`: it may change what a later part looks at. The present position then does not show whether the later parts can
    be carried out: they must be tried. `only_helps`: its changes can only help them. If the later parts can be carried out in the
    present position, no trial is needed. `rest_depends_on_others`: this part, or a later one, depends on what other players hold.
    """

    spec: ClassVar[PartSpec] = NO_PART

    def __init__(self) -> None:
        super().__init__()
        self.needs_trial = False
        self.only_helps = True
        self.rest_depends_on_others = False

    def signature(self) -> str:
        """Its word in custom cards and its arguments. A part with arguments overrides this. The fingerprint is made from it."""
        return self.spec.word or type(self).__name__

    def question(self, state: T) -> str:
        """The question for its menu. {card} stands for the card that asks, {subject} for the card that is the subject."""
        may_pass = self.spec.asks_or_pass and (
            state.menu[state.move_count - 1] & VERB_MASK == PASS or state.menu[0] & VERB_MASK == PASS
        )
        return fill_arguments(self.spec.asks_or_pass if may_pass else self.spec.asks, self, self.spec.arguments)

    def note_earlier_parts(self, earlier: "Sequence[Part[Any]]") -> None:
        """Set what follows from the earlier parts of its action. `link_parts` calls this once."""

    def kind_causing_question(self, state: T, seat: i64, subject: Subject) -> i64:
        """The kind of the card that causes the question; NOTHING if it is the card whose action is being executed."""
        return NOTHING

    def obstacle(self, state: T, seat: i64) -> str:
        """Why it cannot be carried out, as a clause; "" if it gives no reason."""
        return fill_arguments(self.spec.obstacle, self, self.spec.arguments)

    def needs_hand_card(self) -> bool:
        """Whether it is impossible with an empty hand."""
        return False

    def reads(self) -> Places:
        """The places where `can_be_completed` looks, as a sum (see `engine.valley.catalogue.declarations`)."""
        declared = self.spec.reads
        if declared == EVERYWHERE_IF_TRIAL:
            return self.everywhere_if_trial()
        return EVERYWHERE if declared == UNDECLARED else declared

    def everywhere_if_trial(self) -> Places:
        """EVERYWHERE if the later parts must be tried; 0 otherwise."""
        return EVERYWHERE if self.needs_trial else 0

    def writes(self) -> Places:
        """The places that it may change."""
        declared = self.spec.writes
        return EVERYWHERE if declared == UNDECLARED else declared

    def adds_to(self) -> Places:
        """The places of `writes` where it only adds cards and takes none away."""
        return self.spec.adds_to

    def never_prevented_by_more_cards_in(self) -> Places:
        """The places of `reads` where one more card can never make it impossible."""
        return 0

    def depends_on_others(self) -> bool:
        """Whether it depends on what other players hold, some of which is hidden."""
        return (self.writes() | self.reads()) & AT_OTHERS != 0

    def execution_source(self) -> ExecutionSource:
        """Which actions of other cards it executes: EXECUTES_NOTHING, EXECUTES_FROM_TOMB or EXECUTES_AGAIN."""
        return EXECUTES_NOTHING

    def brings_card_from_tomb(self) -> bool:
        """Whether it brings a card from the tomb, which can then be played again."""
        return False

    def max_own_cards_reached(self) -> int:
        """Maximum number of cards that it turns up from its owner's deck; UNLIMITED_CARDS if it gets cards in another way."""
        return 0

    def may_bring_cards_of_others(self) -> bool:
        """Whether its owner may get a card of another player."""
        return False

    def max_cards_each_opponent_gets(self) -> int:
        """The maximum number of cards that each opponent draws; UNLIMITED_CARDS if they get cards from elsewhere."""
        return 0

    def uses_other_played_cards(self) -> bool:
        """Whether it uses other cards in play."""
        return False

    def gets_cards_below_price(self) -> bool:
        """Whether it takes a card from the table without payment, or makes cards cheaper."""
        if self.writes() == EVERYWHERE:  # other players do that, or other cards
            return False
        sources = IN_PYRAMID | IN_STOCK | self.reads() & IN_BONEYARD
        return self.writes() & sources != 0 and self.writes() & (IN_DECK | IN_HAND) != 0

    def takes_from_discards_of(self) -> Piles:
        """From whose discard piles it may take the top card: a sum of PILES_OF_OTHERS and OWN_PILE."""
        return 0

    def asked_zone(self) -> str:
        """Zone of the cards to choose from: "hand", "pile", "tomb", "play", "aside", "looked", "theirs" or "hand and play"."""
        return "hand"

    def takes_to_tomb(self) -> bool:
        """Whether the chosen card of the pyramid goes straight to the tomb."""
        return False


def add_rules_program(name: str, *parts: Task[Any]) -> int:
    """Link parts to a program of the rules, which every game contains, and add it. Returns its address."""
    link_tasks(parts)
    return COMMON_PROGRAMS.add_program(name, parts[0])


def add_action_program(name: str, *parts: Part[Any]) -> int:
    """Link parts of card texts to a program that every game contains, and add it. Returns its address."""
    return COMMON_PROGRAMS.add_program(name, link_parts(parts))


def link_parts(parts: Sequence[Part[Any]]) -> Part[Any]:
    """Link these parts to one action, and set for each what follows from the others. Returns the first part. Raises
    BadCatalogue for a part that already belongs to another action."""
    read_later = 0  # the places where the later parts look
    preventable_later = 0  # those of them where one more card can make a later part impossible
    rest_depends = False
    for i in range(len(parts) - 1, -1, -1):  # mypyc cannot iterate over this tuple backwards
        part = parts[i]
        rest_depends = rest_depends or part.depends_on_others()
        if part.program_signature == "":
            part.note_earlier_parts(parts[:i])
            part.rest_depends_on_others = rest_depends
            part.needs_trial = part.writes() & read_later != 0
            part.only_helps = (
                part.writes() & read_later & ~part.adds_to() == 0 and part.adds_to() & preventable_later == 0
            )
        read_later |= part.reads()
        preventable_later |= part.reads() & ~part.never_prevented_by_more_cards_in()
    link_tasks(parts)
    return parts[0]


class Card:
    """One kind of card. `set` is STARTER, UNIQUE or the name of a set. `vp` counts only for starters and unique artifacts.

    `printed` names the fields that a rulebook or another public source gives; the others are reconstructed. `reaction` is
    OFFERING_TABLE, BOAT, MUMMIFIED_CAT or AXE for a reaction. `repeatable` is False for an action that no other card may repeat.
    `minds_top` says that its action looks at the top of an opponent's discard pile, `minds_own_top` that it looks at the top of
    its owner's.
    """

    def __init__(
        self,
        name: str,
        set: str,  # noqa: A002
        *,
        level: int,
        copies: int,
        gold: int,
        cost: int,
        text: str,
        action: tuple[Part[Any], ...] = (),
        vp: int = 0,
        reaction: int = 0,
        repeatable: bool = True,
        minds_top: bool = False,
        minds_own_top: bool = False,
        printed: Sequence[str] = (),
    ) -> None:
        self.name: Final = name
        self.set: Final = set
        self.level: Final = level
        self.copies: Final = copies
        self.gold: Final = gold
        self.cost: Final = cost
        self.vp: Final = vp
        self.text: Final = text
        self.action: Final = action
        self.reaction: Final = reaction
        self.repeatable: Final = repeatable
        self.minds_top: Final = minds_top
        self.minds_own_top: Final = minds_own_top
        self.printed: Final = tuple(field for field in PRINTABLE_FIELDS if field in printed)
        unknown = [field for field in printed if field not in PRINTABLE_FIELDS]
        if unknown:
            raise BadCatalogue(f"{name}: no card has a field {unknown[0]!r}")
        if action:
            link_parts(action)

    def fingerprint_text(self) -> str:
        """All fields that affect play, in one line."""
        parts = " ".join([part.signature() for part in self.action])
        numbers = (self.level, self.copies, self.gold, self.cost, self.vp, self.reaction, int(self.repeatable))
        return f"{self.name}|{self.set}|{numbers}|{parts}"

    @property
    def is_set_card(self) -> bool:
        """Whether it is neither a starter nor a unique artifact."""
        return self.set not in (STARTER, UNIQUE)

    def powers(self) -> Powers:
        """What it can do later in the turn: a sum of TAKES_OTHERS_DISCARDS and the bits after it."""
        piles = self.takes_from_discards_of()
        powers = TAKES_OTHERS_DISCARDS if piles & PILES_OF_OTHERS else 0
        powers |= TAKES_OWN_DISCARDS if piles & OWN_PILE else 0
        powers |= USES_CARDS_IN_PLAY if self.uses_other_played_cards() else 0
        powers |= UNEARTHS if self.reuses_entombed_cards() else 0
        powers |= REPEATS_ACTION if self.execution_source() == EXECUTES_AGAIN else 0
        powers |= RETURNS_FROM_PLAY if self.returns_card_from_play() else 0
        parts = with_called_parts(self.action)
        gets_cards = self.reaction in (BOAT, MUMMIFIED_CAT) or any(part.gets_cards_below_price() for part in parts)
        powers |= GETS_CARDS_BELOW_PRICE if gets_cards else 0
        return powers | self.fetching_and_entombing_powers()

    def fetching_and_entombing_powers(self) -> Powers:
        """FETCHES_FROM_OTHERS and similar bits, and ENTOMBS; without those of other cards whose actions it executes."""
        powers = FETCHES_FROM_OTHERS if self.reaction == MUMMIFIED_CAT else 0
        for part in with_called_parts(self.action):
            powers |= FETCHES_FROM_OTHERS if part.may_bring_cards_of_others() else 0
            powers |= FETCHES_FROM_BONEYARD if part.reads() != EVERYWHERE and part.reads() & IN_BONEYARD else 0
            powers |= FETCHES_FROM_STOCK if part.writes() != EVERYWHERE and part.writes() & IN_STOCK else 0
            entombs = part.writes() & IN_TOMB and part.writes() & (IN_DECK | IN_PYRAMID | IN_PLAY)
            powers |= ENTOMBS if part.writes() != EVERYWHERE and entombs else 0
        return powers

    def execution_source(self) -> ExecutionSource:
        """Which actions of other cards it executes: EXECUTES_NOTHING, EXECUTES_FROM_TOMB or EXECUTES_AGAIN."""
        return highest_execution_source(self.action)

    def reuses_entombed_cards(self) -> bool:
        """Whether it brings up cards from the tomb, or executes their actions there."""
        unearths = any(part.brings_card_from_tomb() for part in self.action)
        return unearths or self.execution_source() == EXECUTES_FROM_TOMB

    def max_own_cards_reached(self) -> int:
        """Maximum number of cards that it turns up from its owner's deck; at least UNLIMITED_CARDS if it gets cards elsewhere."""
        return sum([part.max_own_cards_reached() for part in self.action])

    def max_cards_each_opponent_gets(self) -> int:
        """The maximum number of cards that each opponent draws."""
        return sum([part.max_cards_each_opponent_gets() for part in self.action])

    def uses_other_played_cards(self) -> bool:
        """Whether its action uses other cards in play."""
        return any(part.uses_other_played_cards() for part in self.action)

    def returns_card_from_play(self) -> bool:
        """Whether it returns a card in play to the hand, where it can be played again."""
        return any(part.uses_other_played_cards() and part.writes() & IN_HAND for part in self.action)

    def takes_from_discards_of(self) -> Piles:
        """From whose discard piles it may take the top card: a sum of PILES_OF_OTHERS and OWN_PILE."""
        declared = (PILES_OF_OTHERS if self.minds_top else 0) | (OWN_PILE if self.minds_own_top else 0)
        return declared | bit_union([part.takes_from_discards_of() for part in self.action])


def with_called_parts(parts: Sequence[Part[Any]]) -> list[Part[Any]]:
    """These parts, and the parts of all programs that they call, directly or indirectly."""
    all_parts: list[Part[Any]] = []
    for part in parts:
        all_parts.append(part)
        for first_part in part.first_parts_called():
            called: Task[Any] | None = first_part
            while isinstance(called, Part):
                all_parts += with_called_parts([called])
                called = called.next_part
    return all_parts


def highest_execution_source(parts: Sequence[Part[Any]]) -> ExecutionSource:
    """The highest execution source of these parts; EXECUTES_NOTHING without parts."""
    return max([part.execution_source() for part in parts], default=EXECUTES_NOTHING)
