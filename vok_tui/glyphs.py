"""ASCII in place of every other character, cell for cell, for a terminal that shows no more.

It is done on the way out, to all that is sent, so that no pane has to think of it and no frame of Textual is forgotten.
"""

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

STAND_INS: Final = {
    "─━═╌╍┄┅┈┉╴╶╸╺⎯–—−‐‑": "-",
    "│┃║╎╏┆┇┊┋╵╷╹╻▏▕▎▍▌▐❘": "|",
    "┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╯╰┏┓┗┛┣┫┳┻╋": "+",
    "╱⟋▟▛◢◤": "/",
    "╲⟍▙▜◣◥": "\\",
    "█▉▊▋▓▒": "#",
    "░": ":",
    "▀▔▘▝": "-",
    "▄▁▂▃▖▗▅▆▇": "_",
    "■▪◼◾▮◉●•∙◆⬤★☥𓂀✦♦❖": "*",
    "□▫◻◇○◯☆·⋅⋯": ".",
    "▲△▴↑⇧⌃": "^",
    "▼▽▾↓⇩⌄": "v",
    "◀◁◂←⇐‹⟨«": "<",
    "▶▷▸►→⇒›⟩»": ">",
    "✓✔☑": "y",
    "✗✘×☒✕": "x",
    "‘’‚′": "'",
    "“”„″": '"',
    "…": "~",
    "²": "2",
    "⏎↵": "<",
    "☼": "V",
    "☾": "A",
    "\u00a0\u2007\u202f": " ",
}
_TABLE: Final = {char: stand_in for chars, stand_in in STAND_INS.items() for char in chars}


def plain(text: str) -> str:
    """`text` in ASCII, each character as wide as before. Escape sequences pass, for they are ASCII."""
    if text.isascii():
        return text
    return "".join(char if char.isascii() else _stand_in(char) for char in text)


@lru_cache(2048)
def _stand_in(char: str) -> str:
    width = cell_len(char)
    if char in _TABLE:
        return _TABLE[char].ljust(width)
    letter = unicodedata.normalize("NFKD", char)[0]  # é is e and an accent
    return (letter if letter.isascii() and letter.isprintable() else "?" * min(width, 1)).ljust(width)
