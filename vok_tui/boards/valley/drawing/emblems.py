"""The emblems of sets, unique artifacts and starters: eight columns by four lines of braille, or at most five by three in ASCII.
They are our own drawings."""

from typing import Final

from engine.valley.catalogue.card import STARTER
from engine.valley.view import Face
from vok_tui.boards.valley.names import ink_of_set
from vok_tui.panes.card_frame import Emblem

OTHER_SET: Final = "unique"  # an unknown set has the emblem of this one
DRAWINGS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "sarcophagi": (
        (" ⢀⡞⠍⠩⢳⡀ ", "⢰⢋⡳⠬⠥⢞⡙⡆", "⠸⡄⠨⢕⡪⠅⢠⠇", " ⠹⣄⣘⣃⣠⠏ "),
        (" /^\\ ", "|)X(|", " \\_/ "),
    ),
    "canopic jars": (
        ("  ⡷⢴⡦⢾  ", "  ⠙⠯⠽⠋  ", "⢰⣿⣿⡟⢻⣿⣿⡆", " ⠻⣿⣷⣾⣿⠟ "),
        (" ^_^ ", "(   )", " \\_/ "),
    ),
    "amulets": (
        (" ⢠⡾⠛⠛⢷⡄ ", " ⠘⠷⣄⣠⠾⠃ ", "⠘⠛⠛⣿⣿⠛⠛⠃", "  ⢠⣿⣿⡄  "),
        ("  O  ", "--+--", "  |  "),
    ),
    "books": (
        ("⠺⡿⠿⠿⠿⠿⢿⠗", " ⡇⠭⠌⠌⠭⢸ ", " ⡇⠥⠭⠨⠩⢸ ", "⠺⠿⠿⠿⠿⠿⠿⠗"),
        ("(===)", " |=| ", "(===)"),
    ),
    "statues": (
        ("⢀⣀⣼⡦⣷⡄  ", "⠉⠉⢳⣿⣿⣧⡀ ", "  ⢸⡟⣿⣿⣿ ", "⣤⣤⣾⣧⣿⣿⣿⣤"),
        (" ^^  ", "<_)  ", " |_\\_"),
    ),
    "mummification": (
        ("⢠⢶⣦⠠⣤⠤⣤⡀", "⠘⠿⠟⠬⠷⠬⠷⠃", "⢻⡟⠛⠛⠛⠛⢻⡟", "⠨⠿    ⠿⠅"),
        ("o/#/=", "=====", "|   |"),
    ),
    "jewelry": (
        ("⣟⡆    ⢰⣻", "⢱⣻⡄  ⢠⣟⡎", " ⠳⣻⢦⡴⣟⠞ ", "  ⠔⢽⡯⠢  "),
        ("(   )", " \\o/ ", "  V  "),
    ),
    "chambers": (
        ("⢻⡿⠿⠿⠿⠿⢿⡟", "⢸⡇⣿⠛⠛⣿⢸⡇", "⢸⡇⣿  ⣿⢸⡇", "⣼⣧⣿⣤⣤⣿⣼⣧"),
        ("=====", "|[ ]|", "|[_]|"),
    ),
    "weapons": (
        ("   ⡏⠙⠳⣄ ", "⢤⣀⣀⣇⣀⣀⣹⡆", "⠚⠉⠉⡏⠉⠉⣹⠇", "   ⣇⣠⡴⠋ "),
        (" |\\  ", "-|-)>", " |/  "),
    ),
    "tomb art": (
        ("⡏⠉⡉⣩⣍⢉⠉⢹", "⡇⢦⡻⣿⣿⢟⡴⢸", "⡇⣀⠉⢻⡟⠉⣀⢸", "⣇⣈⣙⣺⣗⣋⣁⣸"),
        ("+---+", "|\\|/|", "+---+"),
    ),
    "unique": (
        ("   ⣼⣧   ", "⠲⢶⣾⠟⠻⣷⡶⠖", " ⢠⣿⣦⣴⣿⡄ ", "⢠⠿⠋⠁⠈⠙⠿⡄"),
        ("  A  ", "<-*->", " / \\ "),
    ),
    "Shabti": (
        ("  ⣞⣻⣟⣳  ", " ⣠⠽⣾⣷⠯⣄ ", " ⠻⣾⠨⠅⣷⠟ ", " ⢀⣿⣭⣭⣿⡀ "),
        (" o ", "/X\\", " V "),
    ),
    "Urn": (
        ("⢀⣀⠙⣿⣿⠋⣀⡀", "⠸⣌⣷⣿⣿⣾⣡⠇", " ⢸⣯⣭⣭⣽⡇ ", "  ⣙⣿⣿⣋  "),
        (" _=_ ", "{   }", " \\_/ "),
    ),
    "Box of Food": (
        ("⢠⣶⣦⠰⠆⣴⣶⡄", "⣤⣭⣵⣿⣿⣮⣭⣤", "⢸⡇⣒⢐⡂⣒⢸⡇", "⠸⣷⠶⠶⠶⠶⣾⠇"),
        (" o0o ", "[###]", "[###]"),
    ),
    "Offering Table": (
        (" ⣴⣿⣦ ⢴⡦ ", "⣤⣿⣿⣿⣴⣿⣿⣦", "   ⣸⣇   ", " ⣀⣴⣿⣿⣦⣀ "),
        (" o n ", "=====", " /_\\ "),
    ),
}
"""Braille and ASCII lines by the name of a set, or of a starter: each starter has its own emblem."""


def emblem_of(face: Face) -> Emblem:
    """The emblem of a card: that of its set; for a starter, its own."""
    name = face.name if face.set == STARTER else face.set.casefold()
    return Emblem(*(DRAWINGS.get(name) or DRAWINGS[OTHER_SET]), ink_of_set(face.set))
