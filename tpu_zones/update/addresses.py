"""Addresses: which may be asked, which belong together, and how messages show them."""

from urllib.parse import urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def safe(url: str) -> bool:
    """Whether an address may be asked: https anywhere, http on this very machine."""
    try:
        parts = urlsplit(url)
        return (
            bool(parts.hostname)
            and parts.port != 0
            and (parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK))
        )
    except ValueError:
        return False


def origin(url: str) -> tuple[str, str | None, int | None]:
    """Return scheme, host and port of an address."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or {"https": 443, "http": 80}.get(parts.scheme)


def of_google(url: str) -> bool:
    """Whether an address is one of google.com's."""
    scheme, host, port = origin(url)
    return (scheme, port) == ("https", 443) and f".{host}".endswith(".google.com")


def shown(url: str) -> str:
    """Return an address as messages and stored data may name it: without user, password, query and fragment.

    >>> shown("https://user:secret@example.com:8443/a?key=secret#b")
    'https://example.com:8443/a'
    """
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "an address that is none"
    host = f"[{parts.hostname}]" if parts.hostname and ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host or ''}{port}{parts.path}"
