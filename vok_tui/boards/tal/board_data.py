"""The board of Tal der Koenige as data: shown on the command line, exported as TOML, checked, and played with."""

from typing import Any, Final

from engine.core.cells.wording import plural
from engine.core.errors import BadCatalogue
from engine.tal.data.board import CLASSES, FIRST_AREA, SMALL_SITES, BoardPlan
from engine.tal.data.board_text import read_plan, write_plan
from vok_tui.boards.piece_names import find_pieces
from vok_tui.boards.table_kit import DataReport

SOURCE: Final = "reconstructed"
NAME_COLUMNS: Final = 20
HEAD: Final = """\
# The board of Tal der Koenige. The rulebook shows most of it only in pictures. What no rule says is
# reconstructed and marked.
# Correct it from your own box, and play with --cards FILE.
#
# small, large: what a complete pyramid of one colour, in layers of one colour each, or mixed is worth.
# borders: the areas that each area borders; both areas list each other.
# site: its red suns (0, 2 or 3), and the area beside each of its spaces, from A on.

"""


class TalBoardData:
    """The board that comes with the game, or one that a player has written."""

    def checked_setup_data(self, file_text: str) -> str:
        return write_plan(read_plan(file_text))

    def unplayable_reasons(self, setup_data: str) -> list[str]:
        del setup_data  # every board that can be read can be played
        return []

    def export(self, edition: str, data_text: str) -> str:
        del edition
        return HEAD + write_plan(read_plan(data_text), mark_reconstructed=not data_text)

    def check(self, file_text: str) -> DataReport:
        try:
            plan = read_plan(file_text)
        except BadCatalogue as fault:
            return DataReport((str(fault),))
        return DataReport((), summary=f"{plural(len(plan.sites), 'site')} and {plural(len(plan.borders), 'area')}")

    def table_text(self, edition: str, data_text: str) -> str:
        del edition
        return "\n".join(
            [f"{piece['name']:<{NAME_COLUMNS}} {piece['text']}" for piece in pieces_of(read_plan(data_text))]
        )

    def details_of(self, piece_name: str, edition: str, data_text: str) -> str:
        found = self.dicts_of(piece_name, edition, data_text)
        return "\n\n".join([f"{piece['name']}\n{piece['text']}\n{SOURCE}" for piece in found])

    def dicts_of(self, piece_name: str, edition: str, data_text: str) -> list[dict[str, Any]]:
        del edition
        return find_pieces(piece_name, pieces_of(read_plan(data_text)), "part of the board")


def pieces_of(plan: BoardPlan) -> list[dict[str, Any]]:
    """All pyramids, sites and areas. None is `printed`: the rulebook names a few connections, and shows the rest in pictures."""
    pieces: list[dict[str, Any]] = []
    for size, values in (("small", plan.small_values), ("large", plan.large_values)):
        words = [f"{plural(value, 'point')} {kind}" for value, kind in zip(values, CLASSES, strict=True)]
        pieces.append({"name": f"{size} pyramid", "type": "pyramid", "text": ", ".join(words)})
    for number, site in enumerate(plan.sites, 1):
        size = "small" if number <= SMALL_SITES else "large"
        suns = f", {plural(site.suns, 'red sun')}" if site.suns else ""
        areas = ", ".join([str(area) for area in sorted(set(site.adjoins))])
        pieces.append({"name": f"site {number}", "type": "site", "text": f"{size}{suns}, beside area {areas}"})
    for area, neighbours in enumerate(plan.borders, FIRST_AREA):
        borders = ", ".join([str(neighbour) for neighbour in sorted(neighbours)])
        pieces.append({"name": f"area {area}", "type": "area", "text": f"borders {borders}"})
    return [piece | {"printed": False} for piece in pieces]
