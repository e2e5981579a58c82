"""How a snapshot comes to be: claims in, verdicts out."""
