"""When a position comes back: spaced repetition (FSRS), computed from the answers in the learning file.

Nothing but the answers is stored, so a schedule cannot contradict them, and two processes cannot spoil it. A position comes back
on a day, not at a second. Days are those of UTC, as for the daily game.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, NamedTuple

from vok_tui.learning.history import ANSWERED, DRILLED, HINTED, MISSED, RETIRED, RIGHT, SHOWN, LearningRecord

DAY: Final = 24 * 60 * 60
MAX_DAYS: Final = 365  # until a position comes back
CLOCK_TOLERANCE: Final = DAY  # seconds by which a clock may be slow before a time in the future is doubted
TRIED: Final = (ANSWERED, DRILLED)


class Scheduled(NamedTuple):
    """A position that was tried. `due` is the Unix time from whose day on it comes back. `outcome` is that of the latest answer,
    `times` the number of answers. `retired` says why it does not come back any more; "" if it does."""

    position: str
    game: str
    kind: str
    due: int
    outcome: str
    times: int
    retired: str = ""

    def is_due(self, now: float) -> bool:
        """Whether it has come back by the day of `now`."""
        return not self.retired and self.due // DAY <= int(now) // DAY


Dues = dict[
    str, tuple[list[tuple[str, int]], int]
]  # by position: outcomes and Unix times of its answers, and when it is due


def schedule_of(records: Iterable[LearningRecord], now: float, dues: Dues | None = None) -> dict[str, Scheduled]:
    """All positions that were tried, by id. `dues` keeps what was computed between calls: most of the work, 0.05 ms an answer.

    The clock may have been wrong. A time in the future counts as the latest sound time before it, and no answer is earlier than
    the one before it, so a position comes back too early rather than never.
    """
    scheduled: dict[str, Scheduled] = {}
    reviews: dict[str, list[tuple[str, int]]] = {}
    sound = 0
    for record in records:
        if record.at <= now + CLOCK_TOLERANCE:
            sound = max(sound, record.at)
        if record.done == RETIRED and record.what in scheduled:
            scheduled[record.what] = scheduled[record.what]._replace(retired=record.outcome)
        elif record.done in TRIED and record.outcome in OUTCOMES:
            earlier = reviews.setdefault(record.what, [])
            at = min(record.at, sound) if record.at > now + CLOCK_TOLERANCE else record.at
            earlier.append((record.outcome, max([at, *[time for _, time in earlier[-1:]]])))
            scheduled[record.what] = Scheduled(
                record.what, record.game, record.kind, 0, record.outcome, len(earlier), ""
            )
    dues = {} if dues is None else dues
    for name, answers in reviews.items():
        if name not in dues or dues[name][0] != answers:
            dues[name] = (answers, due_time(answers))
    return {name: each._replace(due=dues[name][1]) for name, each in scheduled.items()}


OUTCOMES: Final = (RIGHT, HINTED, MISSED, SHOWN)


def due_time(reviews: Iterable[tuple[str, int]]) -> int:
    """When a position comes back after these answers, each an outcome and its Unix time, in order."""
    from fsrs import Card, Rating, Scheduler  # 80 ms, and most screens need no schedule

    ratings = {RIGHT: Rating.Good, HINTED: Rating.Hard, MISSED: Rating.Again, SHOWN: Rating.Again}
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), maximum_interval=MAX_DAYS, enable_fuzzing=False)
    card = Card(card_id=1)
    for outcome, at in reviews:
        card, _ = scheduler.review_card(card, ratings[outcome], datetime.fromtimestamp(at, UTC))
    return int(card.due.timestamp())


def days_until(due: int, now: float) -> int:
    """The days until a position comes back; 0 if it is due."""
    return max(0, due // DAY - int(now) // DAY)


def days_text(days: int) -> str:
    """ "today", "tomorrow", "in 4 days"."""
    return ("today", "tomorrow")[days] if days < 2 else f"in {days} days"


def comes_back_text(due: int, now: float) -> str:
    """ "It comes back in 4 days." """
    return f"It comes back {days_text(days_until(due, now))}."
