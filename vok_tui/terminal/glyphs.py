"""Replaces each non-ASCII character by ASCII of the same width, for terminals that show only ASCII.

The driver applies it to all output, so it covers panes and frames drawn by Textual without their help.
"""

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

ASCII_STAND_INS: Final = {
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
_TABLE: Final = {char: stand_in for chars, stand_in in ASCII_STAND_INS.items() for char in chars}


def to_ascii(text: str) -> str:
    """`text` in ASCII, with the width of each character kept. Escape sequences are ASCII and stay as they are."""
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
