"""What a refresh is told: addresses, project, credentials. Read from the environment once, by the caller."""

import os
from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, SecretStr, ValidationError, field_validator

from tpu_zones.errors import WrongUsage
from tpu_zones.update.addresses import safe


class Settings(BaseModel):
    """Everything a source may depend on; each field is read from `TPU_ZONES_` + its name in capitals."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    docs_url: str = "https://docs.cloud.google.com/tpu/docs/regions-zones.md.txt"
    snapshot_url: str | None = None
    """Of a published snapshot: the folder, or its MANIFEST.json; https or file."""
    compute_url: str = "https://compute.googleapis.com/compute/v1/"
    billing_url: str = "https://cloudbilling.googleapis.com/v1/"
    tpu_url: str = "https://tpu.googleapis.com/v2/"
    project: str | None = None
    """Whose eyes the APIs look with."""
    access_token: SecretStr | None = None
    api_key: SecretStr | None = None

    @field_validator("docs_url", "compute_url", "billing_url", "tpu_url")
    @classmethod
    def _safe(cls, url: str | None) -> str | None:
        if url is not None and not safe(url):
            raise ValueError("only https is asked, or http on this very machine")
        return url

    @field_validator("snapshot_url")
    @classmethod
    def _safe_or_file(cls, url: str | None) -> str | None:
        return url if url is None or url.startswith("file:///") else cls._safe(url)

    @field_validator("compute_url", "billing_url", "tpu_url")
    @classmethod
    def _folder(cls, url: str) -> str:
        return url if url.endswith("/") else f"{url}/"

    @field_validator("access_token", "api_key")
    @classmethod
    def _plain(cls, secret: SecretStr | None) -> SecretStr | None:
        text = secret.get_secret_value() if secret else ""
        if not (text.isascii() and text.isprintable()):
            raise ValueError("it has characters that no credential has")
        return secret

    @field_validator("project")
    @classmethod
    def _project(cls, name: str | None) -> str | None:
        if name is not None and not (name and len(name) <= 100 and all(c.isalnum() or c in "-.:" for c in name)):
            raise ValueError("a project's id has letters, digits and dashes")
        return name


def from_environment(environ: "Mapping[str, str] | None" = None, **given: object) -> Settings:
    """Return the settings of the environment, with those that are given on top; `WrongUsage` for a bad one."""
    environ = os.environ if environ is None else environ
    found: dict[str, object] = {}
    for name in Settings.model_fields:
        value = environ.get(f"TPU_ZONES_{name.upper()}", "").strip()
        if value:
            found[name] = value
    if "project" not in found and (project := environ.get("GOOGLE_CLOUD_PROJECT", "").strip()):
        found["project"] = project
    found.update((name, value) for name, value in given.items() if value is not None)
    try:
        return Settings.model_validate(found)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = str(first["loc"][0]) if first["loc"] else "settings"
        text = str(first["msg"]).removeprefix("Value error, ")
        raise WrongUsage(f"TPU_ZONES_{name.upper()}: {text}") from None
