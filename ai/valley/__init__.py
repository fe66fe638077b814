"""What is known about Valley of the Kings: evaluators, features, learned values and how they are learned."""
