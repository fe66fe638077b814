"""King of Thieves for search and contests: kit and evaluator."""
