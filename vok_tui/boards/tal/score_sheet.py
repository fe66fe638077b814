"""The score sheet of Tal der Koenige."""

from collections.abc import Sequence

from engine.core.wording import plural
from engine.tal.board import CLASSES
from engine.tal.view import TalView
from vok_tui.boards.table_kit import ScoreSheet, SheetRow, winners_sentence
from vok_tui.boards.tal.worth import block_count

NONE = "·"


def standing_rows(view: TalView) -> tuple[SheetRow, ...]:
    """The points, pyramids, sites, scarabs and blocks of each builder."""
    seats = range(len(view.seats))
    sites_by_seat = [[site for site in view.sites if site.owner == seat] for seat in seats]
    return (
        SheetRow("Points", tuple([str(builder.points) for builder in view.seats]), "bold"),
        SheetRow("Complete", tuple([str(sum(site.is_complete for site in sites)) for sites in sites_by_seat])),
        SheetRow("Sites", tuple([str(len(sites)) for sites in sites_by_seat])),
        SheetRow("Blocks on sites", tuple([str(sum(map(block_count, sites))) for sites in sites_by_seat])),
        SheetRow("Blocks held", tuple([str(len(builder.held_blocks)) for builder in view.seats])),
        SheetRow("Scarabs", tuple([str(builder.scarabs_left) for builder in view.seats])),
    )


def score_sheet(view: TalView, won: Sequence[bool], names: Sequence[str], your_seat: int) -> ScoreSheet:
    """The score sheet: a row for each size and class of pyramids, and one for the sites that were not completed."""
    seats = range(len(view.seats))
    rows = []
    for size, is_small in (("Large", False), ("Small", True)):
        for pyramid_class in CLASSES:
            cells = [pyramids_cell(view, seat, is_small, pyramid_class) for seat in seats]
            rows.append(SheetRow(f"{size}, {pyramid_class}", tuple(cells)))
    unfinished = [sum(site.owner == seat and not site.is_complete for site in view.sites) for seat in seats]
    rows.append(SheetRow("Not complete", tuple([str(count) if count else NONE for count in unfinished]), "$dune"))
    winners = ["You" if seat == your_seat else names[seat] for seat, has_won in enumerate(won) if has_won]
    best = max([builder.points for builder in view.seats])
    title = winners_sentence(winners, f" with {plural(best, 'point')}")
    totals = (SheetRow("Points", tuple([str(builder.points) for builder in view.seats]), "bold"),)
    return ScoreSheet(title, end_reason(view), tuple(won), tuple(rows), totals)


def pyramids_cell(view: TalView, seat: int, is_small: bool, pyramid_class: str) -> str:
    """A builder's pyramids of one size and class, and their points: "2×12 = 24"."""
    values = [
        site.value
        for site in view.sites
        if (site.owner, site.is_small, site.pyramid_class) == (seat, is_small, pyramid_class)
    ]
    return f"{len(values)}×{values[0]} = {sum(values):>2}" if values else NONE


def end_reason(view: TalView) -> str:
    """Why the game is over."""
    if view.pharaoh_count >= view.pharaoh_pyramid_size:
        return "The pharaoh's pyramid is complete."
    if all(site.is_complete for site in view.sites if site.in_game):
        return "All sites are complete."
    return "The bag no longer holds a full lot."
