"""King of Thieves, read aloud."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.core.game import Question
from engine.core.wording import plural
from engine.thieves.pieces import SYMBOLS
from engine.thieves.view import ThievesView
from vok_tui.boards.line_reader import (
    LineAnswer,
    LineReader,
    Names,
    Topic,
    answers_in_groups,
    capitalised,
    player_words,
    with_role,
)
from vok_tui.boards.thieves.board import PLAY_VERBS, ThievesBoard
from vok_tui.boards.thieves.duels import duels_of, known_symbol_count
from vok_tui.boards.thieves.pages import duel_names_for_card, laid_card_in_words
from vok_tui.boards.thieves.seen import cards_by_symbols, seen_cards
from vok_tui.game.story import Choice, Sentence
from vok_tui.painting.grid import Target

BOTH_HALVES: Final = re.compile(r"(?<=\d )(\w+)/(?=\d)")
NEXT_CARD: Final = re.compile(r"(,| and)(?= (?:\d x )?\d \w+ or \d)")
NOT_COUNTING: Final = re.compile(r" \(not \d \w+\)")


class ThievesLineReader(LineReader):
    """A card is played in two questions: which one, then which half and how."""

    echo_verbs = frozenset({"named", "staked"})

    def __init__(self, board: ThievesBoard) -> None:
        super().__init__(board)
        self._thieves_board: Final = board

    def is_routine(self, sentence: Sentence) -> bool:
        """A token is gambled before cards are played, and a card is drawn after it."""
        return sentence.verb == "staked" or (sentence.verb == "drew" and len(sentence.arguments) == 1)

    @property
    def topics(self) -> Mapping[str, Topic]:
        return {
            "duels": Topic("the tomb and its guardians", self._duel_lines, self._duels),
            "hand": Topic("your hand", self._hand_lines, self._hand),
            "opponents": Topic("all thieves, and the cards before them", self._thief_lines, self._thieves),
            "deck": Topic("the cards that are left", self._deck_lines, is_in_look=False),
            "unseen": Topic("how many symbols you have seen and not seen", self._unseen_lines, is_in_look=False),
            "community": Topic("the community card", self._community_lines, is_in_look=False),
        }

    @property
    def other_words(self) -> Mapping[str, str]:
        return {"board": "duels", "tomb": "duels", "thieves": "opponents", "opponent": "opponents", "left": "unseen"}

    def say(self, text: str) -> str:
        """A card is "1 lamp or 2 sword"; in play, only the half that counts is said."""
        text = BOTH_HALVES.sub(r"\1 or ", NOT_COUNTING.sub("", text))
        return super().say(NEXT_CARD.sub(lambda found: ";" + found[1].removeprefix(","), text))

    def question_text(self, view: ThievesView, question: Question) -> str:
        """The two questions of a turn are short: their answers name what can be done."""
        text = super().question_text(view, question)
        return (
            "Your move?"
            if text.startswith("Escape, ")
            else "A second card?"
            if text.startswith("Play a second")
            else text
        )

    def state_sentence(self, view: ThievesView, names: Names) -> str:
        if view.mover < 0:
            return ""
        tombs = f" of {view.last_tomb_number}" if view.last_tomb_number else ""
        phase = "the showdown" if view.round > 3 else f"round {view.round} of 3"
        starter = "you begin" if view.starter == view.viewer else f"{names[view.starter]} begins"
        goal = f", and {view.goal} treasure win the game" if view.tomb_number == 1 and view.round == 1 else ""
        return f"Tomb {view.tomb_number}{tombs}, {phase}; {starter}{goal}."

    def list_answers(self, view: ThievesView, choices: list[Choice], names: Names) -> list[LineAnswer]:
        del names
        keyed = []
        for choice in sorted(choices, key=lambda choice: choice.action.verb not in PLAY_VERBS):
            is_play = choice.action.verb in PLAY_VERBS
            note = self._thieves_board.answer_note(view, choice.action) if not is_play else ""
            line = self.line_answer(view, choice, note=note)
            role = "" if is_play else self._thieves_board.role_by_verb.get(choice.action.verb, "")
            if is_play:
                way = line.text.removeprefix("Play ")
                line = replace(line, text=way, full_text=line.text, echo=way)
            keyed.append((choice.action.arguments[0] if is_play else None, with_role(line, role)))
        is_first = view.round == 1 and all(choice.action.verb != "enough" for choice in choices)
        listed = answers_in_groups(keyed, lambda kind, _group: self._play_texts(view, kind, says_duels=is_first))
        return [replace(answer, then=tuple(self._named_in_two_steps(answer.then))) for answer in listed]

    def _play_texts(self, view: ThievesView, kind: Any, *, says_duels: bool) -> tuple[str, str]:
        """A card to play. For which duels it may count is said with the first card at a tomb."""
        name = self.say(view.all_cards[kind].name)
        duels = duel_names_for_card(view, view.all_cards[kind]) if says_duels else []
        return f"{capitalised(name)}{'; ' if duels else ''}{', '.join(duels)}", f"{name}: which half, and how?"

    def _named_in_two_steps(self, ways: Sequence[LineAnswer]) -> list[LineAnswer]:
        """The ways to play a card. What its rubies stand for is asked in a question of its own."""
        heads = [answer.echo.rpartition(" as ")[0] or None for answer in ways]
        grouped = answers_in_groups(
            zip(heads, ways, strict=True), lambda head, _group: (capitalised(head), f"{head} as which symbol?")
        )
        short = {answer.action: answer for answer in ways}
        return [answer if answer.then else short[answer.action] for answer in grouped]

    # -- the parts of the table

    def _duels(self, view: ThievesView) -> list[Target]:
        return [Target("duel", duel.number) for duel in duels_of(view)]

    def _hand(self, view: ThievesView) -> list[Target]:
        return [Target("hand", index) for index in range(len(self._thieves_board.hand_cards(view)))]

    def _thieves(self, view: ThievesView) -> list[Target]:
        return [Target("seat", thief.seat) for thief in view.seats]

    def _duel_lines(self, view: ThievesView, names: Names, levels: Names) -> Sequence[str]:
        del levels
        lines = []
        for duel in duels_of(view):
            if duel.number == 0:
                prize = f"The tomb: {duel.prize} treasure for the most {duel.symbol}"
            else:
                tokens = plural(duel.prize, "token")
                prize = f"The {duel.name}: {tokens} for the most {duel.symbol}, at least {duel.min_symbols}"
            shown = [
                f"{player_words(thief.seat, view.viewer, names)} {known_symbol_count(thief, duel, view.community_card)}"
                for thief in view.seats
                if thief.status == "inside" and thief.laid_cards
            ]
            lines.append(f"{prize}{'; ' + ', '.join(shown) if shown else ''}.")
        if view.community_card is not None:
            lines += self._community_lines(view, names, ())
        return lines or ["No tomb is open."]

    def _hand_lines(self, view: ThievesView, names: Names, levels: Names) -> Sequence[str]:
        del names, levels
        hand = [self.say(card.name) for card in self._thieves_board.hand_cards(view)]
        return [f"Your hand, {plural(len(hand), 'card')}: {'; '.join(hand)}."] if hand else ["Your hand is empty."]

    def _thief_lines(self, view: ThievesView, names: Names, levels: Names) -> Sequence[str]:
        lines = []
        for thief in view.seats:
            who = player_words(thief.seat, view.viewer, names)
            level = f", {levels[thief.seat]}" if thief.seat != view.viewer else ""
            laid = "; ".join([self.say(laid_card_in_words(laid_card)) for laid_card in thief.laid_cards])
            lines.append(
                f"{who}{level}: {thief.treasure} treasure, {thief.reputation} reputation, {plural(thief.hand_count, 'card')} in "
                f"hand, {thief.status}{'; laid: ' + laid if laid else ''}."
            )
        return lines

    def _community_lines(self, view: ThievesView, names: Names, levels: Names) -> Sequence[str]:
        del names, levels
        card = view.community_card
        return [f"Community card: {self.say(card.name)}."] if card is not None else ["There is no community card."]

    def _unseen_lines(self, view: ThievesView, names: Names, levels: Names) -> Sequence[str]:
        """The cards that are in the deck, or that only others see, by their two symbols."""
        del names, levels
        seen, lines = seen_cards(view), []
        for pair, cards in cards_by_symbols(view.all_cards).items():
            left = [(card, card.copies * view.piece_set_count - seen[card]) for card in cards]
            texts = [
                f"{card.top.symbol_count} and {card.bottom.symbol_count}{f', {count} times' if count > 1 else ''}"
                for card, count in left
                if count > 0
            ]
            if texts:
                lines.append(f"{' and '.join([SYMBOLS[symbol] for symbol in pair])}: {'; '.join(texts)}.")
        total = sum([card.copies for card in view.all_cards]) * view.piece_set_count - seen.total()
        return [f"{plural(total, 'card')} left, {seen.total()} seen. Left are:", *map(capitalised, lines)]

    def _deck_lines(self, view: ThievesView, names: Names, levels: Names) -> Sequence[str]:
        del names, levels
        hidden = view.unseen_discard_count - len(view.own_unseen_discards)
        unseen = f", and {plural(hidden, 'card')} that you have not seen" if hidden else ""
        counts: dict[str, int] = {}
        for card in (*view.discards, *view.own_unseen_discards):
            counts[card.name] = counts.get(card.name, 0) + 1
        cards = "; ".join([f"{n} times {self.say(name)}" if n > 1 else self.say(name) for name, n in counts.items()])
        to_come = f"{plural(view.guardians_in_deck, 'guardian')} and {plural(view.tombs_in_deck, 'tomb')} to come"
        return [
            f"Deck: {plural(view.deck_count, 'card')}; {to_come}.",
            f"Discard pile: {cards or 'no card that you know'}{unseen}.",
        ]
