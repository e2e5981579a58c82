"""Answers to look at: HTML, charts, frames."""
