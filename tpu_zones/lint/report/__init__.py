"""Findings -> text in one format; pure functions."""
