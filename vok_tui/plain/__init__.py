"""The plain mode: the whole game in lines, for speech, braille, dumb terminals and pipes.

`conversation.py` asks questions and understands answers, without input or output. The rooms are what it talks about: the start,
the table, a finished game. `terminal.py` and `json_lines.py` are its ends.
"""
