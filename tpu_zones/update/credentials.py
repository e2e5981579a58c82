"""Credentials: looked for only when a source needs them, kept in memory, shown to nobody."""

import os
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import Any

from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.settings import Settings

SCOPE = "https://www.googleapis.com/auth/cloud-platform"
MISSING = {
    "token": "run `gcloud auth application-default login` (with pip install 'tpu-zones[gcp]') or `gcloud auth login`, "
    "or set TPU_ZONES_ACCESS_TOKEN",
    "api-key": "set TPU_ZONES_API_KEY",
}
"""What cures the lack of each kind."""


class Credential:
    """What authorizes requests; `repr` and `str` never show it."""

    def __init__(self, headers: Callable[[], dict[str, str]], renew: Callable[[], bool] = lambda: False) -> None:
        self._headers, self._renew = headers, renew
        self._lock = threading.Lock()

    def headers(self) -> dict[str, str]:
        """Return the headers to send."""
        with self._lock:
            return self._headers()

    def renew(self) -> bool:
        """Get a new one after a 401; return False where that cannot be done."""
        with self._lock:
            return self._renew()

    def __repr__(self) -> str:
        return "<Credential>"


def find(needs: Sequence[str], settings: Settings, source: str) -> Credential | None:
    """Return the first credential of the kinds needed; `SourceFailed` with the cure where there is none."""
    if not needs:
        return None
    for kind in needs:
        found = _api_key(settings) if kind == "api-key" else _token(settings)
        if found is not None:
            return found
    cures = ", or ".join(MISSING[kind] for kind in needs)
    raise SourceFailed("credentials", f"{source} needs credentials, and there are none: {cures}")


def _api_key(settings: Settings) -> Credential | None:
    if settings.api_key is None:
        return None
    key = settings.api_key.get_secret_value()
    return Credential(lambda: {"X-Goog-Api-Key": key})


def _token(settings: Settings) -> Credential | None:
    """Return a token: the one that is given, else Application Default Credentials, else gcloud's."""
    if settings.access_token is not None:
        token = settings.access_token.get_secret_value()
        return Credential(lambda: {"Authorization": f"Bearer {token}"})
    return _application_default() or _gcloud()


def _application_default() -> Credential | None:
    """Return Application Default Credentials through google-auth; None without them or without it."""
    from importlib import import_module

    from tpu_zones.update._http import google_request

    try:
        auth, exceptions = import_module("google.auth"), import_module("google.auth.exceptions")
    except ImportError:
        return None
    request = google_request()
    try:
        credentials, _ = auth.default(scopes=[SCOPE], request=request)
    except (exceptions.GoogleAuthError, OSError, ValueError):
        return None

    def headers() -> dict[str, str]:
        found: dict[str, str] = {}
        try:
            credentials.before_request(request, "GET", "https://googleapis.com/", found)
        except exceptions.GoogleAuthError as error:
            text = f"the Application Default Credentials cannot be used ({type(error).__name__}): {MISSING['token']}"
            raise SourceFailed("credentials", text) from None
        return found

    def renew() -> bool:
        try:
            credentials.refresh(request)
        except exceptions.GoogleAuthError:
            return False
        return True

    return Credential(headers, renew)


def _gcloud() -> Credential | None:
    """Return the token of gcloud's active account; None without gcloud or without an account."""
    token: list[str] = []

    def renew() -> bool:
        found = _run("gcloud.cmd" if os.name == "nt" else "gcloud", "auth", "print-access-token")
        token[:] = [found] if found else []
        return bool(found)

    return Credential(lambda: {"Authorization": f"Bearer {token[0]}"} if token else {}, renew) if renew() else None


def _run(*command: str) -> str | None:
    """Return the one word that a command prints; None where it fails, or takes longer than 15 s."""
    try:
        done: Any = subprocess.run(command, capture_output=True, text=True, timeout=15, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError, UnicodeError):
        return None
    words = done.stdout.split()
    return words[0] if len(words) == 1 and words[0].isprintable() else None
