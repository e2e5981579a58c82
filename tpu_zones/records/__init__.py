"""The nouns: frozen records of what is known. Standard library only."""
