"""From chips to a placement: what is built above the catalog."""
