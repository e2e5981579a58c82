"""What rules look at: a thing that was read, with what the catalog knows of its values."""
