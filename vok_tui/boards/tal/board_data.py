"""The board of Tal der Koenige as data: shown on the command line, exported as TOML, checked, and played with."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.errors import BadCatalogue
from engine.core.wording import plural
from engine.tal.board import CLASSES, FIRST_AREA, SMALL_SITES, BoardPlan
from engine.tal.board_text import VALUE_NAMES, read_plan, write_plan
from vok_tui.boards.data_report import DataReport, find_pieces, piece_details, pieces_table

HEAD: Final = """\
# The board of Tal der Koenige. The rulebook shows most of it only in pictures. What no rule says is
# reconstructed and marked.
# Correct it from your own box, and play with --cards FILE.
# The comment after each value says where it comes from. `printed` in a table lists the values that are printed so: add yours.
#
# small, large: what a complete pyramid of one colour, in layers of one colour each, or mixed is worth.
# borders: the areas that each area borders; both areas list each other.
# site: its red suns (0, 2 or 3), and the area beside each of its spaces, from A on.

"""


class TalBoardData:
    """The board that comes with the game, or one that a player has written."""

    typed_names: Mapping[str, str] = {"one_colour": "one-colour"}

    def said_value(self, field: str, value: str) -> str:
        words = {
            "one_colour": f"{value} points for a pyramid of one colour",
            "layered": f"{value} points if each layer has one colour",
            "mixed": f"{value} points if it is mixed",
            "suns": "no red sun" if value == "0" else f"{value} red suns",
            "adjoins": f"areas beside its spaces, from A on: {value}",
        }
        return words.get(field, f"area {field} borders {value}" if field.isdecimal() else f"{field} {value}")

    def kind_in_words(self, table: Mapping[str, Any]) -> str:
        return (
            "what a complete pyramid is worth" if "layered" in table else "a site" if "suns" in table else "the areas"
        )

    def checked_setup_data(self, file_text: str) -> str:
        return write_plan(read_plan(file_text))

    def unplayable_reasons(self, setup_data: str) -> list[str]:
        del setup_data  # every board that can be read can be played
        return []

    def export(self, edition: str, data_text: str) -> str:
        del edition
        return HEAD + write_plan(read_plan(data_text), with_comments=True)

    def check(self, file_text: str) -> DataReport:
        try:
            plan = read_plan(file_text)
        except BadCatalogue as fault:
            return DataReport((str(fault),))
        return DataReport((), summary=f"{plural(len(plan.sites), 'site')} and {plural(len(plan.borders), 'area')}")

    def table_text(self, edition: str, data_text: str) -> str:
        del edition
        return pieces_table(pieces_of(read_plan(data_text)), "tal")

    def details_of(self, piece_name: str, edition: str, data_text: str) -> str:
        return piece_details(self.dicts_of(piece_name, edition, data_text))

    def dicts_of(self, piece_name: str, edition: str, data_text: str) -> list[dict[str, Any]]:
        del edition
        return find_pieces(piece_name, pieces_of(read_plan(data_text)), "part of the board")


def pieces_of(plan: BoardPlan) -> list[dict[str, Any]]:
    """All pyramids, sites and areas: what the rules say about each in a sentence (`text`), its `values`, and the names of those
    that are `printed`."""
    pieces: list[dict[str, Any]] = []

    def add(kind: str, name: str, text: str, values: dict[str, str], printed: Sequence[str]) -> None:
        pieces.append({"name": name, "type": kind, "text": text, "values": values, "printed": list(printed)})

    for size, points, printed in (
        ("small", plan.small_values, plan.small_printed),
        ("large", plan.large_values, plan.large_printed),
    ):
        words = [f"{plural(value, 'point')} {kind}" for value, kind in zip(points, CLASSES, strict=True)]
        values = dict(zip(VALUE_NAMES, map(str, points), strict=True))
        add("pyramid", f"{size} pyramid", ", ".join(words), values, printed)
    for number, site in enumerate(plan.sites, 1):
        size = "small" if number <= SMALL_SITES else "large"
        suns = f", {plural(site.suns, 'red sun')}" if site.suns else ""
        areas = ", ".join([str(area) for area in sorted(set(site.adjoins))])
        values = {"suns": str(site.suns), "adjoins": " ".join(map(str, site.adjoins))}
        add("site", f"site {number}", f"{size}{suns}, beside area {areas}", values, site.printed)
    for area, neighbours in enumerate(plan.borders, FIRST_AREA):
        borders = [str(neighbour) for neighbour in sorted(neighbours)]
        printed = ("borders",) if str(area) in plan.borders_printed else ()
        add("area", f"area {area}", f"borders {', '.join(borders)}", {"borders": " ".join(borders)}, printed)
    return pieces
