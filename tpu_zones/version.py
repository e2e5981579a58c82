"""The version of this package; of its data it is the day of compilation that counts."""

__version__ = "0.1.0"
