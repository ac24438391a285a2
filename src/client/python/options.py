"""What a client is made with, and what is refused of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .errors import Invalid
from .sendable import _is_number
from .steps import Clock

_HELP = {
    "url": "give the address of your instance, such as https://plinth.example.com. The guide keeps it in PLINTH_URL",
    "key": "give an API key of a service account, which its org makes under Service accounts in the console. "
    "The guide keeps it in PLINTH_KEY",
    "private_key": "give a private JWK, such as keygen makes, a list of them or a function, or leave it out",
    "account": "give the ID of the service account, or leave it out",
    "store_secret": "give a secret text, or leave it out",
}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class _Options:
    """What a client is made with. What is missing is named then, because an unset variable is found before the first call so."""

    url: str = ""
    key: str | Callable[[], Any] | None = None
    private_key: Mapping[str, Any] | list[Any] | str | Callable[..., Any] | None = None
    store: Any = None
    store_secret: str | bytes | None = None
    account: str | None = None
    max_stale: float | None = None
    grace_credits: int = 0
    on_outage: Literal["begin"] | None = None
    outage_credits: int = 0
    on_event: Callable[[dict[str, Any]], Any] | None = None
    clock: Clock | None = None
    transport: Any = None

    def __post_init__(self) -> None:
        if _is_unset(self.url):
            raise _missing("url")
        if not isinstance(self.url, str) or not re.match(r"https?://[^/\s]+[^\s]*$", self.url.strip(), re.IGNORECASE):
            raise Invalid("url", f"must be an address that begins with https:// or http://: {_HELP['url']}")
        if not callable(self.key):
            _require_key(self.key)
        for name in ("private_key", "account", "store_secret"):
            value = getattr(self, name)
            if value is not None and (_is_unset(value) or value in ({}, [], b"")):
                raise _missing(name)
        _require_amounts({name: getattr(self, name) for name in ("max_stale", "grace_credits", "outage_credits")})


def _require_amounts(options: Mapping[str, Any]) -> None:
    for name, value in options.items():
        if value is not None and not (_is_number(value) and value >= 0):
            raise Invalid(name, "must be a number from 0 up", value)


def _require_key(key: Any) -> None:
    if _is_unset(key):
        raise _missing("key")
    if not isinstance(key, str) or not re.fullmatch(r"[!-~]+", key):
        raise Invalid("key", "must be an API key without spaces and line breaks")


def _is_unset(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _missing(name: str) -> Invalid:
    return Invalid(name, f"is missing: {_HELP[name]}")
