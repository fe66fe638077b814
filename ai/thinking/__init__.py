"""The process that thinks for the table, alone or on several cores."""
