"""`vok train`: let the opponents learn what a position is worth, from games against themselves. The same command line learns the
same weights, to the last digit. Ctrl-C keeps what was learned; with --state the same line again goes on."""

import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vok_tui.commands.parser import Parser, whole
from vok_tui.commands.progress import Line
from vok_tui.errors import Refused, UsageError
from vok_tui.exits import Exit

if TYPE_CHECKING:
    from ai.course import Course

MOST_GAMES: Final = 10_000_000
MOST_SEED: Final = (1 << 62) - 1
KEEP: Final = 30.0  # seconds between two states on disk
VALUE: Final = (
    "where the learned value goes; laid into the folder ai/weights of a checkout it is what the opponents go by wherever these "
    "cards are played by so many"
)


def fill(parser: Parser) -> None:
    parser.add_argument("value", metavar="FILE", type=Path, help=VALUE)
    parser.add_argument(
        "--edition",
        metavar="E",
        default="base",
        help="which cards are learned: base (default), afterlife, both, or mixed, where each game has some of all",
    )
    parser.add_argument(
        "--players", metavar="N", type=whole("the number of players", 2, 6), default=2, help="in each game; 2"
    )
    fill_course(parser)
    parser.add_argument(
        "--from",
        metavar="FILE",
        dest="before",
        type=Path,
        help="begin with what that value has learned of cards with these names; a short course does where a card was corrected",
    )
    parser.add_argument("--seed", metavar="S", type=whole("a seed", 0, MOST_SEED), default=1, help="of the games; 1")
    parser.add_argument("--state", metavar="FILE", type=Path, help="keep the course there; the same line again goes on")


def fill_course(parser: Parser) -> None:
    """How they learn: from which games, how quickly, and into what."""
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole("the number of games", 0, MOST_GAMES),
        default=20_000,
        help="against itself; 20000",
    )
    parser.add_argument(
        "--simulations",
        metavar="N",
        type=whole("the number of simulations", 0, 1_000_000),
        default=0,
        help="that the players spend on a decision; 0 goes by the value alone, and is quickest",
    )
    parser.add_argument(
        "--lambda",
        metavar="X",
        dest="fade",
        type=share("lambda"),
        default=0.97,
        help="from 0 to 1: how much the end of a game counts for what was long before; 0.97",
    )
    parser.add_argument(
        "--rate", metavar="X", type=share("the rate"), default=0.01, help="size of the first steps; 0.01"
    )
    parser.add_argument(
        "--hidden",
        metavar="N",
        type=whole("the number of hidden units", 0, 256),
        default=0,
        help="units between the numbers and the value; 0 weighs the numbers alone",
    )
    parser.add_argument(
        "--company",
        metavar="N",
        type=whole("the number of games in company", 0, MOST_GAMES),
        default=0,
        help="so many games more, in which scribes sit at about half of the seats and the others think with 30 simulations; 0",
    )


def share(what: str) -> Callable[[str], float]:
    """A reader of numbers from 0 to 1."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if not 0 <= number <= 1:
            raise ArgumentTypeError(f'{what} is a number from 0 to 1, not "{text}"')
        return number

    return read


def run(args: Namespace) -> int:
    from ai.course import BadCourse
    from ai.values import BadValue
    from engine.core.errors import BadSetup

    try:
        course = course_of(args)
    except (BadSetup, BadCourse, BadValue) as refused:
        raise UsageError(f"train: {refused}") from None
    progress = Progress(course)
    stopped = False
    try:
        study(args, course, progress)
    except KeyboardInterrupt:
        stopped = True
    finally:
        progress.line.wipe()
    try:
        keep(args, course)
    except OSError as fault:
        raise Refused(f"what was learned could not be written: {fault.strerror} ({fault.filename})") from None
    from saves.names import plural, visible

    print(
        f"{plural(course.done, 'game')}, {plural(course.positions, 'position')}; the value lies in {visible(str(args.value))}"
    )
    if stopped:
        more = "the same line goes on" if args.state else "with --state FILE it could be gone on with"
        print(f"stopped before {course.games} games; {more}")
    return Exit.WELL


def course_of(args: Namespace) -> "Course":
    """The course, as far as it has come. Raises BadSetup, BadCourse, BadValue, UsageError and Refused."""
    from ai import files
    from ai.course import Course
    from engine import GAMES

    if args.games + args.company == 0:
        raise UsageError("train: with --games 0 and --company 0 there is nothing to learn from")
    for path in (args.value, args.state):
        if path is not None:
            must_be_writable(path)
    course = Course(
        GAMES["valley"],
        args.edition,
        args.players,
        args.games,
        args.simulations,
        args.fade,
        args.rate,
        args.seed,
        args.hidden,
        args.company,
    )
    path = args.before
    try:
        if args.before is not None:
            course.begin_with(files.read_text(args.before, files.MAX_LEARNED_BYTES))
        path = args.state
        if args.state is not None and args.state.exists():
            course.load(args.state)
    except files.BadFile as bad:
        raise Refused(f"{path} could not be read: {bad}") from None
    return course


def must_be_writable(path: Path) -> None:
    """Raises UsageError or Refused for a file that could not be written: better now than after hours of learning."""
    from ai import files

    folder = path.absolute().parent
    if not folder.is_dir():
        raise UsageError(f"train: there is no folder {folder} to write {path.name} into")
    if path.is_dir():
        raise UsageError(f"train: {path} is a folder; name a file in it")
    trial = path.with_name(f"{path.name}.new")
    try:
        files.must_be_ordinary(path)
        trial.touch()
        trial.unlink()
    except files.BadFile as bad:
        raise Refused(f"{path} cannot be written: {bad}") from None
    except OSError as fault:
        raise Refused(f"{path} cannot be written: {fault.strerror}") from None


def study(args: Namespace, course: "Course", progress: "Progress") -> None:
    kept = time.monotonic()
    for _ in course.run():
        progress.show()
        if args.state is not None and time.monotonic() - kept > KEEP:
            course.save(args.state)
            kept = time.monotonic()


def keep(args: Namespace, course: "Course") -> None:
    """Write the value, and the course if it is wanted. Raises OSError."""
    from ai.values import write_value

    made = {**course.facts, "done": course.done, "positions": course.positions}
    write_value(args.value, course.cards, course.weights(), made)
    if args.state is not None:
        course.save(args.state)


class Progress:
    """How a course goes on, in one line."""

    def __init__(self, course: "Course") -> None:
        self._course: Final = course
        self.line: Final = Line()
        self._began: Final = time.monotonic()
        self._first: Final = course.done

    def show(self) -> None:
        course = self._course
        pace = (course.done - self._first) / max(time.monotonic() - self._began, 1e-3)
        left = (course.games - course.done) / pace if pace else 0.0
        self.line.write(
            f"{course.done}/{course.games} games  {course.positions} positions  wrong by {course.error**0.5:.3f}  "
            f"{pace:.1f} games/s  {left:.0f} s left"
        )
