"""Replaces each non-ASCII grapheme by ASCII of the same width, for terminals that show only ASCII.

The driver applies it to all output, so it covers panes and frames drawn by Textual without their help.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

from vok_tui.shared.graphemes import graphemes

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

_JOINED_OR_NOT_ASCII: Final = re.compile(r"[ -~]?[^\x00-\x7f]+")  # a letter before it may carry its accent


def to_ascii(text: str) -> str:
    """`text` in ASCII, with the width of each grapheme kept. Escape sequences are ASCII and stay as they are."""
    if text.isascii():
        return text
    return _JOINED_OR_NOT_ASCII.sub(lambda found: "".join(map(_stand_in, graphemes(found[0]))), text)


@lru_cache(2048)
def _stand_in(grapheme: str) -> str:
    if grapheme.isascii():
        return grapheme
    width = cell_len(grapheme)
    if grapheme in _TABLE:
        return _TABLE[grapheme].ljust(width)
    letter = unicodedata.normalize("NFKD", grapheme)[0]  # é is e and an accent
    return (letter if letter.isascii() and letter.isprintable() else "?" * min(width, 1)).ljust(width)
