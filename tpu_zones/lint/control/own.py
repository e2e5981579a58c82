"""The rules by which the check speaks of itself: what they are called."""

UNREAD, UNCHECKED = ("TPZ901", "not-readable"), ("TPZ902", "not-checked")
"""Id and name: a file that it cannot read; a part that it cannot judge."""
WRONG_IGNORE, UNUSED_IGNORE = ("TPZ903", "wrong-ignore"), ("TPZ904", "unused-ignore")
"""Id and name: an ignore without a rule or a reason; one that hides nothing."""
FIXED = frozenset({UNREAD[0]})
"""What no ignore, severity or baseline hides: an incomplete check is no verdict."""
