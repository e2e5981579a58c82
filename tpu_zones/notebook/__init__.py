"""To look at in a notebook: tables, data frames and charts."""
