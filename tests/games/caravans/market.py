"""An overlay of Caravans that lists the loads that were sold."""

from collections import Counter
from typing import Final

from tests.games.caravans.view import CaravansView
from vok_tui.painting.grid import Brush
from vok_tui.panes.overlay import Overlay, paint_scrolled_lines
from vok_tui.panes.scene import Board, Scene


def paint_market(brush: Brush, scene: Scene, board: Board) -> int:
    """The loads that were sold, latest last, and the number of each kind."""
    del board
    view: CaravansView = scene.view
    counts = ", ".join([f"{count} {name}" for name, count in Counter(view.sold).items()])
    lines = [f"Sold: {counts}", *[f"{number}. {name}" for number, name in enumerate(view.sold, 1)]]
    return paint_scrolled_lines(brush, scene, [(line, ("sand",)) for line in lines])


def nothing_sold(scene: Scene) -> str:
    """Why the market cannot be shown."""
    view: CaravansView = scene.view
    return "" if view.sold else "Nothing was sold yet."


MARKET: Final = Overlay("market", "S", "Sold", "what was sold", paint=paint_market, obstacle=nothing_sold)
