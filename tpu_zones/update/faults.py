"""What went wrong with one source. It stops that source alone; the others go on."""


class SourceFailed(Exception):
    """A source that could not be read, or is not what it says; `str` is one sentence for a person.

    `code` is a short word that programs can branch on: offline, timeout, tls, redirect, status, denied,
    credentials, busy, too-large, cut-off, not-json, shape, hash, clock, loss. `status` is the HTTP status
    where there is one; `reason` is Google's word for it, such as SERVICE_DISABLED.
    """

    def __init__(self, code: str, text: str, *, status: int | None = None, reason: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.status = status
        self.reason = reason
        self.wait: float | None = None
        """Seconds after which it may go away, where the reply says so."""
