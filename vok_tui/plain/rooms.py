"""What the rooms of the plain mode share: the hall that they lie at, a room whose answers are functions, and the room of a
prompt of the coordinator."""

from asyncio import Event
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, Protocol

from vok_tui.boards.line_reader import LineAnswer, with_role
from vok_tui.coordinator.coordinator import Coordinator
from vok_tui.coordinator.frontend import Prompt
from vok_tui.plain.conversation import AskedGame, Conversation, LineCommand, LineQuestion

BACK: Final = "Back"
LEAVING: Final = (
    "Stay here",
    "Leave",
    "To the review",
    "To the result",
    "To the start",
)  # texts that `back` stands for


class Paper(Protocol):
    """What the conversation is written on, as far as people who share it must know."""

    @property
    def can_clear(self) -> bool:
        """Whether everything that was written can be cleared."""

    def clear(self) -> None:
        """Clear it."""

    def stops_heard_by(self, stop: Callable[[], object]) -> AbstractContextManager[None]:
        """While this is open, `stop` is called in the event loop if the player stops what goes on."""


@dataclass(frozen=True)
class Hall:
    """What each room needs. The coordinator leads to the other rooms."""

    conversation: Conversation
    paper: Paper
    coordinator: Coordinator
    analysis_changed: Event = field(default_factory=Event)  # set whenever an analysis has changed


class SimpleRoom:
    """A room whose answers are commands, each with its function."""

    def __init__(self, hall: Hall) -> None:
        self.hall: Final = hall
        self.conversation: Final = hall.conversation
        self.coordinator: Final = hall.coordinator
        self._acts: dict[str, Callable[[], None]] = {}

    def say_news(self) -> None:
        pass

    def work(self) -> Coroutine[Any, Any, None] | None:
        return None

    def take_text(self, text: str | None) -> None:
        del text

    def give(self, answer: LineAnswer, *, typed: str) -> None:
        del typed
        self._acts[answer.command]()

    def asked_game(self) -> AskedGame | None:
        return None

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        return {"menu": LineCommand("to the start", lambda _: self.coordinator.go_to_start())}

    @property
    def keys(self) -> Mapping[str, str]:
        return {}

    def refusal(self, line: str) -> str:
        del line
        return ""

    def close(self) -> None:
        pass

    def offer(
        self,
        question: str,
        offers: Sequence[tuple[str, Callable[[], None]]],
        *,
        back: Callable[[], None] | None = None,
        known: Sequence[tuple[str, Callable[[], None]]] = (),
    ) -> LineQuestion:
        """A question with an answer for each offer: its text, and what it does. `back` is what "back" does if no offer leads
        back. Offers that are `known` are read only on demand."""
        self._acts = {str(number): act for number, (_, act) in enumerate([*offers, *known])}
        answers = [
            LineAnswer(text, command=str(number), role="back" if text.startswith(BACK) or text in LEAVING else "")
            for number, (text, _) in enumerate([*offers, *known])
        ]
        way_back = None
        if back is not None:
            self._acts[BACK] = back
            way_back = LineAnswer(BACK, command=BACK)
        asked, rest = tuple(answers[: len(offers)]), tuple(answers[len(offers) :])
        return LineQuestion(question, asked, back=way_back, known=rest)


class PromptRoom(SimpleRoom):
    """A prompt of the coordinator, over another room. `then` gets the id of the chosen option."""

    def __init__(self, hall: Hall, prompt: Prompt, then: Callable[[str], object]) -> None:
        super().__init__(hall)
        self._prompt: Final = prompt
        self._then: Final = then

    def question(self) -> LineQuestion:
        asked = self._prompt
        paragraphs = [part.replace("\n", ", ") for part in asked.text.split("\n\n")]
        text = " ".join([part if part.endswith((".", "?", ":")) else f"{part}." for part in (asked.title, *paragraphs)])
        offers = [(option.text, partial(self._choose, option.id)) for option in asked.options]
        if all(option.id for option in asked.options):
            offers.append((BACK, partial(self._choose, "")))
        ids = [option.id for option in asked.options]
        question = self.offer(text, offers)
        if len(offers) > 2:
            return question
        roles = ["yes" if number < len(ids) and ids[number] else "no" for number in range(len(offers))]
        return replace(question, answers=tuple(map(with_role, question.answers, roles)))

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        """What reads the table below works here too."""
        below = self.conversation.room_below
        reading = below.commands if below is not None else {}
        return {**{word: command for word, command in reading.items() if command.only_reads}, **super().commands}

    def _choose(self, option: str) -> None:
        self.conversation.uncover()
        self._then(option)
