"""Which cards of a hand can pay which price."""
