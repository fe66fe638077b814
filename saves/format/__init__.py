r"""The format of a save, number 4.

    prefix    8 bytes: `\x8aVOK\r\n` and the number of the format, 2 bytes. The same in all formats
    seal     20 bytes: how the file ended when it was closed; all zeros while it is open
    records   one after another; the first one is the header, the others are entries

All numbers of fixed length are big-endian. Files are only appended to, except for the seal. No position is
stored: replaying the entries from the header computes it.

**Frames** (`frames`). Each record is a length (4 bytes), a check (4 bytes) and a body of one msgpack object. The check is a
crc32 that continues the check of the previous record, so a record that was changed, lost, duplicated or moved is detected.

**Seal** (`frames`). The number of entries (4 bytes), the check of the last one (4), the unix time of closing (8) and the crc32 of
these 16 bytes (4). It is set to zeros before the next entry is written, so it never claims more entries than the file has.

**Header** (`header`). A map: `format`, `app` (the version of Vok that began the file), `game`, `edition`, `choices`, `cards`
(custom cards as text), `catalogue` (the fingerprint of the cards), `rules` (the rules number), `seed`, `seats` (1 to 8 lists of
name, level, simulations), `created` (unix time), `from` (empty, or the unix time of the end of the finished game
from which this one branches off, and the turn).

**Entries** (`entries`). A list `[kind, text, *numbers]`:

- `kind` is a number from 1 to 127. Kinds below 64 move the head: a version of Vok that does not know one stops reading, and
  advises an update. Kinds from 64 on do not: a version that does not know one skips it, and keeps it when it rewrites the file.
- `text` has at most 2,000 bytes of UTF-8; it is "" if the kind has none. It is cleaned before it is shown.
- there are at most 30 `numbers`, each from -2**63 to 2**64 - 1. Nodes are numbered as in the log (0 is the start), seats
  count from 0.

| kind | text | numbers | what it says |
|---|---|---|---|
| 1 | verb | arguments | `Played`: a question was answered at the head |
| 2 | | node | `MovedHead`: undo, redo or a jump |
| 3 | what was drawn | node, seat, part from 0, number of parts | `Reshuffled`: the seat went back to one of its questions, and
all that it cannot know there was drawn again. The texts of all parts together are one JSON text: the values of
`Game.position_fields` that changed, null for one that was removed; those in a list of tables by their index. The last part makes
the node |
| 64 | level | seat, simulations | `Seated`: a level took over a seat |
| 65 | | digest, digest version | `PositionCheck`: the digest of the position at the head; after every 32 entries of the
journal, and on closing |
| 66 | "", or name and note, one on each line | decisions, turn, over, peeked, reshuffled, ended, number of scores, scores,
later ones | `SaveLabel`: the summary for the list of saves, on closing; valid only if it is the last entry |
| 67 to 72, 75 | what was written | node, value | `Annotated`: a name, a note, a comment, a mark, a main line, a hidden
variation, the name of a variation; the kinds are declared in `engine/core/journal.py` |
| 73 | | index in the journal | `Retracted`: the annotation or the tried answer with this index was taken back |
| 76 | verb | node, arguments | `Tried`: the analysis of a finished game tried an answer at this node |
| 74 | | | `Imported`: the game was imported from a text; the first entry of its save |
| 77 | | | `Helped`: from here on, the player was shown a hint or an analysis during the game |

`over`, `peeked` and `reshuffled` are 1 for yes and 0 for no; `ended` is a unix
time or 0. The numbers after the scores are declared in `entries.LATER_LABEL_NUMBERS`; zeros at the end are omitted. The lines of
the text are declared in `entries.LABEL_TEXTS`.

A game in which nothing was done yet has no entries.

After its end, a game takes only entries of kinds from 64 on. Then its label is written again after them, with the same result and
the same date, and the seal too.

**To add a kind of annotation**: declare it in `engine/core/journal.py`, with the next free number. `entries.READERS`
has all numbers in use, and says how to print the next one.

**To add another kind**: declare the entry in `engine/core/journal.py` and give it the next free number of its range in
`entries`. If it changes the log or the seats, carry it out in `Match.replay`. The number of the format does not change, and
neither does what is written for existing kinds. What is too long for one text is split into several numbered entries, and takes
effect with the last one.

**To add a number to the label**: declare a field in `SaveLabel` and its number in `LATER_LABEL_NUMBERS`, and compute it in
`label_of`. Versions that do not know it skip it.

**To add a text to the label**: declare its kind of annotation, add a field to `SaveLabel`, and add both to `LABEL_TEXTS`.
Versions that do not know it keep its entry but do not show it. If such a version writes the label again, the label lacks the
text until a version that knows it writes the next label.

**Formats 0 to 3**, and rules numbers before 4, are from before the first release. Their saves are listed, never changed and never
opened (`MadeBeforeRelease`).

**To add a format**: raise `FORMAT_VERSION`, and add a step that converts the header and each entry of the format before it,
unpacked but not yet checked. A step knows only these two formats. Test it with a file of the old format, byte for byte, in
`tests/saves/promised`. What is promised about saves is in docs/saves.md.
"""
