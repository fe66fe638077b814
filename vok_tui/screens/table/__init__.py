"""The screen of the table: the question and its answers, pointing, opponents, and how it is painted."""
