"""Names of keys: which keys a terminal can send, and how they are shown to players.

The names are those of Textual. Textual is not imported, so that a config.toml can be checked quickly.
"""

import string
import unicodedata
from collections.abc import Mapping
from typing import Final

TEXTUAL_NAMES: Final = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}


def _key_name(char: str) -> str:
    """The name of a character, as in "question_mark" for ?; a letter or a digit is its own name."""
    if char.isalnum():
        return char
    name = unicodedata.name(char).lower().replace("-", "_").replace(" ", "_")
    return TEXTUAL_NAMES.get(name, name)


PUNCTUATION: Final = {_key_name(sign): sign for sign in string.punctuation}
SPECIAL_KEYS: Final = frozenset(
    ["enter", "escape", "space", "tab", "backspace", "insert", "delete", "home", "end", "pageup", "pagedown"]
    + ["up", "down", "left", "right"]
    + [f"f{number}" for number in range(1, 25)]
)
MODIFIERS: Final = frozenset(["alt", "ctrl", "shift", "super"])
SAME_KEY: Final = {"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+left_square_bracket": "escape", "ctrl+h": "backspace"}
"""Keys that a terminal cannot distinguish from another key, and the name of the other key."""
DISPLAY_NAMES: Final = {
    "escape": "Esc",
    "delete": "Del",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}
LATIN_KEYS: Final = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`" + 'QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~'
KEYS_BY_PLACE: Final[Mapping[str, Mapping[str, str]]] = {
    "cyrillic": {
        **dict(zip("йцукенгшщзхъфывапролджэячсмитьбюёЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ", LATIN_KEYS, strict=True)),
        **dict(zip("іїєґўІЇЄҐЎ", "s]'\\oS}\"|O", strict=True)),  # Ukrainian and Belarusian
    },
    "greek": {
        **dict(zip("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm", strict=True)),
        **dict(zip("ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ", "ERTYUIOPASDFGHJKLZXCVBNM", strict=True)),
    },
}
"""By layout: the letters of a keyboard without Latin letters, each with the character at its place on a US keyboard."""
AZERTY_LETTERS: Final = "éèçà"  # on the digit keys of an AZERTY keyboard
SUGGESTED_KEYS: Final = (*sorted(SPECIAL_KEYS), *PUNCTUATION, *(f"ctrl+{letter}" for letter in string.ascii_lowercase))


def canonical_key(word: str) -> str:
    """The name that Textual reports for a key: "question_mark" for `?`, "tab" for "ctrl+i"; "" if no terminal sends it."""
    word = word.strip()
    if len(word) == 1:
        return _key_name(word) if word.isprintable() else ""
    *modifiers, key = word.split("+")
    if key in PUNCTUATION.values():
        key = _key_name(key)
    if not MODIFIERS.issuperset(modifiers) or len(set(modifiers)) < len(modifiers):
        return ""
    is_character = key in PUNCTUATION or (len(key) == 1 and key.isalnum() and key == key.lower())
    if not is_character and key not in SPECIAL_KEYS:
        return ""
    if is_character and modifiers == ["shift"]:  # the terminal sends the capital letter or another character instead
        return ""
    name = "+".join([*sorted(modifiers), key])
    return SAME_KEY.get(name, name)


def is_latin(letter: str) -> bool:
    """Whether a letter is a Latin one, such as é."""
    return unicodedata.name(letter, "").startswith("LATIN")


def layout_with_letter(letter: str) -> str:
    """The layout that gives a meaning to a letter which is no key otherwise; "" if there is none."""
    if letter in AZERTY_LETTERS:
        return "azerty"
    return next((layout for layout, keys in KEYS_BY_PLACE.items() if letter in keys), "")


def key_label(name: str) -> str:
    """The label of a key as players see it: "Esc", "^P", "?"."""
    name = name.strip()
    if name in PUNCTUATION:
        return PUNCTUATION[name]
    if name in DISPLAY_NAMES:
        return DISPLAY_NAMES[name]
    if name.startswith("ctrl+"):
        return f"^{name.removeprefix('ctrl+').upper()}"
    if name.startswith("f") and name[1:].isdigit():
        return name.upper()
    if name.startswith("shift+"):
        return f"Shift+{key_label(name.removeprefix('shift+'))}"
    return name if len(name) == 1 else name.capitalize()
