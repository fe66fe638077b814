"""The guided game of King of Thieves: three thieves, two tombs. And its goals."""

from collections.abc import Collection
from typing import Final

from engine.thieves.pieces import RUBY, SYMBOLS
from engine.thieves.shipped import SHIPPED
from engine.thieves.view import SECOND_CARD, TURN, ThievesView
from vok_tui.boards.goals import (
    PlayedGame,
    PlayerGoal,
    beat_two_at_once,
    goals_of_any_game,
    if_won,
    most,
    total_different,
)
from vok_tui.game.lesson import Goal, Lesson, LessonStep, StepWindow, did, happened, sees, such_as


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


def is_out(view: ThievesView) -> bool:
    """Whether the player has lost all reputation."""
    return view.seats[view.viewer].status == "out"


def best_halves(view: ThievesView, symbols: Collection[str]) -> list[str]:
    """The halves of the player's cards with one of these symbols, the strongest first: "3 lamp"."""
    hand = view.seats[view.viewer].hand or ()
    halves = [half for card in hand for half in (card.top, card.bottom) if SYMBOLS[half.symbol] in symbols]
    return [str(half) for half in sorted(halves, key=lambda half: -half.symbol_count)]


def plays_a_card(view: ThievesView) -> bool:
    """Whether the player may play a card now."""
    return view.mover == view.viewer and view.step in (TURN, SECOND_CARD)


def card_for(view: ThievesView, symbols: Collection[str]) -> str:
    """To play a card with one of these symbols, or to wait for one."""
    goal, halves = f"Play a card for its {' or '.join(f'{symbol}s' for symbol in symbols)}", best_halves(view, symbols)
    if not plays_a_card(view):
        return goal
    return such_as(goal, halves) if halves else f"{goal}: first hide to draw one"


def what_a_tomb_offers(view: ThievesView) -> str:
    """What a round offers, and what wins the tomb."""
    symbols = f"{view.tomb_symbol}s" if view.tomb_symbol else "matching symbols"
    return f"Three rounds a tomb: play 1 or 2 cards, hide, or escape. The most {symbols} take its treasure."


def card_for_tomb(view: ThievesView) -> str:
    return card_for(view, (view.tomb_symbol or "symbol",))


def card_for_guardian(view: ThievesView) -> str:
    return card_for(view, tuple(dict.fromkeys([guardian.symbol for guardian in view.guardians])) or ("symbol",))


def card_with_rubies(view: ThievesView) -> str:
    return such_as("Play a card for its rubies", best_halves(view, (SYMBOLS[RUBY],)) if plays_a_card(view) else [])


def what_beats_the_guardian(view: ThievesView) -> str:
    """What it takes to beat the newest guardian."""
    if not view.guardians:
        return GUARDIAN_TEXT.format("Enough symbols", "a guardian")
    newest = view.guardians[-1]
    return GUARDIAN_TEXT.format(
        f"{newest.strength} {newest.symbol}{'s' * (newest.strength > 1)}", f"this {newest.name}"
    )


def has_no_ruby(view: ThievesView) -> bool:
    """Whether the player is to play a card, and neither holds a ruby nor has one on the table."""
    mine = view.seats[view.viewer]
    laid = [card.card.half(card.half).symbol for card in mine.laid_cards if card.card is not None]
    asks = view.mover == view.viewer and view.step == TURN
    return asks and RUBY not in laid and not best_halves(view, (SYMBOLS[RUBY],))


GUARDIAN_TEXT: Final = "{} or more beat {}, and the most win its tokens. Of a card, only one half counts."

THIEVES_LESSON: Final = Lesson(
    game="thieves",
    minutes=8,
    seed=15,
    rules=4,
    fingerprint=10285744415384614316,
    levels=("shabti", "shabti"),
    is_over=sees(is_out),
    steps=(
        LessonStep(
            "a tomb",
            what_a_tomb_offers,
            (Goal(card_for_tomb, played_for_tomb),),
            "Paid: 1 token. A second card costs nothing more.",
            ("play 2 shield (not 2 key) face up",),
        ),
        LessonStep(
            "guardians",
            what_beats_the_guardian,
            (Goal(card_for_guardian, played_for_guardian),),
            "Your token lies there. For it you draw a card.",
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
            (Goal(card_with_rubies, played_ruby),),
            "Two rubies of a card stand for the same symbol.",
            ("play no second card", "play 2 ruby (not 1 shield) face up as shield"),
            is_missed=lambda window: happened("opened")(window) or has_no_ruby(window.view()),
            missed="You have no ruby now: it stands for any symbol.",
        ),
        LessonStep(
            "the showdown",
            "After three rounds all cards are turned up. Each counts in one duel, half of the community card too.",
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
    closing="The first thief with 10 treasure wins, or the richest after the last tomb. A thief without reputation after a "
    "showdown is out. A tie splits the prize. A guardian that nobody beats stays, with its tokens, at the next tomb.",
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
