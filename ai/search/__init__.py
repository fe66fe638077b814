"""Search over any game: the tree, playouts, the evaluator, the planner of one turn."""
