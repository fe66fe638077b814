"""The first line of the table and its last: where the game stands, and the keys that work now."""

from rich.cells import cell_len

from vok_tui.panes.grid import Brush, Thing
from vok_tui.panes.scene import Scene
from vok_tui.panes.text import fit


def paint(brush: Brush, scene: Scene, title: str, where: str) -> None:
    """The game, the turn and whose it is; at the right who thinks and how far that has come, and whether something unseen was
    taken back."""
    brush.fill("sand", "on-deep")
    end = brush.width - 1
    if scene.peeked:
        end = brush.right(0, " peeked ", "ink", "on-gold", end=end) - 1
    if scene.thinking:
        room = end - 2 - cell_len(title) - 2 - cell_len(where) - 2
        text = next((text for text in thoughts(scene) if cell_len(text) <= room), "")
        text = text or fit(thoughts(scene)[-1], brush.width // 3, scene.signs.more)
        end = brush.right(0, text, "gold", "on-deep", end=end) - 1
    x = brush.write(1, 0, title, "gold", "on-deep", "bold") + 2
    brush.write(x, 0, fit(where, end - x, scene.signs.more), "sand", "on-deep")


def thoughts(scene: Scene) -> list[str]:
    """Who thinks, for how long, and after how many simulations: the longest wording first."""
    who, far = scene.thinking, scene.progress
    if far is None:
        return [f"{who} is thinking", f"{who} thinks"]
    seconds = f"{far.seconds:.{0 if far.seconds >= 10 else 1}f} s"
    briefest = f"thinking: {seconds}"
    if not far.simulations:
        return [f"{who} is {briefest}", briefest]
    so_far = f"{far.simulations:,} simulations, {seconds}"
    return [f"{who} is thinking: {so_far}", f"{who}: {so_far}", so_far, briefest]


def footer(brush: Brush, scene: Scene) -> None:
    """The keys that work now; a click does the same."""
    x = 1
    for i, (key, label, _) in enumerate(scene.footer):
        width = cell_len(key) + 1 + cell_len(label)
        if x + width >= brush.width:
            break
        part = brush.part(x, 0, width, 1)
        part.spot(Thing("key", i))
        at = part.write(0, 0, key, "lapis", "bold") + 1
        part.write(at, 0, label, "dune")
        x += width + 2
