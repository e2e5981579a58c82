"""The check of configs: text -> node pools and what belongs to them -> findings -> reports."""
