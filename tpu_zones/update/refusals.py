"""What a reply that is not 200 means: Google's errors by their reason, others by their status."""

import datetime as dt
from typing import Any

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from tpu_zones.update.faults import SourceFailed


class Detail(BaseModel):
    """One of the details of an error."""

    type: str = Field("", alias="@type")
    reason: str = ""
    metadata: dict[str, Any] = {}
    retry_delay: str = Field("", alias="retryDelay")


class Legacy(BaseModel):
    """One of the errors in the older form."""

    reason: str = ""


class Body(BaseModel):
    """What went wrong."""

    status: str = ""
    message: str = ""
    details: list[Detail] = []
    errors: list[Legacy] = []


class Envelope(BaseModel):
    """The body of an error."""

    error: Body


_ENVELOPE = TypeAdapter(Envelope)

CURES = {
    "ACCESS_TOKEN_EXPIRED": ("credentials", "the access token has expired: log in again (gcloud auth login)"),
    "ACCESS_TOKEN_TYPE_UNSUPPORTED": ("credentials", "it takes an access token, not this kind of credential"),
    "ACCESS_TOKEN_SCOPE_INSUFFICIENT": ("credentials", "the access token lacks the scope cloud-platform"),
    "API_KEY_INVALID": ("credentials", "the API key is not valid: set TPU_ZONES_API_KEY to one that is"),
    "API_KEY_SERVICE_BLOCKED": (
        "credentials",
        "the API key is not allowed for this API: allow it in the key's settings",
    ),
    "CREDENTIALS_MISSING": ("credentials", "it does not take the credentials it was sent"),
    "SERVICE_DISABLED": ("denied", "the API is off in the project: gcloud services enable {service}"),
    "IAM_PERMISSION_DENIED": ("denied", "the account lacks the permission {permission}: ask for a viewer's role"),
    "LOCATION_POLICY_VIOLATED": ("denied", "the location is not open to this project, or does not exist"),
    "USER_PROJECT_DENIED": (
        "denied",
        "the account may not use the quota project: it needs serviceusage.services.use there",
    ),
    "BILLING_DISABLED": ("denied", "billing is off in the project"),
    "CONSUMER_INVALID": ("denied", "there is no such project"),
    "CONSUMER_SUSPENDED": ("denied", "the project is suspended"),
    "SECURITY_POLICY_VIOLATED": ("denied", "the organisation's security policy forbids it"),
    "ORG_RESTRICTION_VIOLATION": ("denied", "the organisation's restrictions forbid it"),
    "RATE_LIMIT_EXCEEDED": ("busy", "the rate limit is exceeded"),
    "RESOURCE_QUOTA_EXCEEDED": ("denied", "a quota of the project is used up"),
}
"""Google's reason -> our code, and what to do."""
_OLDER = {
    "accessNotConfigured": "SERVICE_DISABLED",
    "rateLimitExceeded": "RATE_LIMIT_EXCEEDED",
    "userRateLimitExceeded": "RATE_LIMIT_EXCEEDED",
}
_STATUS = {
    400: ("status", "it does not understand the request"),
    401: ("credentials", "it does not take the credentials it was sent"),
    403: ("denied", "it refuses"),
    404: ("status", "there is nothing at this address"),
    407: ("denied", "the proxy wants a password: set it in HTTPS_PROXY"),
    429: ("busy", "too many requests"),
}


def refusal(status: int, body: bytes, address: str) -> SourceFailed:
    """Return the error for a reply; its `wait` are seconds to wait where Google says so. Messages are never quoted."""
    try:
        error = _ENVELOPE.validate_json(body).error
    except ValidationError:
        error = Body()
    infos = [one for one in error.details if one.type.endswith("google.rpc.ErrorInfo") and one.reason]
    info = infos[0] if infos else Detail.model_validate({})
    older = next((_OLDER.get(one.reason, "") for one in error.errors if one.reason in _OLDER), "")
    reason = info.reason or older or _by_text(error.message)
    if reason == "RATE_LIMIT_EXCEEDED" or (not reason and status == 429):
        code, text = "busy", "too many requests, the rate limit is exceeded"
    elif reason in CURES:
        code, text = CURES[reason]
        text = text.format(
            service=_word(info.metadata.get("service"), "the API"),
            permission=_word(info.metadata.get("permission"), "it needs"),
        )
    else:
        code, text = _STATUS.get(status, ("status", "it is not well" if status >= 500 else "it refuses"))
    failed = SourceFailed(code, f"{address} answered {status}: {text}", status=status, reason=reason or None)
    failed.wait = _delay(error.details) if error.details else None
    if failed.wait is None and older == "RATE_LIMIT_EXCEEDED" and status == 403:
        failed.wait = 60.0 - dt.datetime.now(dt.UTC).second  # Compute's quota refills at the next full minute
    return failed


def _by_text(message: str) -> str:
    """Return the reason of an error in its older form, which has it in the text alone."""
    if message.startswith("Location ") and "access is unauthorized" in message:
        return "LOCATION_POLICY_VIOLATED"
    if message.startswith("Permission ") and " denied on " in message:
        return "IAM_PERMISSION_DENIED"
    return ""


def _word(value: Any, otherwise: str) -> str:
    """Return a word out of a reply, if it is one that a message may hold."""
    text = str(value or "")
    return text if 0 < len(text) <= 80 and all(c.isalnum() or c in ".-_" for c in text) else otherwise


def _delay(details: list[Detail]) -> float | None:
    """Return the seconds of a RetryInfo."""
    given = next((one.retry_delay for one in details if one.retry_delay), "")
    try:
        return min(max(float(given.removesuffix("s")), 0.0), 1e6) if given else None
    except ValueError:
        return None
