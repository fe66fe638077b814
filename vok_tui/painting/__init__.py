"""What all panes and boards paint with: the grid of cells, its surface, signs, text and curves."""
