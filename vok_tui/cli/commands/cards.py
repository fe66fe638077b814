"""`vok cards`: prints the cards of a game, and which of their fields are printed or reconstructed.

`vok cards export` prints them as TOML for correction; `vok cards check FILE` lists the faults of such a file. `vok cards own`
asks what is printed on the cards of the player's own box, which new games then use.
"""

import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vok_tui.cli import game_options
from vok_tui.shared.errors import CommandError, ExitCode, UsageError
from vok_tui.shared.parser import Parser, one_of

if TYPE_CHECKING:
    from vok_tui.boards.data_report import ReplaceableData
    from vok_tui.boards.own_data import OwnData


def add_arguments(parser: Parser) -> None:
    editions = [edition.name for edition in game_options.add_game_argument(parser).game.editions()]
    parser.add_argument(
        "name",
        metavar="NAME",
        nargs="*",
        help="a card or a set, or the beginning of its name. The word export writes all cards as TOML instead; check FILE lists "
        "every fault of such a file and ends with exit code 1 if there is one. own asks, card by card, what is printed on "
        "yours, and goes on there the next time; own show says what differs; own NAME, as in own shabti gold 2, enters one card",
    )
    parser.add_argument(
        "--edition",
        metavar="E",
        type=one_of("edition", lambda: editions),
        help="only the cards of this edition (default: all)",
    )
    parser.add_argument("--cards", metavar="FILE", type=Path, help="the cards of this file (default: those of Vok)")
    parser.add_json("print a JSON list")


def run(args: Namespace) -> int:
    from engine.core.errors import BadCatalogue

    data = game_options.table_kit_named(args.game).data
    if data is None:
        raise UsageError("cards: this game has no cards to list")
    if args.name[:1] == ["check"]:
        return print_file_faults(data, args.name[1:])
    if args.name[:1] == ["own"]:
        return enter_own_cards(args.game, args.name[1:], as_json=args.json)
    custom_cards = game_options.read_custom_cards(args.game, args.cards) if args.cards else ""
    name, edition = " ".join(args.name), args.edition or ""
    try:
        if name == "export":
            print(data.export(edition, custom_cards), end="")
        elif args.json:
            print(json.dumps(data.dicts_of(name, edition, custom_cards), indent=2))
        elif name:
            print(data.details_of(name, edition, custom_cards))
        else:
            print(data.table_text(edition, custom_cards))
    except BadCatalogue as refused:
        raise UsageError(str(refused)) from None
    return ExitCode.OK


def print_file_faults(data: "ReplaceableData", words: list[str]) -> int:
    """Print the faults of a file. Returns exit code 1 if there are any. Raises CommandError for an unreadable file."""
    from engine.core.wording import plural
    from saves.clean_text import visible

    if len(words) != 1:
        raise UsageError("cards check takes one FILE, as vok cards export has written it")
    text, name = game_options.read_cards_text(Path(words[0])), visible(words[0])
    report = data.check(text)
    for fault in report.faults or report.doubts:
        print(fault)
    if report.faults:
        more = ", and perhaps more" if report.is_truncated else ""
        print(f"{plural(len(report.faults), 'fault')} in {name}{more}")
        return ExitCode.FAILED
    print(f"{name} can be played with: {report.summary}")
    return ExitCode.OK


HOW_TO_ENTER: Final = (
    "Type what is printed on yours, as in: gold 2 cost 3. An empty line: all is as shown. s skips a card, b goes back, q stops; "
    "you can go on later. A ? marks what no public source prints."
)


def enter_own_cards(game: str, words: list[str], *, as_json: bool) -> int:
    """Enter the cards of the player's box, or say what was entered. Raises CommandError."""
    from saves import vok_home
    from vok_tui.boards.own_data import BadValue, OwnData

    try:
        own = OwnData(game, vok_home())
        if words[:1] == ["show"] or as_json:
            show_own_cards(own, as_json=as_json)
        elif words:
            number, values = find_card_and_values(own, words)
            print(*own.enter(number, values), sep="\n", end="")
            own.save()
            print(f"{own.pieces[number].title}: {own.pieces[number].line}")
        else:
            ask_card_by_card(own)
            show_own_cards(own, as_json=False)
    except BadValue as refused:
        raise UsageError(f"cards own: {refused}") from None
    except OSError as error:
        raise CommandError(f"cards own: {own.not_written(error)[:-1]}") from None
    return ExitCode.OK


def find_card_and_values(own: "OwnData", words: list[str]) -> tuple[int, str]:
    """The card that the first words name, as many as possible, and the rest of the words. Raises BadValue."""
    from vok_tui.boards.own_data import BadValue

    for count in range(len(words), 0, -1):
        try:
            return own.find(" ".join(words[:count])), " ".join(words[count:])
        except BadValue:
            if count == 1:
                raise
    raise AssertionError("no words")


def ask_card_by_card(own: "OwnData") -> None:
    """Ask for each card with an open value, the first one first, until the input ends or the player stops. Each answer is on disk
    before the next question. Raises OSError."""
    from vok_tui.boards.own_data import BadValue

    print(HOW_TO_ENTER)
    number = own.first_open
    while number < len(own.pieces):
        piece = own.pieces[number]
        print(f"{number + 1} of {len(own.pieces)}  {piece.label} ({piece.kind}): {piece.line}")
        try:
            typed = input("> ").strip()
        except EOFError:
            print()
            return
        if typed in ("q", "quit"):
            return
        if typed in ("s", "b"):
            number = max(0, number + (1 if typed == "s" else -1))
            continue
        try:
            faults = own.enter(number, typed)
        except BadValue as refused:
            print(f"{refused}.")
            continue
        own.save()
        if faults:
            print(f"Kept. To be settled by other cards: {faults[0]}")
        number += 1


def show_own_cards(own: "OwnData", *, as_json: bool) -> None:
    """Print how much was entered, the fingerprint, what differs, and what is still wrong."""
    if as_json:
        done = sum([not piece.open for piece in own.pieces])
        fields = {"game": own.game, "entered": done, "pieces": len(own.pieces), "fingerprint": own.fingerprint}
        print(json.dumps({**fields, "differences": own.differences, "faults": own.faults}, indent=2))
    else:
        print(*own.standing, sep="\n")
