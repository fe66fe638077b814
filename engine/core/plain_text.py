"""Decodes a text that a player brings: a file, standard input or a paste. Every command that reads a text decodes it here."""

from typing import Final

MAX_TEXT_BYTES: Final = 4 << 20  # of a game as text, through any door
UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")


class NotText(ValueError):
    """Bytes that are no text in UTF-8. The message continues a sentence such as "FILE cannot be read: ...", or "this ..."."""


def decode_text(data: bytes) -> str:
    """The text in some bytes, with plain line ends and without a byte order mark. Raises NotText."""
    if data.startswith(UTF16_MARKS):
        raise NotText("is a text in UTF-16 and not in UTF-8: save it as UTF-8")
    zero = data.find(b"\0")
    if zero >= 0:
        raise NotText(f"is a binary file and not a text (byte {zero} is zero)")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotText(f"is not UTF-8 text (byte {error.start}): it is a binary file, or in another encoding") from None
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
