"""The status line at the top of the table and the footer at the bottom."""

from rich.cells import cell_len

from vok_tui.panes.grid import Brush, Target
from vok_tui.panes.scene import Scene
from vok_tui.panes.text import fit


def paint_status(brush: Brush, scene: Scene, title: str, where: str) -> None:
    """Paint the status line: the game, the turn and its player; at the right the progress of a thinking opponent, and
    "peeked"."""
    brush.fill("sand", "on-deep")
    end = brush.width - 1
    if scene.peeked:
        end = brush.write_right(0, " peeked ", "ink", "on-gold", end=end) - 1
    if scene.thinking_name:
        room = end - 2 - cell_len(title) - 2 - cell_len(where) - 2
        text = next((text for text in thinking_texts(scene) if cell_len(text) <= room), "")
        text = text or fit(thinking_texts(scene)[-1], brush.width // 3, scene.signs.more)
        end = brush.write_right(0, text, "gold", "on-deep", end=end) - 1
    x = brush.write(1, 0, title, "gold", "on-deep", "bold") + 2
    brush.write(x, 0, fit(where, end - x, scene.signs.more), "sand", "on-deep")


def thinking_texts(scene: Scene) -> list[str]:
    """Who is thinking, for how long, and the number of simulations, in several wordings, longest first."""
    who, progress = scene.thinking_name, scene.progress
    if progress is None:
        return [f"{who} is thinking", f"{who} thinks"]
    seconds = f"{progress.seconds:.{0 if progress.seconds >= 10 else 1}f} s"
    shortest = f"thinking: {seconds}"
    if not progress.simulations:
        return [f"{who} is {shortest}", shortest]
    so_far = f"{progress.simulations:,} simulations, {seconds}"
    return [f"{who} is thinking: {so_far}", f"{who}: {so_far}", so_far, shortest]


def paint_footer(brush: Brush, scene: Scene) -> None:
    """Paint the keys that work now; they can also be clicked."""
    x = 1
    for i, (key, label, _) in enumerate(scene.footer):
        width = cell_len(key) + 1 + cell_len(label)
        if x + width >= brush.width:
            break
        part = brush.sub_brush(x, 0, width, 1)
        part.add_target(Target("key", i))
        at = part.write(0, 0, key, "lapis", "bold") + 1
        part.write(at, 0, label, "dune")
        x += width + 2
