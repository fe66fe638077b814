"""The rules of King of Thieves: tombs, guardians, three rounds of bluffing, and a showdown.

Start reading at `rules/expedition.py`. Comments cite the sections of the rulebook: "Setup", "Duelling Rounds", "Showdown",
"Winning", "Losing", "Additional Rules", "Optional Rules". Where the rulebook leaves a question open, our answer is marked
"(our rule)".
"""
