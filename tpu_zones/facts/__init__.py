"""Tables in, answers out."""
