"""Valley of the Kings, read aloud."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.core.game import Question
from engine.core.wording import plural
from engine.valley.declared import VERBS
from engine.valley.rules.discards import HAND_SIZE
from engine.valley.turn import PlayCards
from engine.valley.view import Face, SeatView, View
from vok_tui.boards.line_reader import (
    LineAnswer,
    LineReader,
    Names,
    Topic,
    answers_in_groups,
    player_words,
    with_role,
    without_common_start,
)
from vok_tui.boards.valley.answers import FULL_NAMES, NOT_NOW, counted_names, is_turn_question
from vok_tui.boards.valley.names import level_in_full, rank_texts
from vok_tui.game.story import Choice, Sentence
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Answer, Board, Page

ROWS: Final = (("Base", (0, 1, 2)), ("Middle", (3, 4)), ("Top", (5,)))
TURN_ORDER: Final = ("buy", "execute", "entomb", "overpay", "end")  # of the answers to the main question of a turn
SHORTER: Final = (
    ("New in the pyramid: ", "New: "),
    (" the rest of the hand: ", " the rest: "),
    (" the rest of your hand: ", " the rest: "),
)
TURN_QUESTION: Final = "Your move?"
LOST: Final = re.compile(r", \d+ gold lost$")
ROLES: Final = {"end": "end", "pass": "no"}


class ValleyLineReader(LineReader):
    """Buying is asked in two questions: the card, then the payment; a swap too. `kind_count` is the number of kinds of cards."""

    echo_verbs = frozenset({"discarded_hand"})  # the end of the turn

    def __init__(self, board: Board, kind_count: int) -> None:
        super().__init__(board)
        self._kind_count: Final = kind_count

    @property
    def topics(self) -> Mapping[str, Topic]:
        return {
            "pyramid": Topic("the cards to buy", self._pyramid_lines, self._slots),
            "hand": Topic("your hand", self._hand_lines, self._hand),
            "tomb": Topic("your tomb and its sets", self._tomb_lines, self._sets),
            "opponents": Topic("the other players", self._opponent_lines, self._opponents),
            "deck": Topic("your deck and discard pile", self._deck_lines, is_in_look=False),
        }

    @property
    def other_words(self) -> Mapping[str, str]:
        return {"board": "pyramid", "opponent": "opponents", "pile": "deck"}

    def state_sentence(self, view: View, names: Names) -> str:
        if view.mover == -1:
            return ""
        whose = "your turn" if view.active == view.viewer else f"{names[view.active]}'s turn"
        stock = view.stock_ii + view.stock_iii
        return f"Turn {view.turn}, {whose}, stock {stock}."

    def is_routine(self, sentence: Sentence) -> bool:
        """The new hand at the end of a turn, and the new deck that it may need."""
        return sentence.verb == "shuffled" or (sentence.verb == "drew" and len(sentence.arguments) == HAND_SIZE)

    def say(self, text: str) -> str:
        """What is said in each turn is short."""
        for long, short in SHORTER:
            text = text.replace(long, short)
        return super().say(text)

    def why_no_answer(self, view: View, word: str) -> str:
        is_entombing = len(word) > 2 and "entomb".startswith(word)
        return "You have entombed a card this turn" if is_entombing and view.has_entombed else ""

    def question_text(self, view: View, question: Question) -> str:
        """The main question of a turn is short: its answers name what can be done."""
        return TURN_QUESTION if question.text == PlayCards.spec.asks else super().question_text(view, question)

    def list_answers(self, view: View, choices: list[Choice], names: Names) -> list[LineAnswer]:
        by_action = {choice.action: choice for choice in choices}
        answers: list[Answer] = []
        for target in self._slots(view) if is_turn_question(choices) else ():
            answers += self.board.answers(view, choices, target, names)  # the best payment first
        if not is_turn_question(choices):
            answers = self.board.answers(view, choices, None, names)
        listed = {answer.action: answer for answer in answers if answer.action is not None}
        ordered = [*listed, *(action for action in by_action if action not in listed)]
        if is_turn_question(choices):
            ordered.sort(key=lambda action: TURN_ORDER.index(action.verb))
        keyed = []
        for action in ordered:
            answer = listed.get(action)
            if answer is None:
                (answer,) = self.board.answers(view, [by_action[action]], None, names) or self.board.answers(
                    view, [by_action[action]], next(iter(self.board.targets_of_action(view, action)), None), names
                )
            text = answer.text if action.verb == "buy" or VERBS[action.verb].says_of_seat else by_action[action].text
            lost = answer.note.partition(", ")[2] if action.verb == "buy" else ""
            note = answer.note if action.verb != "buy" else f"{lost.removesuffix(' lost')} gold lost" if lost else ""
            line = self.line_answer(view, by_action[action], text, note)
            keyed.append((self._group_key(choices, action), with_role(line, ROLES.get(action.verb, ""))))
        if not keyed:
            return []
        grouped = [
            self._in_short(view, answer)
            for answer in answers_in_groups(keyed, lambda key, group: self._group_texts(view, key, group))
        ]
        return grouped if is_turn_question(choices) else without_common_start(grouped)

    def _in_short(self, view: View, answer: LineAnswer) -> LineAnswer:
        """A card that can be paid in one way only, with its price; the payment is said when it is bought. And without a place
        that the question names."""
        if answer.action is None or answer.action.verb != "buy":
            short = answer.text.replace(" from the pyramid", "")
            full_text = answer.full_text or answer.text
            return answer if short == answer.text else replace(answer, text=short, full_text=full_text, echo=short)
        slot = answer.action.arguments[0]
        lost = LOST.search(answer.text)
        text = f"Buy {self._slot_name(view, slot)} for {view.pyramid[slot].price}{lost[0] if lost else ''}"
        return replace(answer, text=text, full_text=answer.text, echo=answer.text)

    def _group_key(self, choices: Sequence[Choice], action: Any) -> Any:
        if action.verb == "buy":
            return "buy", action.arguments[0]
        if action.verb == "swap":
            return "swap", action.arguments[0]
        return (action.verb, 0) if action.verb in ("execute", "entomb") and is_turn_question(choices) else None

    def _group_texts(self, view: View, key: Any, group: Sequence[LineAnswer]) -> tuple[str, str]:
        verb, slot = key
        if verb == "entomb":
            return f"Entomb one of {plural(len(group), 'kind')}", "Entomb which card?"
        if verb == "execute":
            names = [answer.text.removeprefix("Execute ") for answer in group]
            return f"Execute {', '.join(names[:-1])} or {names[-1]}", "Execute which card?"
        name = self._slot_name(view, slot)
        if verb == "buy":
            price = view.pyramid[slot].price
            return f"Buy {name} for {price}", f"{name} for {price}: pay with what?"
        return f"Swap {name}", f"Swap {name} with which card?"

    def line_answer(self, view: View, choice: Choice, text: str = "", note: str = "") -> LineAnswer:
        line = super().line_answer(view, choice, text, note)
        if choice.action.verb != "buy":
            return line
        name = self._slot_name(view, choice.action.arguments[0])
        full_text = f"Buy {name}, {line.text[:1].lower()}{line.text[1:]}"
        return replace(line, full_text=full_text, echo=f"Buy {name}")

    def things(self, view: View) -> Sequence[Target]:
        rows = (("play", view.seats[view.active].in_play), ("looking", view.looked_at), ("revealed", view.revealed))
        own = [Target(area, index) for area, faces in rows for index in range(len(faces))]
        kinds = [Target("kind", kind) for kind in range(self._kind_count)]
        return [*own, Target("boneyard", 0), Target("stock", 0), Target("pile", 0), *kinds]

    def point_lines(self, view: View, names: Names) -> Sequence[str]:
        return [line for seat in view.seats for line in self._seat_points(view, seat, names)]

    # -- the parts of the table

    def page_sentences(self, page: Page) -> list[str]:
        """On the page of a set, the cards with an x are said to be in the tomb."""
        subtitle, is_marked, where = page.subtitle.partition(", x ")
        if is_marked:
            lines = tuple([("", f"{text}: {where}") if name == "x" else (name, text) for name, text in page.lines])
            page = replace(page, subtitle=subtitle, lines=lines)
        return super().page_sentences(page)

    def _slots(self, view: View) -> list[Target]:
        return [Target("slot", slot.slot) for slot in view.pyramid]

    def _hand(self, view: View) -> list[Target]:
        """A card of each kind, in the order in which the hand is read."""
        names = [card.face.name for card in view.mine.hand]
        return [Target("hand", names.index(name)) for name in dict.fromkeys(names)]

    def _sets(self, view: View) -> list[Target]:
        """The sets that are read, then the cards of no set."""
        mine = view.mine
        read = [index for index, tomb_set in enumerate(mine.sets) if tomb_set.distinct_kinds]
        return [Target("set", index) for index in [*read, *([len(mine.sets)] if mine.other_artifacts else [])]]

    def _opponents(self, view: View) -> list[Target]:
        return [Target("seat", seat.seat) for seat in view.seats if seat.seat != view.viewer]

    def _slot_name(self, view: View, slot: int) -> str:
        face = view.pyramid[slot].face
        if face is None:
            return "an empty place"
        same = [other for other in view.pyramid if other.face == face]
        places = ("on the left", "in the middle", "on the right", "upper left", "upper right", "at the top")
        return face.name if len(same) == 1 else f"{face.name} {places[slot]}"

    def _pyramid_lines(self, view: View, names: Names, levels: Names) -> Sequence[str]:
        del names, levels
        lines = []
        for row, slots in ROWS:
            lines.append(f"{row}: {', '.join([self._slot_words(view, slot) for slot in slots])}.")
        stock = f"{plural(view.stock_ii, 'card')} of level 2 and {view.stock_iii} of level 3 in the stock"
        top = f", top {view.boneyard_top.name}" if view.boneyard_top is not None else ""
        return [*lines, f"Boneyard: {plural(view.boneyard_count, 'card')}{top}; {stock}."]

    def _slot_words(self, view: View, slot: int) -> str:
        face = view.pyramid[slot].face
        return f"{face.name} for {view.pyramid[slot].price}" if face is not None else "empty"

    def _hand_lines(self, view: View, names: Names, levels: Names) -> Sequence[str]:
        del names, levels
        hand, in_play = view.mine.hand, view.seats[view.active].in_play
        lines = ["Your hand is empty."]
        if hand:
            can_act = [card.face for card in hand if card.why_not_execute != NOT_NOW and not card.executable]
            idle = f"; no action now: {counted_names(can_act, FULL_NAMES)}" if can_act else ""
            cards = counted_names([card.face for card in hand], FULL_NAMES)
            lines = [f"Your hand, {plural(view.gold_in_hand, 'gold', 'gold')}: {cards}{idle}."]
        if in_play:
            whose = "You have" if view.active == view.viewer else f"Player {view.active + 1} has"
            lines.append(f"{whose} in play: {counted_names(in_play, FULL_NAMES)}.")
        return lines

    def _tomb_lines(self, view: View, names: Names, levels: Names) -> Sequence[str]:
        del names, levels
        mine = view.mine
        ranks = [f"Your rank: {', '.join(rank_texts(mine.score))}."] if len(view.seats) == 1 else []
        if not mine.tomb_count:
            return ["Your tomb is empty.", *ranks]
        lines = [f"Your tomb: {plural(mine.tomb_count, 'card')}, {plural(mine.score, 'point')}.", *ranks]
        for tomb_set in mine.sets:
            if tomb_set.distinct_kinds:
                doubles = f", and doubles: {counted_names(tomb_set.duplicates)}" if tomb_set.duplicates else ""
                cards = counted_names(tomb_set.present, FULL_NAMES)
                lines.append(f"{tomb_set.name}, {tomb_set.distinct_kinds} of {tomb_set.size}: {cards}{doubles}.")
        if mine.other_artifacts:
            lines.append(f"No set: {counted_names(mine.other_artifacts, FULL_NAMES)}.")
        return lines

    def _opponent_lines(self, view: View, names: Names, levels: Names) -> Sequence[str]:
        lines = []
        for target in self._opponents(view):
            seat = view.seats[target.index]
            known = f", known {counted_names(seat.known_hand, FULL_NAMES)}" if seat.known_hand else ""
            pile = f", top {seat.discard_top.name}" if seat.discard_top is not None else ""
            lines.append(
                f"{names[seat.seat]}, {level_in_full(levels[seat.seat])}: {plural(seat.score, 'point')}, "
                f"{plural(seat.tomb_count, 'card')} in the tomb; {seat.hand_count} in hand{known}; {seat.deck_count} in the "
                f"deck; {seat.discard_count} discarded{pile}."
            )
        return lines or ["You play alone."]

    def _deck_lines(self, view: View, names: Names, levels: Names) -> Sequence[str]:
        del names, levels
        mine = view.mine
        return [
            _pile_sentence("Your deck", mine.deck_count, mine.deck, "in an order that you do not know"),
            _pile_sentence("Your discard pile", mine.discard_count, mine.sorted_discard),
        ]

    def _seat_points(self, view: View, seat: SeatView, names: Names) -> list[str]:
        who = player_words(seat.seat, view.viewer, names)
        parts = [
            f"{tomb_set.name} {tomb_set.distinct_kinds} times {tomb_set.distinct_kinds} is {tomb_set.points}"
            for tomb_set in seat.sets
            if tomb_set.distinct_kinds
        ]
        others = sum([face.vp for face in seat.other_artifacts])
        parts += [f"cards of no set {others}"] if seat.other_artifacts else []
        verb = "have" if who == "You" else "has"
        return [f"{who} {verb} {plural(seat.score, 'point')}{': ' + ', '.join(parts) if parts else ''}."]


def _pile_sentence(owner: str, count: int, faces: Sequence[Face], note: str = "") -> str:
    if not count:
        return f"{owner} is empty."
    return f"{owner}, {plural(count, 'card')}{', ' + note if note else ''}: {counted_names(faces, FULL_NAMES)}."
