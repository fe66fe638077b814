"""The ways in which terminals report keys and the mouse, brought to the one that Textual 8 understands.

Keys come in three ways: as characters and the sequences of old terminals; by the protocol of kitty, which the program asks for;
and by the "other keys" of xterm, which some terminals use unasked. Textual's parser knows the first. Of the second it knows
less than terminals send (https://sw.kovidgoyal.net/kitty/keyboard-protocol/), which is mended here:

- A lock or a modifier that is pressed alone may come with the text of the key before. Textual types that text.
- The signs of the keypad have names of their own, so no binding knows them.
- With Ctrl, a keyboard without Latin letters reports its own letter. Programs expect the letter at that place.
- Alternate keys, and whether a key is pressed, repeated or released, raise an error.

In a mouse report, Textual ignores the bit of the side buttons, so that they click. It takes any report of the window's size as
the promise that the mouse counts pixels; so the program asks for neither.
"""

import re
from typing import Final

from vok_tui.shared.key_names import KEYS_BY_PLACE

# number : shifted : at this place on a US keyboard ; modifiers : event ; text
KITTY_KEY: Final = re.compile(
    r"\x1b\[(\d{1,7})?(?::(\d{0,7}))?(?::(\d{0,7}))?(?:;(\d{0,4})(?::(\d))?)?(?:;([\d:]*))?([u~ABCDEFHPQRS])"
)
OTHER_KEY: Final = re.compile(r"\x1b\[27;(\d{1,4});(\d{1,7})~")  # modifiers, number
MOUSE_BUTTON: Final = re.compile(r"\x1b\[<(\d{1,5});")
WINDOW_SIZE: Final = re.compile(r"\x1b\[(48;[\d:;]*t|\?2048;\d\$y)")  # in band, and whether that can be had
SHIFT, ALT, CTRL, CAPS_LOCK, NUM_LOCK = 1, 2, 4, 64, 128  # bits of the modifiers, less one
RELEASED: Final = "3"
SIDE_BUTTON: Final = 128  # bit of a mouse button
FIRST_FUNCTION_KEY: Final = 57344  # keys that no character names are numbers of a private area of Unicode
LAST_FUNCTION_KEY: Final = 63743
F13, F35, KEYPAD_0, KEYPAD_DELETE = 57376, 57398, 57399, 57426
KEYPAD_SIGNS: Final = {57409: ".", 57410: "/", 57411: "*", 57412: "-", 57413: "+", 57415: "=", 57416: ","}
MAX_CHARACTER: Final = 0x10FFFF


def known_report(report: str) -> str:
    """The form of a whole report that Textual's parser knows; "" for one that must do nothing."""
    if report.startswith("\x1b[<"):
        button = MOUSE_BUTTON.match(report)
        return "" if button is not None and int(button[1]) & SIDE_BUTTON else report
    if other := OTHER_KEY.fullmatch(report):
        return _key(int(other[2]), 0, 0, int(other[1]), "", "u")
    key = KITTY_KEY.fullmatch(report)
    if key is None:
        return "" if WINDOW_SIZE.fullmatch(report) else report
    number, shifted, placed, modifiers, event, text, end = key.groups(default="")
    if event == RELEASED:
        return ""
    if end != "u":
        return f"\x1b[{number};{modifiers}{end}" if event else report
    return _key(int(number or 1), int(shifted or 0), int(placed or 0), int(modifiers or 1), text, end)


def _key(number: int, shifted: int, placed: int, modifiers: int, text: str, end: str) -> str:
    held = modifiers - 1 if modifiers else 0
    if sign := KEYPAD_SIGNS.get(number):
        number, text = ord(sign), str(ord(sign))
    elif FIRST_FUNCTION_KEY <= number <= LAST_FUNCTION_KEY:
        is_typed = F13 <= number <= F35 or KEYPAD_0 <= number <= KEYPAD_DELETE
        return f"\x1b[{number};{modifiers}{end}" if is_typed else ""
    if number > MAX_CHARACTER:
        return ""
    if held & ~(SHIFT | CAPS_LOCK | NUM_LOCK):
        if held & CTRL and number > 0x7F:
            number = placed or _at_its_place(number)
    elif not text and chr(number).isprintable() and number != ord(" "):
        text = str(shifted or ord(_shifted(chr(number), held)))
    return f"\x1b[{number};{modifiers};{text}{end}" if text else f"\x1b[{number};{modifiers}{end}"


def _at_its_place(number: int) -> int:
    """The character at the place of a letter on a US keyboard; itself if no keyboard is known that has it."""
    letter = chr(number)
    return next((ord(keys[letter]) for keys in KEYS_BY_PLACE.values() if letter in keys), number)


def _shifted(char: str, held: int) -> str:
    """A letter as it is typed with Shift or Caps Lock. Other characters depend on the keyboard."""
    is_upper = bool(held & SHIFT) != bool(held & CAPS_LOCK)
    return char.upper() if is_upper and len(char.upper()) == 1 else char
