"""What all panes and boards paint with: the grid of cells, its surface, signs, text, curves and frames of cards."""
