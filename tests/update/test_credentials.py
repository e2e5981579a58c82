"""Credentials: found only when they are needed, renewed once, shown to nobody."""

import sys
import types

import pytest

from tpu_zones.update.credentials import Credential, find
from tpu_zones.update.faults import SourceFailed
from tpu_zones.update.settings import Settings, from_environment

TOKEN = "ya29.never-show-this-token"  # noqa: S105 - made up
KEY = "AIza-never-show-this-key"


@pytest.fixture
def google(monkeypatch, tmp_path):
    """A stand-in for google-auth; `state` says what it does."""

    class GoogleAuthError(Exception):
        pass

    class Request:
        pass

    state = types.SimpleNamespace(tokens=iter(["one", "two"]), fails=False, found=True, Error=GoogleAuthError)

    class Credentials:
        token = None

        def before_request(self, request, method, url, headers):
            if state.fails:
                raise GoogleAuthError(TOKEN)
            self.token = self.token or next(state.tokens)
            headers.update({"authorization": f"Bearer {self.token}", "x-goog-user-project": "quota"})

        def refresh(self, request):
            if state.fails:
                raise GoogleAuthError(TOKEN)
            self.token = next(state.tokens)

    def default(scopes, request):
        if not state.found:
            raise GoogleAuthError("no credentials")
        return Credentials(), "project"

    names = {
        "google": types.ModuleType("google"),
        "google.auth": types.SimpleNamespace(default=default),
        "google.auth.exceptions": types.SimpleNamespace(
            GoogleAuthError=GoogleAuthError, TransportError=GoogleAuthError
        ),
        "google.auth.transport": types.SimpleNamespace(Request=Request),
    }
    for name, module in names.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setenv("PATH", str(tmp_path))
    return state


def test_none_is_looked_for_where_none_is_needed(monkeypatch):
    monkeypatch.setattr("tpu_zones.update.credentials._token", None)
    assert find((), Settings(), "docs") is None


def test_what_is_given_goes_first(google):
    settings = from_environment({"TPU_ZONES_ACCESS_TOKEN": TOKEN, "TPU_ZONES_API_KEY": KEY})
    assert find(("token",), settings, "compute").headers() == {"Authorization": f"Bearer {TOKEN}"}
    assert find(("api-key", "token"), settings, "billing").headers() == {"X-Goog-Api-Key": KEY}
    assert find(("token",), settings, "compute").renew() is False


def test_application_default_credentials_and_their_renewal(google):
    found = find(("token",), Settings(), "compute")
    assert found.headers() == {"authorization": "Bearer one", "x-goog-user-project": "quota"}
    assert found.renew() and found.headers()["authorization"] == "Bearer two"
    google.fails = True
    assert found.renew() is False
    with pytest.raises(SourceFailed, match="Application Default Credentials cannot be used") as error:
        found.headers()
    assert TOKEN not in str(error.value)


def test_without_any_the_cure_is_one_sentence(google):
    google.found = False
    with pytest.raises(SourceFailed) as error:
        find(("api-key", "token"), Settings(), "billing")
    text = str(error.value)
    assert error.value.code == "credentials" and "\n" not in text
    assert "set TPU_ZONES_API_KEY, or run `gcloud auth application-default login`" in text


def test_nothing_shows_a_secret():
    settings = from_environment({"TPU_ZONES_ACCESS_TOKEN": TOKEN, "TPU_ZONES_API_KEY": KEY})
    shown = f"{settings!r} {settings} {settings.model_dump_json()} {Credential(lambda: {'Authorization': TOKEN})!r}"
    assert TOKEN not in shown and KEY not in shown


@pytest.mark.parametrize(
    ("environ", "project"),
    [
        ({"TPU_ZONES_PROJECT": "a", "GOOGLE_CLOUD_PROJECT": "b"}, "a"),
        ({"GOOGLE_CLOUD_PROJECT": "b"}, "b"),
        ({"TPU_ZONES_PROJECT": " "}, None),
        ({"TPU_ZONES_PROJECT": "example.com:app"}, "example.com:app"),
    ],
)
def test_whose_eyes(environ, project):
    assert from_environment(environ).project == project
