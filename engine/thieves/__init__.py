"""The rules of King of Thieves: tombs, guardians, three rounds of bluffing, and a showdown.

`rules/expedition.py` is the place to start reading. Sections are those of the rulebook: "Setup", "Duelling Rounds", "Showdown",
"Winning", "Losing", "Additional Rules", "Optional Rules". What the rulebook leaves open is marked "(ours)".
"""
