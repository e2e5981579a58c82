"""What keeps a check switched on: a config file, ignores beside the code, a baseline of old findings."""
