r"""The format of a save, number 4.

    prefix    8 bytes: `\x8aVOK\r\n` and the number of the format, 2 bytes. The same in all formats
    seal     20 bytes: how the file ended when it was closed; all zeros while it is open. From format 3 on
    records   one behind the other; the first one is the header, the others are entries

All numbers of fixed length are big-endian. Files are only appended to, but for the seal. No position is stored:
it follows from the header and the entries by replay.

**Frames** (`frames`). Each record is a length (4 bytes), a check (4 bytes) and a body of one msgpack object. The check is the
crc32 that goes on from the check of the record before, so a record that was changed, lost, doubled or moved is found.

**Seal** (`frames`). The number of entries (4 bytes), the check of the last one (4), the unix time of closing (8) and the crc32 of
these 16 bytes (4). It is set to zeros before the next entry is written, so it never promises more than is there.

**Header** (`header`). A map: `format`, `app` (the version of Vok that began the file), `game`, `edition`, `choices`, `cards`
(custom cards as text), `catalogue` (the fingerprint of the cards), `rules` (the rules number), `seed`, `seats` (1 to 8 lists of
name, level, simulations), `created` (unix time), `from` (empty, or the unix time of the end of another game and the turn at which
this one left it).

**Entries** (`entries`). A list `[kind, text, *numbers]`:

- `kind` is a number from 1 to 127. Kinds below 64 change the position or the tree: a version of Vok that does not know one cannot
  read on, and advises an update. Kinds from 64 on change neither: a version that does not know one skips it, and keeps it when it
  writes the file anew.
- `text` has at most 2,000 bytes of UTF-8; it is "" if the kind has none. It is cleaned before it is shown.
- `numbers` are at most 30, each from -2**63 to 2**64 - 1. Nodes have the numbers of the tree (0 is the start), seats count
  from 0.

| kind | text | numbers | what it says |
|---|---|---|---|
| 1 | verb | arguments | `Played`: a question was answered at the head |
| 2 | | node | `MovedHead`: undo, redo or a jump |
| 3 | what was drawn | node, seat, part from 0, number of parts | `Reshuffled`: the seat went back to one of its questions, and
all that it cannot know there was drawn again. The texts of all parts together are one JSON text: the values of
`Game.write_position` that changed, null for one that was removed; those in a list of tables by their index. The last part makes
the node |
| 64 | level | seat, simulations | `Seated`: a level plays on at a seat |
| 65 | | digest, digest version | `PositionCheck`: the position here; after every 32 entries of the journal, and on closing |
| 66 | name and note, one on each line | decisions, turn, over, peeked, reshuffled, ended, number of scores, scores, later ones |
`SaveLabel`: the summary for the list of saves, on closing; it counts only as long as nothing follows it |
| 67 to 72, 75 | what was written | node, value | `Annotated`: a name, a note, a comment, a mark, a main line, a hidden
variation, the name of a variation; the kinds are declared in `engine/core/history/annotations.py` |
| 73 | | place in the journal | `Retracted`: the annotation, or the answer that was tried, at this place was taken back |
| 76 | verb | node, arguments | `Tried`: in the analysis of a finished game an answer was tried at this node |
| 74 | | | `Imported`: the game was read from a text; the first entry of its save |

`over`, `peeked` and `reshuffled` are 1 for yes and 0 for no; `peeked` is 2 where an older format did not tell. `ended` is a unix
time or 0. `winner_bits` are the seats that won, as bits. The numbers behind the scores are declared in
`entries.LATER_LABEL_NUMBERS`; those at the end that are 0 are left out.

A finished game takes no entries but those of kinds from 64 on. Its label is then written again behind them, with the same result
and the same date, and so is the seal.

**To add a kind of annotation**: declare it in `annotations`, with the next free number.

**To add another kind**: declare the entry in `engine/core/history/journal.py` and give it the next free number of its range in
`entries`. If it changes the position or the tree, carry it out in `Match.replay`. The number of the format stays. What is
written of a kind never changes. Something too long for one text takes several entries, each with its place among them, and takes
effect with the last one.

**To add a number to the label**: declare a field in `SaveLabel` and its number in `LATER_LABEL_NUMBERS`, and compute it in
`label_of`. Versions that do not know it skip it.

**Older formats** open for ever: `migrations` reads each as the next one, step by step.
"""
