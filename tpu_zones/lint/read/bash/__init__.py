"""Bash: text -> statements -> what its commands say, with three values: known, absent, unknown."""
