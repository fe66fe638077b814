"""Looking back, finding better, practising, and being coached."""
