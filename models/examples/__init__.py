"""What the nets learn from: photos, drawn dice, cut-out dice, clutter, and how a batch is drawn of them."""
