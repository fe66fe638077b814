"""The analysis of decisions: what each answer was worth to the seat that gave it, from what that seat could know."""
