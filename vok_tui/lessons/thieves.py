"""The guided game of King of Thieves: three thieves, two tombs. And its goals."""

from typing import Final

from engine.thieves.pieces import RUBY, SYMBOLS
from engine.thieves.shipped import SHIPPED
from engine.thieves.view import ThievesView
from vok_tui.lessons.goals import (
    PlayedGame,
    PlayerGoal,
    beat_two_at_once,
    goals_of_any_game,
    if_won,
    most,
    total_different,
)
from vok_tui.lessons.lesson import Goal, Lesson, LessonStep, StepWindow, did, happened


def played_symbols(window: StepWindow) -> set[str]:
    """The symbols of the cards that the player has played: what rubies stand for, if they were named."""
    cards = window.view().all_cards
    symbols: set[str] = set()
    for event in window.own_events("played_up", "played_down"):
        kind, half, *named = event.arguments
        symbols.add(SYMBOLS[named[0]] if named else SYMBOLS[cards[kind].half(half).symbol])
    return symbols


def played_for_tomb(window: StepWindow) -> bool:
    """Whether the player has played a card for the tomb."""
    view: ThievesView = window.view()
    return view.tomb_symbol in played_symbols(window)


def played_for_guardian(window: StepWindow) -> bool:
    """Whether the player has played a card for a guardian."""
    view: ThievesView = window.view()
    return any(guardian.symbol in played_symbols(window) for guardian in view.guardians)


def played_ruby(window: StepWindow) -> bool:
    """Whether the player has played a ruby, named at once or in the showdown."""
    return SYMBOLS[RUBY] in played_symbols(window) or any(
        len(event.arguments) > 2 or event.verb == "named" for event in window.own_events("played_up", "named")
    )


THIEVES_LESSON: Final = Lesson(
    game="thieves",
    minutes=8,
    seed=15,
    rules=3,
    fingerprint=10285744415384614316,
    levels=("shabti", "shabti"),
    steps=(
        LessonStep(
            "the tomb",
            "The most shields take the treasure of this tomb. Each card has two halves, and only one of them counts.",
            (Goal("Play a card for its shields, such as 2 shield", played_for_tomb),),
            "Paid: 1 token. A second card costs nothing more.",
            ("play 2 shield (not 2 key) face up",),
        ),
        LessonStep(
            "guardians",
            "Each token lies with the guardian. Two lamps beat this Cobra Nest, and the most lamps take all its tokens.",
            (Goal("Play a card for its lamps, such as 3 lamp", played_for_guardian),),
            "Enough for the guardian, unless others have more.",
            ("play 3 lamp (not 1 shield) face up",),
        ),
        LessonStep(
            "face down",
            "Nobody knows what your cards face down are worth. They may be strong, or nothing at all.",
            (Goal("Play a card face down", did("played_down")),),
            "It counts for you, and the others have to guess.",
            ("play 2 lamp (not 1 shield) face down",),
        ),
        LessonStep(
            "rubies",
            "A ruby stands for any symbol. Face up you name it at once, face down in the showdown.",
            (Goal("Play a card for its rubies, such as 2 ruby", played_ruby),),
            "Two rubies of a card stand for the same symbol.",
            ("play no second card", "play 2 ruby (not 1 shield) face up as shield"),
            is_missed=happened("opened"),
        ),
        LessonStep(
            "the showdown",
            "After three rounds all cards are turned up. Half of the community card counts for you too, in one duel.",
            (Goal("Go on until the next tomb is opened", happened("opened")),),
            "Whoever wins a tomb begins at the next one.",
            ("play no second card", "use 1 lamp for the Cobra Nest"),
        ),
        LessonStep(
            "hide",
            "To hide costs a token, but no card. You draw one, and see what the others play first.",
            (Goal("Hide for a round", did("hid")),),
            "You have one card more for the next rounds.",
            ("hide",),
        ),
        LessonStep(
            "escape",
            "Run from a tomb that you cannot win. What you have paid is lost, but you draw two cards.",
            (Goal("Escape from this tomb", did("escaped")),),
            "Your reputation is safe for the next tomb.",
            ("escape",),
        ),
    ),
    closing="The first thief with 10 treasure wins. A thief without reputation after a showdown is out of the game.",
    remarks={
        **dict.fromkeys(("enough", "name", "count", "use", "leave"), ""),
        "escape": "You are out of this tomb. The goal is still open.",
        "hide": "You drew a card. The goal is still open.",
        "play_up": "All see that card. The goal is still open.",
        "play_up_as": "All see that card. The goal is still open.",
        "play_down": "Only you know that card. The goal is still open.",
    },
)


def plundered_tombs(game: PlayedGame) -> int:
    """The tombs from which the player has won treasure, as bits."""
    bits = 0
    for event in game.own_events("plundered"):
        tomb, treasure, *_ = event.arguments
        bits |= 1 << tomb if treasure > 0 and 0 <= tomb < len(SHIPPED.tombs) else 0
    return bits


def duels_won_unseen(game: PlayedGame) -> int:
    """The duels that the player won in tombs in which no card of theirs was played face up."""
    duels, is_seen = 0, False
    for event in game.events:
        if event.verb == "opened":
            is_seen = False
        elif event.seat == game.seat:
            is_seen = is_seen or event.verb == "played_up"
            duels += event.verb in ("beat", "plundered") and not is_seen and event.arguments[3] > 0
    return duels


def guardians_beaten(game: PlayedGame) -> int:
    return len(game.own_events("beat"))


def won_as_last(game: PlayedGame) -> int:
    """Whether the player has won because all others were out."""
    return int(game.is_won and all(thief.status == "out" for thief in game.view.seats if thief.seat != game.seat))


def reputation(game: PlayedGame) -> int:
    return int(game.view.seats[game.seat].reputation)


THIEVES: Final = "thieves"
TOMBS: Final = len(SHIPPED.tombs)
THIEVES_GOALS: Final = (
    *goals_of_any_game("thieves", "priest"),
    PlayerGoal(THIEVES, "every-tomb", "Every tomb", "win treasure from each of them", plundered_tombs, TOMBS, total_different),
    PlayerGoal(THIEVES, "bluff", "The bluff", "win a duel with all cards face down", duels_won_unseen),
    most(THIEVES, "guardians", "Guard's bane", "beat 5 guardians in one game", guardians_beaten, 5, "guardian"),
    PlayerGoal(THIEVES, "last", "The last one", "win when all others are out", won_as_last),
    most(THIEVES, "reputation", "A good name", "win with a reputation of 10", if_won(reputation), 10, str),
    beat_two_at_once(THIEVES, "priest"),
)  # fmt: skip
