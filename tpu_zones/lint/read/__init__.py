"""One file a format: text -> things whose every field knows its place, or is unknown with a reason."""
