"""A course of training: so many games, played and learned from one after the other. Its facts and its seed settle every weight.

It can be put aside after any round and taken up again as if nothing had been. It begins with nothing, or with what was learned
of cards of the same names: where a card was corrected, a short course does.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ai import files
from ai.learned import Weights
from ai.selfplay import SelfPlay
from ai.training import Learner
from ai.values import opened, what_it_knows
from engine.core.rules import Game
from engine.valley.editions import AFTERLIFE, BASE, MIXED, shipped

ROUND: Final = 20  # games that are played by the same weights
FIRST: Final = 5  # rounds that are played by the judge who need not learn
GENTLER: Final = 0.5  # the steps in company, against those alone
LAST: Final = 0.02  # what is left at the end of the size of the steps


class BadCourse(Exception):
    """A file that does not hold this course; the text is one sentence."""


class Course:
    """One value in the making."""

    def __init__(
        self,
        game: Game[Any],
        edition: str,
        players: int,
        games: int,
        simulations: int,
        fade: float,
        rate: float,
        seed: int,
        hidden: int = 0,
        company: int = 0,
    ) -> None:
        self.facts: Final[dict[str, Any]] = {
            "edition": edition,
            "players": players,
            "games": games,
            "simulations": simulations,
            "lambda": fade,
            "rate": rate,
            "seed": seed,
            "hidden": hidden,
            "company": company,
        }
        self.game: Final = game
        self.play: Final = SelfPlay(game, edition, players, simulations)
        cards = self.play.start(0).cards
        self.cards: Final = shipped(BASE, AFTERLIFE) if edition == MIXED else cards
        self.learner: Final = Learner(self.cards, fade, hidden, seed)
        self.alone: Final = games
        self.games: Final = games + company  # in all
        self.rate: Final = rate
        self.seed: Final = seed
        self.done = 0
        self.positions = 0
        self.error = 0.0  # of the latest round: mean square of what the values were wrong by
        self.knows = False  # whether it began with something

    def begin_with(self, text: str) -> None:
        """Begin with what a value has learned, the text of its file. Raises BadValue, and BadCourse where it has other units."""
        weights = what_it_knows(text, self.cards)
        try:
            self.learner.restore(weights)
        except ValueError:
            raise BadCourse(f"that value has {weights.hidden} hidden units: say --hidden {weights.hidden}") from None
        told = opened(text)
        try:
            self.facts["from"] = {"cards": told["cards"], **told["made"]}
        except (KeyError, TypeError):
            raise BadCourse("that value does not say how it was made, so nobody could make the new one again") from None
        self.knows = True

    def run(self) -> Iterator[None]:
        """Learn on to the end; gives way after each round."""
        while self.done < self.games:
            self._round()
            yield

    def _round(self) -> None:
        weights = self.learner.weights() if self.knows or self.done >= FIRST * ROUND else None
        company = self.done >= self.alone
        began, ends, size = (self.alone, self.games, GENTLER) if company else (0, self.alone, 1.0)
        count = min(ROUND, ends - self.done)
        wrong = 0.0
        for _ in range(count):
            lessons, result = self.play.play(self.learner, weights, self.seed + self.done, company)
            left = (ends - self.done) / (ends - began)
            self.learner.learn(lessons, result, self.rate * size * (left + LAST))
            self.done += 1
            self.positions += len(lessons)
            wrong += self.learner.error
        self.error = wrong / count
        if 10 * (self.done - began) >= 7 * (ends - began):
            self.learner.blend()
        if self.done == self.alone < self.games:
            self.learner.begin_anew()

    def weights(self) -> Weights:
        """What was learned so far."""
        return self.learner.settled()

    def save(self, path: Path) -> None:
        """Put the course aside. Raises OSError."""
        told = {
            "vok course": self.facts,
            "done": self.done,
            "positions": self.positions,
            "learner": self.learner.pack(),
        }
        beside = path.with_name(path.name + ".new")
        beside.write_text(json.dumps(told), encoding="utf-8")
        beside.replace(path)

    def load(self, path: Path) -> None:
        """Take it up again. Raises BadCourse, and BadFile."""
        text = files.read_text(path, files.MAX_LEARNED_BYTES)
        try:
            told = json.loads(text)
            if told["vok course"] != self.facts:
                raise BadCourse(f"{path} holds another course of training; name another file")
            self.learner.unpack(told["learner"])
            self.done, self.positions = int(told["done"]), int(told["positions"])
        except (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError):
            raise BadCourse(f"{path} holds something else than a course of training; name another file") from None
