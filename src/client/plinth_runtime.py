"""The client of Plinth for agents in Python: one file to copy. It needs Python 3.11, httpx, and jwcrypto 1.1.

    plinth = Plinth(url="https://plinth.example.com", key=KEY, private_key=PRIVATE_KEY, store=FileStore("plinth-state"))
    run = plinth.begin(agent_id="research-agent", selector="main^large", tools=["web_search"], hold={"credits": 50})
    for step in agent:
        run.progress(total_cost_usd=step.total_cost_usd)  # raises Stopped when the run may not continue
    run.end(status="completed", total_cost_usd=step.total_cost_usd)

`AsyncPlinth` has the same methods, to await. `python3 plinth_runtime.py keygen` prints a key pair. `/docs/runtime` of your instance is
the guide, and src/client/README.md in Plinth's repository has the table of behaviours.

First come the rules without I/O (`_Core`), as generators that yield what has to be done, then the two clients that do it, and a store
in a folder.
"""

from __future__ import annotations

import argparse
import asyncio
import atexit
import base64
import copy
import hashlib
import hmac
import inspect
import json
import logging
import math
import os
import random
import re
import secrets
import signal
import socket
import sys
import threading
import time
import weakref
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, Protocol
from urllib.parse import quote, unquote, urlencode

import httpx
from jwcrypto import jwe, jwk
from jwcrypto.common import JWException

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

__all__ = [
    "AsyncPlinth", "Aborted", "Clock", "FileStore", "Invalid", "OtherLoop", "Plinth", "PlinthError", "Refused",
    "ReportsFull", "Run", "Stopped", "StoreLocked", "Unavailable", "Untrusted", "keygen",
]  # fmt: skip

PATIENCE_S = 0.8
"""How long a call waits for Plinth if there's another way. Then it continues beside the caller."""
DEADLINE_S = 10.0
OUTAGE_AFTER_S = 5.0
MARGIN_S = 5.0
"""A hold isn't relied on in its last seconds."""
TOLERATED_S = 60.0
"""How far the times of a seal may be from the time of its answer, and two clocks from one another."""
CLOCK_COUNTS_S = 2.0
STALE_S = 86_400
MAX_QUESTIONS = 1_000
MAX_ENDS = 10_000
BATCH_SIZE = 100
BATCH_S = 10.0
REFUSED_WAIT_S = 60.0
MAX_BACKOFF_S = 60.0
MAX_ANSWER_BYTES = 5_000_000
EXIT_S = 5.0
DAY_S = 86_400.0

ALGORITHMS = ["ECDH-ES+A256KW", "A256GCM"]
SEALED = {"alg": ALGORITHMS[0], "enc": ALGORITHMS[1], "typ": "plinth-sealed+jwe"}
HEADER = {"alg", "enc", "kid", "epk", "typ", "iat", "exp", "use_until", "sub", "org", "place"}


class PlinthError(Exception):
    """What the client raises. `reason` is what to branch on, and `status` that of the answer, if there was one."""

    reason: str | None = None
    status: int | None = None


class Refused(PlinthError):
    """Plinth refused the call. Sending it again doesn't help."""

    def __init__(self, status: int, body: Any) -> None:
        told = body if isinstance(body, dict) else {}
        self.status = status
        self.error = str(told.get("error"))
        self.details: dict[str, Any] = told.get("details") or {}
        # The reason of a pause is what the person who paused wrote.
        self.reason = self.error if self.error == "run.paused" else self.details.get("reason", self.error)
        self.trace_id = told.get("trace_id")
        super().__init__(f"{status} {self.reason}: {told.get('message', '')}")


class Stopped(PlinthError):
    """The run may not continue: `budget.exceeded`, `credits.insufficient`, `run.paused`, `run.ended` or `outage`."""

    def __init__(self, reason: str, details: Mapping[str, Any] | None = None, status: int | None = None) -> None:
        self.reason = reason
        self.details = dict(details or {})
        self.status = status
        super().__init__(reason)


class Invalid(PlinthError, ValueError):
    """What the caller gave can't be sent, and nothing of it was. `reason` names the field, or the option of the client."""

    def __init__(self, path: str, must: str, *found: Any) -> None:
        self.reason = path
        super().__init__(f"{path} {must}{f', but is {_kind_of(found[0])}' if found else ''}")


class OtherLoop(PlinthError):
    """An `AsyncPlinth` belongs to the event loop and the process that made it. Make one in each."""


class Unavailable(PlinthError):
    """Plinth is away, and the client has nothing that it may use instead."""


class Untrusted(PlinthError):
    """A credential isn't meant for this runtime, this question or this time. `reason` names what differs."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"A sealed credential isn't what was asked for: {reason}")


class ReportsFull(PlinthError):
    """10,000 ends wait for Plinth. This one wasn't taken, so end the run again when some are sent."""


class StoreLocked(PlinthError):
    """Another process uses this store."""


class Aborted(PlinthError):
    """The caller set `abort`."""


class Store(Protocol):
    """Where known answers and waiting reports outlive the process. `AsyncPlinth` takes coroutine methods too."""

    def get(self, key: str) -> Any:
        ...

    def set(self, key: str, value: str) -> Any:
        ...

    def delete(self, key: str) -> Any:
        ...

    def keys(self, prefix: str) -> Any:
        ...


class Event(Protocol):
    """What `abort` takes: a `threading.Event` or an `asyncio.Event`."""

    def is_set(self) -> bool:
        ...


class Clock:
    """Time and chance, which a test may replace."""

    def now(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    def random(self) -> float:
        return random.random()

    def wait(self, events: tuple[Any, ...], seconds: float) -> None:
        """Blocks until one of the events is set or the time has passed."""
        if len(events) == 1:
            events[0].wait(min(seconds, threading.TIMEOUT_MAX))
            return
        until = time.monotonic() + seconds
        while not any(event.is_set() for event in events) and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, 0.02))


def keygen(curve: Literal["P-256", "X25519"] = "P-256") -> tuple[dict[str, str], dict[str, str]]:
    """A new key pair as JWKs: the private one, which stays with the runtime, and the public one, which the account gets."""
    pair = jwk.JWK.generate(kty="EC", crv="P-256") if curve == "P-256" else jwk.JWK.generate(kty="OKP", crv="X25519")
    named = {"kid": pair.thumbprint()}
    return pair.export_private(as_dict=True) | named, pair.export_public(as_dict=True) | named


# What a caller gives is checked where it's given, and copied: what JSON can't say has no way to Plinth, and what the caller changes
# afterwards isn't what they said.


MAX_LEVELS = 100
"""How deep lists and mappings may be nested. Nobody means more, and a stack has an end."""
MAX_INT = 2**53 - 1
"""The largest integer that every reader of JSON takes as it is."""
ENDS = ("completed", "failed", "cancelled")
TOTALS = ("total_cost_usd", "total_input_tokens", "total_output_tokens", "duration_ms")

_Rule = tuple[str, Callable[[Any], bool]]
_TEXT: _Rule = ("must be a text", lambda value: isinstance(value, str))
_NAME: _Rule = ("must be a text that is not empty", lambda value: isinstance(value, str) and value != "")
_AMOUNT: _Rule = ("must be a number from 0 up", lambda value: _is_number(value) and value >= 0)
_COUNT: _Rule = ("must be a whole number from 0 up", lambda value: _is_count(value) and value >= 0)
_TRUTH: _Rule = ("must be true or false", lambda value: isinstance(value, bool))
_TEXTS: _Rule = (
    "must be a list of texts",
    lambda value: isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value),
)
_OBJECT: _Rule = ("must be a mapping", lambda value: isinstance(value, Mapping))
_STATUS: _Rule = (
    "must be queued, running, completed, failed or cancelled",
    lambda value: isinstance(value, str) and value in ("queued", "running", *ENDS),
)
_JSON: _Rule = ("must be a text, a finite number, true, false, None, a list or a mapping", lambda value: True)

_RULES: dict[str, _Rule] = {
    **dict.fromkeys(("run_id", "group", "key"), _NAME),
    **dict.fromkeys(("org_id", "thread_id", "user_id", "agent_id", "persona_id", "selector", "accept"), _TEXT),
    **dict.fromkeys(("model", "provider_kind", "credential_name", "persona_model"), _TEXT),
    **dict.fromkeys(("created_at", "completed_at"), _TEXT),
    "status": _STATUS,
    "total_cost_usd": _AMOUNT,
    **dict.fromkeys(("total_input_tokens", "total_output_tokens", "duration_ms", "ttl_s"), _COUNT),
    "mcp": _TRUTH,
    **dict.fromkeys(("tools", "flags", "entitlements", "ids"), _TEXTS),
    **dict.fromkeys(("context", "hold"), _OBJECT),
    **dict.fromkeys(("hold.credits", "hold.tokens"), _COUNT),
}
"""The fields of all calls by their paths. A name means the same in each, and what isn't here may be any JSON."""


def _sendable(given: Mapping[str, Any], needed: Iterable[str] = ()) -> dict[str, Any]:
    """A copy of what was given, without what's absent. Raises `Invalid` for what can't be sent."""
    copied = {name: _copied(value, name, (given,)) for name, value in given.items() if value is not None}
    for name in needed:
        if copied.get(name, "") == "":
            raise Invalid(name, "is missing")
    return copied


def _sendable_end(given: Mapping[str, Any]) -> dict[str, Any]:
    copied = _sendable(given, ["status"])
    if copied["status"] not in ENDS:
        raise Invalid("status", "must be completed, failed or cancelled", copied["status"])
    return copied


def _copied(value: Any, path: str, above: tuple[Any, ...]) -> Any:
    must, holds = _RULES.get(path, _JSON)
    if value is None:
        return None
    if not _is_json(value) or not holds(value):
        raise Invalid(path, must, value)
    # A text or number of another class, such as an enum's, is sent as what it is.
    for plain in (str, bool, int, float):
        if isinstance(value, plain):
            return plain.__str__(value) if plain is str else plain(value)
    if any(value is one for one in above):
        raise Invalid(path.partition(".")[0], "must not contain itself")
    if len(above) > MAX_LEVELS:
        raise Invalid(path.partition(".")[0], f"must not be nested deeper than {MAX_LEVELS} levels")
    if not isinstance(value, Mapping):
        return [_copied(one, f"{path}.{index}", (*above, value)) for index, one in enumerate(value)]
    for name in value:
        if not isinstance(name, str) or not _is_json(name):
            raise Invalid(path, "must have texts as names, without half a character")
    return {str(name): _copied(one, f"{path}.{name}", (*above, value)) for name, one in value.items()}


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_number(value) and (isinstance(value, int) or (value.is_integer() and value <= MAX_INT))


def _is_json(value: Any) -> bool:
    if isinstance(value, str):
        # Half of a surrogate pair is no character, and has no bytes.
        return not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, int):
        return abs(value) <= MAX_INT
    return math.isfinite(value) if isinstance(value, float) else isinstance(value, (Mapping, list, tuple))


def _kind_of(value: Any) -> str:
    """What a value is, without a text's content, which may be anybody's."""
    if isinstance(value, str):
        return "another text" if value else "empty"
    return str(value) if isinstance(value, (int, float)) else f"of the type {type(value).__name__}"


def _grown(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The larger total of two reports counts: they only grow, and what was said late or by mistake takes nothing back."""
    most = {name: max(before[name], after[name]) for name in TOTALS if name in before and name in after}
    return {**before, **after, **most}


_HELP = {
    "url": "give the address of your instance, such as https://plinth.example.com. The guide keeps it in PLINTH_URL",
    "key": "give an API key of a service account, which its org makes under Service accounts in the console. "
    "The guide keeps it in PLINTH_KEY",
    "private_key": "give a private JWK, such as keygen makes, a list of them or a function, or leave it out",
    "account": "give the ID of the service account, or leave it out",
    "store_secret": "give a secret text, or leave it out",
}


def _require_options(url: Any, key: Any, options: Mapping[str, Any]) -> None:
    """Names what is missing when a client is made, because an unset variable is found before the first call then."""
    if _is_unset(url):
        raise _missing("url")
    if not isinstance(url, str) or not re.match(r"https?://[^/\s]+[^\s]*$", url.strip(), re.IGNORECASE):
        raise Invalid("url", f"must be an address that begins with https:// or http://: {_HELP['url']}")
    if not callable(key):
        _require_key(key)
    for name in ("private_key", "account", "store_secret"):
        value = options[name]
        if value is not None and (_is_unset(value) or value in ({}, [], b"")):
            raise _missing(name)
    _require_amounts({name: options[name] for name in ("max_stale", "grace_credits", "outage_credits")})


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


# What the core yields, and gets.


@dataclass(frozen=True, slots=True)
class _Send:
    """A request. The result is the answer, or None for what isn't one of Plinth."""

    method: str
    path: str
    headers: dict[str, str]
    content: bytes | None


@dataclass(frozen=True, slots=True)
class _Wait:
    """A wait for the event, or for the time to pass."""

    seconds: float
    event: Any = None


@dataclass(frozen=True, slots=True)
class _Use:
    """A call of a function that the user gave, and that may do I/O."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class _Spawn:
    """Steps to run beside the caller. The result is a task."""

    steps: Steps


@dataclass(slots=True)
class _Task:
    event: Any
    value: Any = None
    error: BaseException | None = None

    def result(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.value


Steps = Generator[Any, Any, Any]


@dataclass(slots=True)
class _Answer:
    status: int
    body: Any
    date: float | None
    retry_after: float | None
    stale_since: str | None


class _Away(Exception):
    """Plinth gave no answer, or one of 5xx."""


def _answer_of(status: int, headers: Mapping[str, str], content: bytes) -> _Answer | None:
    """The answer, or None if it isn't one of Plinth, such as a captive portal's page."""
    if "x-trace-id" not in headers:
        return None
    try:
        body = json.loads(content)
    except ValueError:
        return None
    date = _read(_date, headers.get("date"))
    # A date is by Plinth's clock, whatever ours says.
    retry_after = _retry_after(headers.get("retry-after"), time.time() if date is None else date)
    return _Answer(status, body, date, retry_after, headers.get("stale-since"))


def _retry_after(text: str | None, now: float) -> float | None:
    """Seconds, fractions too, or a date (RFC 9110, 10.2.3), in seconds from now, of which a day is the most. None if it says
    nothing, or not to wait: then we wait as without it."""
    text = (text or "").strip()
    if re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
        seconds = float(text)
    else:
        seconds = (_read(_date, text) or 0.0) - now
    return min(seconds, DAY_S) if seconds > 0 else None


def _read(reader: Callable[[str], float], text: str | None) -> float | None:
    try:
        return reader(text) if text else None
    except (ValueError, TypeError):
        return None


def _date(text: str) -> float:
    return parsedate_to_datetime(text).timestamp()


def _seconds(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def _text(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _unpadded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _compact(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _new_run_id(now: float) -> str:
    """`run_` and a ULID, so that runs sort by their beginning."""
    number = (int(now * 1000) << 80) | secrets.randbits(80)
    return "run_" + "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[(number >> shift) & 31] for shift in range(125, -1, -5))


class _Keys:
    """The private keys of the runtime, the newest first, or a function that opens. Also the keys that sign what's stored."""

    def __init__(self, given: Any, store_secret: str | bytes | None) -> None:
        self.opener: Callable[..., Any] | None = given if callable(given) else None
        try:
            if isinstance(given, str):
                given = json.loads(given)
            listed = [] if given is None or self.opener else [given] if isinstance(given, Mapping) else list(given)
            pairs = [
                jwk.JWK(**{name: one[name] for name in ("kty", "crv", "x", "y", "d") if name in one}) for one in listed
            ]
            is_private = all(pair.has_private and "d" in one for pair, one in zip(pairs, listed))
        except (ValueError, TypeError, KeyError, JWException):
            is_private = False
        if not is_private:
            # Without the cause, which may quote the key.
            raise Invalid("private_key", "must be a private JWK, such as keygen prints, or a list of them") from None
        self.by_kid: dict[str, jwk.JWK] = {pair.thumbprint(): pair for pair in pairs}
        self.kid = next(iter(self.by_kid), None)
        self.signing = {
            kid: _derived(_unpadded(pair.export_private(as_dict=True)["d"])) for kid, pair in self.by_kid.items()
        }
        if store_secret is not None:
            secret = store_secret.encode() if isinstance(store_secret, str) else store_secret
            self.signing |= {"store_secret": _derived(secret)}

    def open(self, sealed: str, kid: str) -> bytes:
        opened = jwe.JWE(algs=ALGORITHMS)
        opened.deserialize(sealed, self.by_kid[kid])
        return bytes(opened.payload)

    def sign(self, kid: str, name: str, body: str) -> str:
        return _base64(hmac.digest(self.signing[kid], f"{name}\n{body}".encode(), "sha256"))


def _derived(secret: bytes) -> bytes:
    """HKDF-SHA256, without salt."""
    return hmac.digest(hmac.digest(bytes(32), secret, "sha256"), b"plinth-store\x01", "sha256")


def _header_in(sealed: Any) -> dict[str, Any]:
    """The protected header of a sealed value. Refuses one that has other fields than Plinth's."""
    try:
        header = json.loads(_unpadded(sealed.split(".")[0]))
    except (ValueError, AttributeError) as error:
        raise Untrusted("header") from error
    if not isinstance(header, dict):
        raise Untrusted("header")
    for name, value in SEALED.items():
        if header.get(name) != value:
            raise Untrusted(name)
    for name in ("zip", "crit"):
        if name in header:
            raise Untrusted(name)
    if set(header) != HEADER or not all(isinstance(header[name], int) for name in ("iat", "exp", "use_until")):
        raise Untrusted("header")
    return header


@dataclass(frozen=True, slots=True)
class _Question:
    """What a runtime asks, with its request and the places of the credentials in its answer."""

    kind: Literal["model", "tool", "mcp", "flag", "entitlement", "terms"]
    org_id: str | None
    arguments: Mapping[str, Any]

    def checked(self) -> tuple[str, dict[str, Any]]:
        """Its org and arguments, if they can be sent."""
        given = _sendable({"org_id": self.org_id, **self.arguments}, _NEEDED[self.kind])
        return given.pop("org_id"), given

    @property
    def name(self) -> str:
        asked = _compact([self.kind, self.org_id, _given(self.arguments)])
        return "known/" + hashlib.sha256(asked.encode()).hexdigest()

    def request(self, kid: str | None) -> tuple[str, str, dict[str, Any] | None]:
        of_org = _given({"org_id": self.org_id})
        if self.kind == "flag":
            path = f"/v1/feature-flags/{quote(self.arguments['key'], safe='')}/evaluate"
            return "GET", f"{path}?{urlencode(of_org)}", None
        if self.kind == "entitlement":
            return "GET", f"/v1/entitlements?{urlencode(of_org)}", None
        path = {"model": "models", "tool": "tools", "mcp": "mcp"}[self.kind]
        return "POST", f"/v1/runtime/{path}/resolve", of_org | _given(self.arguments) | _given({"kid": kid})

    def answer_in(self, body: Any) -> Any:
        if self.kind != "entitlement":
            return body
        return next((one for one in body if one["key"] == self.arguments["key"]), None)

    def seals(self, answer: Any) -> Iterable[tuple[dict[str, Any], str, tuple[str, str, str], Any]]:
        """The holder of each credential, its field, its place, and the target that its seal has to name."""
        if self.kind == "model":
            yield answer, "api_key", ("llm_providers", answer.get("provider_id"), "api_key"), answer.get("base_url")
        if self.kind == "tool":
            owner = "platform" if answer.get("scope") == "platform" else self.org_id
            place = ("tool_providers", f"{owner} {answer.get('provider_name')}", "api_key")
            legacy = ("config_entries", f"{self.arguments['group']}.api_key", "value")
            yield answer, "api_key", legacy if answer.get("scope") == "legacy" else place, answer.get("base_url")
        for server in answer.get("servers", []) if self.kind == "mcp" else []:
            target = server.get("command") if server.get("transport") == "stdio" else server.get("url")
            for name in ("bearer_token", "env"):
                yield server, name, ("mcp_configs", server.get("id"), name), target


_NEEDED = {
    "model": ["org_id"],
    "tool": ["org_id", "group"],
    "mcp": ["org_id"],
    "flag": ["org_id", "key"],
    "entitlement": ["org_id", "key"],
}


def _is_sealed(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"$sealed"}


@dataclass
class Run:
    """A run that has begun: what it may take, and what was resolved for it, with its credentials opened."""

    run_id: str
    org_id: str | None
    hold: dict[str, Any]
    budgets: list[dict[str, Any]]
    terms: dict[str, Any]
    is_local: bool = False
    """Plinth doesn't know the run yet, or hasn't heard its last progress."""
    model: dict[str, Any] | None = field(default=None, repr=False)
    tools: list[dict[str, Any]] | None = field(default=None, repr=False)
    mcp: dict[str, Any] | None = field(default=None, repr=False)
    flags: list[dict[str, Any]] | None = None
    entitlements: list[dict[str, Any]] | None = None
    _client: Any = field(default=None, repr=False)
    _asked: dict[str, Any] = field(default_factory=dict, repr=False)
    _created_at: float = field(default=0.0, repr=False)
    _totals: dict[str, Any] = field(default_factory=dict, repr=False)
    _covered: int = field(default=0, repr=False)
    """The credits that Plinth or a live hold covered last."""
    _told: dict[str, int] = field(default_factory=lambda: {"credits": 0, "tokens": 0}, repr=False)
    _is_unknown: bool = field(default=False, repr=False)
    """It began in an outage, and Plinth doesn't know it yet."""
    _is_begun: bool = field(default=False, repr=False)
    _refusal: Stopped | None = field(default=None, repr=False)
    """What stops the run, and no call has raised yet."""

    @property
    def spent(self) -> dict[str, int]:
        """What it has taken: as Plinth said, or by its last totals while Plinth hasn't heard them."""
        return self._used if self.is_local else self._told

    @property
    def _used(self) -> dict[str, int]:
        totals = self._totals
        tokens = (totals.get("total_input_tokens") or 0) + (totals.get("total_output_tokens") or 0)
        return {"credits": _credits(totals.get("total_cost_usd") or 0, self.terms), "tokens": tokens}

    def progress(
        self,
        *,
        total_cost_usd: float | None = None,
        total_input_tokens: int | None = None,
        total_output_tokens: int | None = None,
        hold: Mapping[str, int] | None = None,
        ttl_s: int | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
    ) -> Any:
        """Says what the run has spent since its beginning. Returns the run, or raises `Stopped` if it may not continue."""
        totals = {
            "total_cost_usd": total_cost_usd,
            "total_input_tokens": total_input_tokens,
            "total_output_tokens": total_output_tokens,
        }
        more = _given({"hold": hold, "ttl_s": ttl_s})
        return self._client._run(self._client._core.progress(self, _given(totals), more, deadline_ms), abort)

    def end(self, *, status: Literal["completed", "failed", "cancelled"] = "completed", **report: Any) -> Any:
        """Reports the end, with the totals and whatever else a report takes. It leaves within ten seconds."""
        return self._client._run(self._client._core.end(self, status, report), None)


def _credits(cost_usd: float, terms: Mapping[str, Any]) -> int:
    """As Plinth charges: by whole micro-dollars, and never nothing for something."""
    if not cost_usd:
        return 0
    microusd = max(1, round(cost_usd * 1_000_000))
    factor = max(Fraction(1), Fraction(str(terms.get("multiplier", 1))))
    return max(1, math.ceil(microusd * int(terms.get("credits_per_usd", 0)) * factor / 1_000_000))


@dataclass(slots=True)
class _Waiting:
    """A report that Plinth doesn't have yet, and since when it waits."""

    sequence: int
    report: dict[str, Any]
    since: float

    @property
    def is_end(self) -> bool:
        return self.report["status"] in ENDS


class _Core:
    """The rules, without I/O: nothing in here waits or sends by itself. A client runs one step at a time."""

    def __init__(
        self,
        *,
        key: str | Callable[[], Any] | None,
        private_key: Any,
        store: Any,
        store_secret: str | bytes | None,
        account: str | None,
        max_stale: float | None,
        grace_credits: int,
        on_outage: Literal["begin"] | None,
        outage_credits: int,
        on_event: Callable[[dict[str, Any]], Any] | None,
        clock: Clock,
        new_event: Callable[[], Any],
    ) -> None:
        self._keys = _Keys(private_key, store_secret)
        if store is not None and not self._keys.signing:
            raise Invalid("store_secret", "is missing: a store needs it where private_key is not a JWK")
        self._key: Any = key
        self._kid = self._keys.kid
        self._store = store
        self._account = account
        self._max_stale = max_stale
        self._grace_credits = grace_credits
        self._may_begin_alone = on_outage == "begin"
        self._outage_credits = outage_credits
        self._on_event = on_event
        self._clock = clock
        self._new_event = new_event
        self.told: list[dict[str, Any]] = []
        self._ahead_s = 0.0
        self._told_ahead_s = 0.0
        # Plinth's time at its last answer, and when that was by the monotonic clock.
        self._heard_at = (-math.inf, 0.0)
        # The known goods, those that were used last at the end. A None is only in the store so far.
        self._known: OrderedDict[str, dict[str, Any] | None] = OrderedDict()
        self._epoch = 0
        self._refused: set[str] = set()
        self.begin_process()

    def begin_process(self) -> None:
        """What belongs to one process, in a new one empty: what its threads do, and the runs and reports that are its."""
        self._starting: _Task | None = None
        self._busy: dict[str, Any] = {}
        self._asking: dict[tuple[str, bool], _Task] = {}
        # Set when the progress of a run that is on its way has ended.
        self._saying: dict[str, Any] = {}
        # What the runs that Plinth doesn't know yet have taken or hold.
        self._alone: dict[str, int] = {}
        self._waiting: dict[str, _Waiting] = {}
        self._ends = 0
        self._sequence = 0
        self._is_reporting = False
        self._batch_size = BATCH_SIZE
        self._retry_at: float | None = None
        self._is_away = False
        self._flushes = 0
        self._is_told = False
        self._signal = self._new_event()
        self._idle = self._new_event()
        self._idle.set()

    def _tell(self, kind: str, **detail: Any) -> None:
        if self._on_event is not None:
            self.told.append({"type": kind, **detail})

    def _now(self) -> float:
        """The time by Plinth's clock, as far as it's known, to be written down."""
        local = self._clock.now()
        return local - self._ahead_s if abs(self._ahead_s) >= CLOCK_COUNTS_S else local

    def _present(self) -> float:
        """The same for what ends at a time. It's no earlier than Plinth's last answer and what has passed since, so a clock
        that's moved back prolongs nothing."""
        heard, at = self._heard_at
        return max(self._now(), heard + self._clock.monotonic() - at)

    def _until(self, deadline_ms: float | None) -> float:
        """When a caller stops waiting for a call beside it, which ends by itself after ten seconds and then says why."""
        seconds = math.inf if deadline_ms is None else deadline_ms / 1000
        return self._clock.monotonic() + (seconds if seconds < DEADLINE_S else DEADLINE_S + 1)

    def _jittered(self, seconds: float) -> float:
        return seconds * (0.5 + self._clock.random())

    # Calls.

    def _call(self, method: str, path: str, body: Any, seconds: float, prefer: str = "handling=strict") -> Steps:
        key = (yield _Use(self._key)) if callable(self._key) else self._key
        _require_key(key)
        headers = {"Authorization": f"Bearer {key}", "Accept": "application/json", "Prefer": prefer}
        content = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(body, separators=(",", ":")).encode()
        task = yield _Spawn(self._send(_Send(method, path, headers, content)))
        yield _Wait(seconds, task.event)
        return task.result() if task.event.is_set() else None

    def _send(self, request: _Send) -> Steps:
        answer = yield request
        if answer is not None and answer.date is not None:
            self._ahead_s = self._clock.now() - answer.date
            self._heard_at = (self._now(), self._clock.monotonic())
            if abs(self._ahead_s - self._told_ahead_s) >= TOLERATED_S:
                self._told_ahead_s = self._ahead_s
                self._tell("skewed", ahead_ms=round(self._ahead_s * 1000))
        return answer

    def _ask(self, method: str, path: str, body: Any, until: float, is_patient: bool = True) -> Steps:
        """Sends until Plinth decides. Raises `_Away` when the time is over, or at once for a caller who isn't patient."""
        backoff, once = 0.5, {"idempotency.in_progress", "runtime.no_encryption_key"}
        while True:
            left = until - self._clock.monotonic()
            answer = (yield from self._call(method, path, body, left)) if left > 0 else None
            if answer is not None and answer.status < 400:
                if _ALL in self._refused:
                    yield from self._take_back({_ALL})
                return answer
            problem: Exception = _Away()
            if answer is None or answer.status >= 500:
                if not is_patient:
                    raise problem
                wait = (answer and answer.retry_after) or self._jittered(backoff)
                backoff *= 2
            else:
                problem = refusal = Refused(answer.status, answer.body)
                wait = answer.retry_after or self._jittered(1.0)
                if refusal.status != 429 and refusal.reason not in once:
                    yield from self._note_refusal(refusal)
                    raise refusal
                once -= {refusal.reason}
                if refusal.reason == "runtime.no_encryption_key":
                    ours = [kid for kid in refusal.details.get("kids", []) if kid in self._keys.by_kid]
                    if not ours:
                        yield from self._note_refusal(refusal)
                        raise refusal
                    self._kid = ours[0]
                    body, wait = {**body, "kid": self._kid}, 0.0
            left = until - self._clock.monotonic()
            if left > 0:
                yield _Wait(min(wait, left))
            if wait >= left:
                raise problem

    def _note_refusal(self, refusal: Refused) -> Steps:
        """401 ends all that is known, in the store too."""
        if refusal.status == 401:
            self._epoch += 1
            names = list(self._known)
            self._known.clear()
            for name in names:
                yield from self._drop(name)
            yield from self._refuse({_ALL})

    # The store. A record carries a code over its name and its text, and one whose code differs is absent.

    def _load(self, name: str) -> Steps:
        stored = yield _Use(self._store.get, (name,))
        try:
            record = json.loads(stored) if stored else {}
            kid, body, mac = record["kid"], record["body"], record["mac"]
            if record["v"] == 1 and hmac.compare_digest(self._keys.sign(kid, name, body), mac):
                return json.loads(body)
        except (ValueError, TypeError, KeyError, AttributeError):
            pass
        return None

    def _save(self, name: str, value: Any) -> Steps:
        if self._store is not None:
            kid, body = next(iter(self._keys.signing)), _compact(value)
            record = {"v": 1, "kid": kid, "mac": self._keys.sign(kid, name, body), "body": body}
            yield _Use(self._store.set, (name, json.dumps(record, ensure_ascii=False)))

    def _drop(self, name: str) -> Steps:
        if self._store is not None:
            yield _Use(self._store.delete, (name,))

    def _alone_with(self, name: str, steps: Steps) -> Steps:
        """Runs the steps while nobody else changes this record."""
        while name in self._busy:
            yield _Wait(DEADLINE_S, self._busy[name])
        done = self._busy[name] = self._new_event()
        try:
            return (yield from steps)
        finally:
            self._busy.pop(name, None)
            done.set()

    def ready(self) -> Steps:
        """Reads what an earlier process left in the store, once."""
        if self._store is None:
            return
        while self._starting is None or not self._starting.event.is_set():
            if self._starting is not None:
                yield _Wait(DEADLINE_S, self._starting.event)
                continue
            starting = self._starting = _Task(self._new_event())
            try:
                yield from self._start()
            except BaseException:
                self._starting = None
                raise
            finally:
                starting.event.set()

    def _start(self) -> Steps:
        for name in sorted((yield _Use(self._store.keys, ("known/",)))):
            self._known.setdefault(name, None)
        self._refused = set((yield from self._load("refused")) or [])
        self._account = self._account or (yield from self._load("account"))
        found = []
        for name in (yield _Use(self._store.keys, ("report/",))):
            record = yield from self._load(name)
            if record is not None:
                found.append((record["sequence"], name, record["report"]))
        for sequence, name, report in sorted(found):
            waiting = self._waiting[name] = _Waiting(sequence, report, self._clock.monotonic())
            self._ends += waiting.is_end
            self._sequence = max(self._sequence, sequence)
        if self._waiting:
            self._idle.clear()
            yield from self._ensure_reporter()

    # Configuration.

    def _usable(self, question: _Question, max_stale: float | None = None) -> Steps:
        """The known good with its credentials opened, if it may still be used. One that doesn't open is absent."""
        name = question.name
        if name not in self._known:
            return None
        record = self._known[name]
        if record is None:
            record = yield from self._load(name)
            # A refusal may have ended it meanwhile.
            if record is None or name not in self._known:
                self._known.pop(name, None)
                return None
            # What a clock that was wrong has dated ahead may be used for its own time, from now.
            early = max(record["at"] - self._present(), 0)
            record = {**record, "at": record["at"] - early, "use_until": record["use_until"] - early}
            self._known[name] = record
        if name in self._known:
            self._known.move_to_end(name)
        bounds = [record["at"] + one for one in (self._max_stale, max_stale) if one is not None]
        if self._present() >= min([record["use_until"], *bounds]):
            return None
        try:
            answer, _ = yield from self._opened(question, record["answer"])
        except Untrusted:
            return None
        return answer, record["since"]

    def _learn(self, question: _Question, answer: Any, use_until: float | None, since: str | None, epoch: int) -> Steps:
        """Keeps an answer, unless a 401 came after the question was sent."""
        at, name = self._present(), question.name
        if epoch != self._epoch:
            return
        until = at + STALE_S if use_until is None else use_until
        record = {"answer": answer, "at": at, "since": since or _text(at), "use_until": until}
        self._known[name] = record
        self._known.move_to_end(name)
        yield from self._save(name, record)
        while len(self._known) > MAX_QUESTIONS:
            oldest, _ = self._known.popitem(last=False)
            yield from self._drop(oldest)

    def _forget(self, question: _Question) -> Steps:
        if question.name in self._known:
            del self._known[question.name]
            yield from self._drop(question.name)

    def _opened(self, question: _Question, answer: Any, date: float | None = None) -> Steps:
        """The answer with its credentials, and until when it may be used. `date` is that of an answer from the network."""
        opened = copy.deepcopy(answer)
        use_until: float | None = None
        for holder, name, place, target in list(question.seals(opened)) if isinstance(opened, dict) else []:
            if not _is_sealed(holder.get(name)):
                continue
            sealed = holder[name]["$sealed"]
            header = _header_in(sealed)
            self._check(header, question.org_id, place, date)
            holder[name] = yield from self._open(sealed, header, target)
            until = header["use_until"] if header["use_until"] > header["iat"] else 0
            use_until = min(until, use_until) if use_until is not None else until
        return opened, use_until

    def _check(
        self, header: dict[str, Any], org_id: str | None, place: tuple[str, str, str], date: float | None
    ) -> None:
        """Refuses what isn't meant for this runtime, org, place and time, before anything is opened."""
        if self._keys.opener is None and header["kid"] not in self._keys.by_kid:
            raise Untrusted("kid")
        if self._account is not None and header["sub"] != self._account:
            raise Untrusted("sub")
        if org_id is not None and header["org"] != org_id:
            raise Untrusted("org")
        if header["place"] != "/".join(map(str, place)):
            raise Untrusted("place")
        if date is not None and date > header["exp"] + TOLERATED_S:
            raise Untrusted("exp")
        if date is not None and date < header["iat"] - TOLERATED_S:
            raise Untrusted("iat")

    def _open(self, sealed: str, header: dict[str, Any], target: Any) -> Steps:
        try:
            if self._keys.opener is not None:
                text = yield _Use(self._keys.opener, (sealed, header))
            else:
                text = self._keys.open(sealed, header["kid"])
            plain = json.loads(text)
            value, aim = plain["value"], plain["target"]
        except (JWException, ValueError, TypeError, KeyError) as error:
            raise Untrusted("seal") from error
        if aim != target:
            raise Untrusted("target")
        if self._account is None:
            self._account = header["sub"]
            yield from self._save("account", self._account)
        return value

    def question(self, question: _Question, max_stale: float | None, deadline_ms: float | None) -> Steps:
        question = _Question(question.kind, *question.checked())
        _require_amounts({"max_stale": max_stale})
        yield from self.ready()
        until = self._until(deadline_ms)
        known = yield from self._usable(question, max_stale)
        asking = (question.name, known is None)
        flying = self._asking.get(asking)
        task: _Task = (
            flying if flying and not flying.event.is_set() else (yield _Spawn(self._refresh(question, known is None)))
        )
        self._asking[asking] = task
        left = until - self._clock.monotonic()
        yield _Wait(left if known is None else min(PATIENCE_S, left), task.event)
        if task.event.is_set() and self._asking.get(asking) is task:
            del self._asking[asking]
        if task.event.is_set() and not isinstance(task.error, _Away):
            return copy.deepcopy(task.result())
        # What another call was refused meanwhile is no longer known.
        known = yield from self._usable(question, max_stale)
        if known is None:
            raise Unavailable("Plinth is away, and no answer of before may be used")
        return self._stale(question, *known)

    def _stale(self, question: _Question, answer: Any, since: str) -> Any:
        """A known good, as the caller gets it."""
        asked = {"kind": question.kind, "org_id": question.org_id, **question.arguments}
        self._tell("stale", question=asked, since=since)
        return answer | {"stale_since": since} if isinstance(answer, dict) else answer

    def _refresh(self, question: _Question, is_patient: bool) -> Steps:
        epoch = self._epoch
        try:
            until = self._clock.monotonic() + DEADLINE_S
            answer = yield from self._ask(*question.request(self._kid), until, is_patient)
            body = question.answer_in(answer.body)
            return (yield from self._taken(question, body, answer, epoch))
        except Refused as refusal:
            if refusal.status in (403, 404, 409):
                yield from self._forget(question)
            raise

    def _taken(self, question: _Question, body: Any, answer: _Answer, epoch: int) -> Steps:
        """An answer of now, opened, and known from now on."""
        opened, use_until = yield from self._opened(question, body, answer.date or self._present())
        yield from self._learn(question, body, use_until, answer.stale_since, epoch)
        return opened | {"stale_since": answer.stale_since} if isinstance(opened, dict) else opened

    # Runs.

    def begin(self, client: Any, asked: dict[str, Any], deadline_ms: float | None) -> Steps:
        given = _sendable(asked)
        yield from self.ready()
        until = min(self._until(deadline_ms), self._clock.monotonic() + DEADLINE_S)
        asked = {"run_id": _new_run_id(self._now()), "ttl_s": 3600} | given
        run = Run(
            asked["run_id"], asked.get("org_id"), {}, [], {}, _client=client, _asked=asked, _created_at=self._now()
        )
        alone_at = min(until, self._clock.monotonic() + OUTAGE_AFTER_S)
        may_alone = self._may_begin_alone and (yield from self._knows_terms(run)) is not None
        try:
            yield from self._begin(run, alone_at if may_alone else until)
        except _Away:
            if may_alone and (yield from self._begun_alone(run)):
                return run
            if may_alone and until > alone_at:
                yield from self._begin_late(run, until)
                return run
            raise Unavailable("Plinth is away, so no run begins") from None
        return run

    def _begin_late(self, run: Run, until: float) -> Steps:
        try:
            yield from self._begin(run, until)
        except _Away:
            raise Unavailable("Plinth is away, and this run may not begin without it") from None

    def _begin(self, run: Run, until: float, is_patient: bool = True) -> Steps:
        body = run._asked | _given({"kid": self._kid})
        epoch = self._epoch
        try:
            answer = yield from self._ask("POST", "/v1/runtime/runs/begin", body, until, is_patient)
        except Refused as refusal:
            raise (yield from self._stopping(run, refusal)) from None
        run.org_id = answer.body["run"]["org_id"]
        self._take(run, answer.body)
        yield from self._learn(_terms_of(run), run.terms, None, None, epoch)
        for name, parts in _parts_of(run).items():
            given = answer.body.get(name)
            given = given if name in _LISTS else [given]
            taken = []
            for part, one in zip(parts, given):
                if isinstance(one, dict) and "error" in one:
                    yield from self._forget(part)
                    taken.append(one)
                else:
                    taken.append((yield from self._taken(part, one, answer, epoch)))
            setattr(run, name, taken if name in _LISTS else taken[0])
        yield from self._take_back(_subjects(run))

    def _take(self, run: Run, body: dict[str, Any]) -> None:
        run.hold, run.budgets, run.terms = body["hold"], body["budgets"], body["terms"]
        run.is_local, run._is_begun = False, True
        run._told = body.get("spent", run._told)
        run._covered = max(run._covered, run._told["credits"])

    def _knows_terms(self, run: Run) -> Steps:
        return (yield from self._usable(_terms_of(run)))

    def _begun_alone(self, run: Run) -> Steps:
        """Begins a run in an outage, if it may: with what is known, and as long as the credits for outages last."""
        terms = yield from self._knows_terms(run)
        hold = run._asked.get("hold") or {}
        room = self._outage_credits - sum(self._alone.values())
        if terms is None or max(1, hold.get("credits") or 0) > room or self._refused & _subjects(run):
            return False
        run.terms, _ = terms
        run.hold = {"credits": hold.get("credits") or 0, "tokens": hold.get("tokens") or 0, "expires_at": None}
        for name, parts in _parts_of(run).items():
            found = []
            for part in parts:
                known = yield from self._usable(part)
                found.append({"error": "unavailable"} if known is None else self._stale(part, *known))
            setattr(run, name, found if name in _LISTS else found[0])
        run.is_local = run._is_unknown = True
        self._alone[run.run_id] = run.hold["credits"]
        self._tell("local", run_id=run.run_id)
        return True

    def _stopping(self, run: Run, refusal: Refused) -> Steps:
        """What a refusal raises: `Stopped` if it's the run that may not continue."""
        if refusal.status in (402, 403):
            yield from self._refuse({_subject_in(run, refusal)})
        is_over = run._is_begun and refusal.reason == "run.ended"
        if refusal.status != 402 and refusal.error != "run.paused" and not is_over:
            return refusal
        reason = "run.ended" if is_over else refusal.error
        self._tell("stopped", run_id=run.run_id, reason=reason)
        return Stopped(reason, refusal.details, refusal.status)

    def _refuse(self, subjects: set[str]) -> Steps:
        if not subjects <= self._refused:
            self._refused |= subjects
            yield from self._save("refused", sorted(self._refused))

    def _take_back(self, subjects: set[str]) -> Steps:
        if subjects & self._refused:
            self._refused -= subjects
            yield from self._save("refused", sorted(self._refused))

    def progress(self, run: Run, totals: dict[str, Any], more: dict[str, Any], deadline_ms: float | None) -> Steps:
        totals, more = _sendable(totals), _sendable(more)
        yield from self.ready()
        until, ends_at = self._until(deadline_ms), self._clock.monotonic() + DEADLINE_S
        run._totals = _grown(run._totals, totals)
        may_alone = self._may_continue(run)
        patient_until = min(until, self._clock.monotonic() + PATIENCE_S) if may_alone else until
        # Plinth has to hear the totals in their order.
        while (saying := self._saying.get(run.run_id)) is not None and run._refusal is None:
            if (left := patient_until - self._clock.monotonic()) <= 0:
                break
            yield _Wait(left, saying)
        if run._refusal is None and saying is None:
            self._saying[run.run_id] = self._new_event()
            task = yield _Spawn(self._say(run, run._totals | more, ends_at, may_alone))
            yield _Wait(patient_until - self._clock.monotonic(), task.event)
            if run._refusal is None and task.event.is_set() and not isinstance(task.error, _Away):
                task.result()
                return run
        if run._refusal is not None:
            why, run._refusal = run._refusal, None
            raise why
        run.is_local = True
        yield from self._enqueue(run._totals | {"status": "running"}, run)
        if not self._may_continue(run):
            self._tell("stopped", run_id=run.run_id, reason="outage")
            raise Stopped("outage", {"hold": run.hold})
        self._count_alone(run)
        return run

    def _say(self, run: Run, said: dict[str, Any], until: float, may_alone: bool) -> Steps:
        """Tells Plinth what a run has spent. What stops the run also counts if nobody waits for it by then."""
        body = _given({"org_id": run._asked.get("org_id")}) | said
        path = f"/v1/runtime/runs/{quote(run.run_id, safe='')}/progress"
        try:
            if run._is_unknown:
                yield from self._begin_anew(run, until, is_patient=not may_alone)
            answer = yield from self._ask("POST", path, body, until, is_patient=not may_alone)
            self._take(run, answer.body)
            yield from self._heard(run)
        except Stopped as stopped:
            run._refusal = stopped
        except Refused as refusal:
            why = yield from self._stopping(run, refusal)
            if not isinstance(why, Stopped):
                raise
            run._refusal = why
        finally:
            if (saying := self._saying.pop(run.run_id, None)) is not None:
                saying.set()

    def _heard(self, run: Run) -> Steps:
        """Plinth knows what a `running` report would say."""
        name = _report_name(run.run_id)
        waiting = self._waiting.get(name)
        if waiting is not None and not waiting.is_end:
            yield from self._done(name, waiting)

    def _begin_anew(self, run: Run, until: float, is_patient: bool) -> Steps:
        """What a run that began in an outage says first to Plinth."""
        hold = run._asked.get("hold") or {}
        if hold.get("credits"):
            run._asked["hold"] = {**hold, "credits": max(hold["credits"], run._used["credits"])}
        try:
            yield from self._begin(run, until, is_patient)
        except Refused as refusal:
            if refusal.status == 429:
                raise
            self._tell("stopped", run_id=run.run_id, reason=refusal.reason)
            raise Stopped(refusal.reason or refusal.error, refusal.details, refusal.status) from None
        run._is_unknown = False
        self._alone.pop(run.run_id, None)

    def _may_continue(self, run: Run) -> bool:
        """Whether a run may continue without Plinth."""
        used = run._used
        if run._is_unknown:
            others = sum(taken for run_id, taken in self._alone.items() if run_id != run.run_id)
            return others + used["credits"] <= self._outage_credits
        held = self._live_hold(run)
        if held and all(used[unit] <= most for unit, most in held.items()):
            return True
        beyond = used["credits"] - (held.get("credits") or run._covered)
        return 0 < self._grace_credits >= beyond

    def _live_hold(self, run: Run) -> dict[str, int]:
        """What a run may take by a hold that is live."""
        expires_at = run.hold.get("expires_at")
        if expires_at is None or self._present() >= _seconds(expires_at) - MARGIN_S:
            return {}
        return {unit: run.hold[unit] for unit in ("credits", "tokens") if run.hold.get(unit)}

    def _count_alone(self, run: Run) -> None:
        """What a run has taken without Plinth."""
        credits = run._used["credits"]
        if run._is_unknown:
            self._alone[run.run_id] = max(self._alone.get(run.run_id, 0), credits)
        elif self._live_hold(run) and credits <= (run.hold.get("credits") or math.inf):
            run._covered = max(run._covered, credits)

    def end(self, run: Run, status: str, report: dict[str, Any]) -> Steps:
        said = _sendable_end({"status": status, **report})
        yield from self.ready()
        yield from self._enqueue(_grown(run._totals, said), run)

    # Reports.

    def report(self, report: dict[str, Any]) -> Steps:
        given = _sendable(report, ["run_id", "status"])
        yield from self.ready()
        yield from self._enqueue(given)

    def _enqueue(self, said: dict[str, Any], run: Run | None = None) -> Steps:
        """Keeps a report until Plinth has it. Of a run one report waits: its end with what the one before it said."""
        report = _given(said)
        if run is not None:
            of_run = ("run_id", "org_id", *(_NAMES if run._is_unknown else ()))
            report = _given({name: run._asked.get(name) for name in of_run}) | report
            if run._is_unknown:
                # The clock may have been corrected meanwhile.
                report.setdefault("created_at", _text(min(run._created_at, self._now())))
        name = _report_name(report["run_id"])
        waiting = _Waiting(0, report, self._clock.monotonic())
        if waiting.is_end:
            report.setdefault("completed_at", _text(self._now()))
            is_new = name not in self._waiting or not self._waiting[name].is_end
            if is_new and self._ends >= MAX_ENDS:
                raise ReportsFull(f"{MAX_ENDS} ends wait for Plinth")
        yield from self._alone_with(name, self._keep(name, waiting))
        if len(self._waiting) >= BATCH_SIZE:
            self._signal.set()
        yield from self._ensure_reporter()

    def _keep(self, name: str, waiting: _Waiting) -> Steps:
        before = self._waiting.get(name)
        if before is not None:
            if before.is_end and not waiting.is_end:
                return
            waiting.report = _grown(before.report, waiting.report)
            waiting.since = before.since
            self._ends -= before.is_end
        self._sequence += 1
        waiting.sequence = self._sequence
        self._ends += waiting.is_end
        self._waiting[name] = waiting
        self._idle.clear()
        yield from self._save(name, {"sequence": waiting.sequence, "report": waiting.report})

    def _ensure_reporter(self) -> Steps:
        if not self._is_reporting:
            self._is_reporting = True
            yield _Spawn(self._report_all())

    def _report_all(self) -> Steps:
        """Sends what waits: a batch leaves ten seconds after its first report, or with a hundred, or for a flush."""
        backoff = 1.0
        try:
            while self._waiting:
                wait = self._next_batch_in()
                if wait > 0:
                    yield _Wait(wait, self._signal)
                self._signal.clear()
                if self._next_batch_in() > 0:
                    continue
                self._retry_at = None
                try:
                    delay = yield from self._deliver(list(self._waiting.items())[: self._batch_size])
                except Exception as error:
                    # The user's key function or store failed. It's tried again, like Plinth.
                    delay = type(error).__name__, None, None
                if delay is None:
                    backoff = 1.0
                    continue
                reason, told, own = delay
                self._is_told = told is not None
                wait = self._jittered(own or backoff) if told is None else told
                backoff = min(backoff * 2, MAX_BACKOFF_S)
                self._retry_at = self._clock.monotonic() + wait
                self._tell("waiting", count=len(self._waiting), reason=reason, retry_ms=round(wait * 1000))
        finally:
            self._is_reporting = False

    def _next_batch_in(self) -> float:
        now = self._clock.monotonic()
        if self._retry_at is not None:
            return self._retry_at - now
        if self._flushes or len(self._waiting) >= BATCH_SIZE:
            return 0.0
        return min((one.since for one in self._waiting.values()), default=now) + BATCH_S - now

    def _deliver(self, batch: list[tuple[str, _Waiting]]) -> Steps:
        """Sends a batch. The result is None if it's done with, else why it has to wait, and how long by Plinth's word and by ours."""
        prefer = "handling=strict" + (", respond-async" if self._is_away else "")
        reports = [waiting.report for _, waiting in batch]
        answer = yield from self._call("POST", "/v1/runtime/runs", reports, DEADLINE_S, prefer)
        if answer is None or answer.status >= 500:
            self._is_away = True
            reason = Refused(answer.status, answer.body).reason if answer else "unavailable"
            return reason, answer and answer.retry_after, None
        if answer.status < 400:
            self._is_away, self._batch_size = False, min(self._batch_size * 2, BATCH_SIZE)
            for one in batch:
                yield from self._done(*one)
            self._tell_kept(reports, answer.body)
            return None
        refusal = Refused(answer.status, answer.body)
        if refusal.status == 429:
            return refusal.reason, answer.retry_after, None
        if refusal.status in (401, 403):
            yield from self._note_refusal(refusal)
            return refusal.reason, None, REFUSED_WAIT_S
        problems = _problems_in(refusal, len(batch))
        if not problems and len(batch) > 1:
            self._batch_size = (len(batch) + 1) // 2
        for index, problem in problems.items():
            name, waiting = batch[index]
            self._tell("rejected", report=waiting.report, problem=problem)
            yield from self._done(name, waiting)
        # The others leave again at once.
        self._retry_at = self._clock.monotonic()
        return None

    def _tell_kept(self, reports: list[dict[str, Any]], body: Any) -> None:
        """Plinth knows larger totals of a run than its report has, and keeps them."""
        sent = {report["run_id"]: report for report in reports}
        for run in (body.get("runs") if isinstance(body, dict) else None) or []:
            report = sent.get(run.get("run_id"), {})
            totals = {name: run[name] for name in TOTALS if name in report and (run.get(name) or 0) > report[name]}
            if totals:
                self._tell("kept", run_id=run["run_id"], totals=totals)

    def _done(self, name: str, waiting: _Waiting) -> Steps:
        yield from self._alone_with(name, self._discard(name, waiting))
        if not self._waiting:
            self._idle.set()

    def _discard(self, name: str, waiting: _Waiting) -> Steps:
        # A newer report of the run may have taken its place.
        if self._waiting.get(name) is waiting:
            del self._waiting[name]
            self._ends -= waiting.is_end
            if waiting.is_end:
                self._alone.pop(waiting.report["run_id"], None)
            yield from self._drop(name)

    @property
    def has_waiting(self) -> bool:
        return bool(self._waiting)

    def drain(self) -> Steps:
        """Sends what waits at the end of the process, as far as Plinth takes it."""
        while self._waiting:
            if (yield from self._deliver(list(self._waiting.items())[: self._batch_size])) is not None:
                return

    def flush(self, deadline_ms: float | None) -> Steps:
        """Sends what waits, now."""
        yield from self.ready()
        until = math.inf if deadline_ms is None else self._clock.monotonic() + deadline_ms / 1000
        self._flushes += 1
        try:
            # What Retry-After says holds for a flush too.
            if self._retry_at is not None and not self._is_told:
                self._retry_at = None
            self._signal.set()
            while self._waiting:
                yield from self._ensure_reporter()
                left = until - self._clock.monotonic()
                if left <= 0:
                    raise Unavailable(f"{len(self._waiting)} reports still wait for Plinth")
                yield _Wait(left, self._idle)
        finally:
            self._flushes -= 1

    def close(self, deadline_ms: float | None) -> Steps:
        yield from self.flush(deadline_ms)
        if self._store is not None and hasattr(self._store, "close"):
            yield _Use(self._store.close)


_ALL = "key"
"""What a 401 refuses: everything."""
_LISTS = ("tools", "flags", "entitlements")
_NAMES = ("thread_id", "user_id", "agent_id", "persona_id")


def _report_name(run_id: str) -> str:
    return "report/" + hashlib.sha256(run_id.encode()).hexdigest()


def _terms_of(run: Run) -> _Question:
    return _Question("terms", run._asked.get("org_id"), {"selector": run._asked.get("selector")})


def _parts_of(run: Run) -> dict[str, list[_Question]]:
    """What a beginning asks for, each as the question that the single call answers."""
    asked, org_id = run._asked, run._asked.get("org_id") or run.org_id
    parts: dict[str, list[_Question]] = {}
    if asked.get("selector") or asked.get("context"):
        arguments = {"selector": asked.get("selector"), "context": asked.get("context") or {}}
        parts["model"] = [_Question("model", org_id, arguments)]
    if asked.get("tools"):
        parts["tools"] = [_Question("tool", org_id, {"group": group}) for group in asked["tools"]]
    if asked.get("mcp"):
        parts["mcp"] = [_Question("mcp", org_id, {})]
    if asked.get("flags"):
        parts["flags"] = [_Question("flag", org_id, {"key": key}) for key in asked["flags"]]
    if asked.get("entitlements"):
        parts["entitlements"] = [_Question("entitlement", org_id, {"key": key}) for key in asked["entitlements"]]
    return parts


def _subjects(run: Run) -> set[str]:
    """Whom a beginning names, as refusals name them."""
    asked = run._asked
    org_id, selector = asked.get("org_id"), asked.get("selector")
    models = {selector, (selector or "").partition("^")[2]}
    if run.model and "model" in run.model:
        models |= {run.model["model"], f"{run.model.get('provider_name')}^{run.model['model']}"}
    named = [("user", asked.get("user_id")), ("agent", asked.get("agent_id")), *(("model", one) for one in models)]
    subjects = [["platform"], ["org", org_id, org_id], ["selector", org_id, selector]]
    subjects += [[scope, org_id, subject] for scope, subject in named if subject]
    return {_ALL, *map(_compact, subjects)}


def _subject_in(run: Run, refusal: Refused) -> str:
    """Who a 402 or 403 is about."""
    org_id, details = run._asked.get("org_id"), refusal.details
    if refusal.error == "credits.insufficient" or details.get("scope") == "org":
        return _compact(["org", org_id, org_id])
    if details.get("scope") == "platform":
        return _compact(["platform"])
    if refusal.error in ("run.paused", "budget.exceeded") and details.get("scope") in ("user", "agent", "model"):
        return _compact([details["scope"], org_id, details.get("subject")])
    return _compact(["selector", org_id, run._asked.get("selector")])


def _problems_in(refusal: Refused, size: int) -> dict[int, Any]:
    """What is wrong with which report of a batch. In a batch of one it's that one, whatever the path."""
    if size == 1:
        return {0: {"status": refusal.status, "error": refusal.error, "details": refusal.details}}
    if refusal.status not in (400, 409, 422):
        return {}
    named = refusal.details.get("fields") or refusal.details.get("runs") or []
    heads = [(str(one.get("path")).split(".")[0], one) for one in named]
    return {int(head): one for head, one in reversed(heads) if head.isdigit() and int(head) < size}


class _Client:
    """What both clients have. In `AsyncPlinth` each call returns a coroutine."""

    def __init__(
        self,
        *,
        url: str | None = None,
        key: str | Callable[[], Any] | None = None,
        private_key: Mapping[str, Any] | list[Any] | str | Callable[..., Any] | None = None,
        store: Any = None,
        store_secret: str | bytes | None = None,
        account: str | None = None,
        max_stale: float | None = None,
        grace_credits: int = 0,
        on_outage: Literal["begin"] | None = None,
        outage_credits: int = 0,
        on_event: Callable[[dict[str, Any]], Any] | None = None,
        clock: Clock | None = None,
        transport: Any = None,
    ) -> None:
        _require_options(
            url,
            key,
            {
                "private_key": private_key,
                "account": account,
                "store_secret": store_secret,
                "max_stale": max_stale,
                "grace_credits": grace_credits,
                "outage_credits": outage_credits,
            },
        )
        self._url = url.strip().rstrip("/")
        self._clock = clock or Clock()
        self._transport = transport
        self._on_event = on_event
        self._core = _Core(
            key=key,
            private_key=private_key,
            store=store,
            store_secret=store_secret,
            account=account,
            max_stale=max_stale,
            grace_credits=grace_credits,
            on_outage=on_outage,
            outage_credits=outage_credits,
            on_event=on_event,
            clock=self._clock,
            new_event=self._new_event,
        )
        _clients.add(self)
        _watch_for_the_end()

    _new_event: Callable[[], Any]

    def _run(self, steps: Steps, abort: Event | None) -> Any:
        raise NotImplementedError

    def _fork(self) -> None:
        self._core.begin_process()

    def resolve_model(
        self,
        *,
        org_id: str,
        selector: str | None = None,
        context: Mapping[str, Any] | None = None,
        max_stale: float | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
    ) -> Any:
        """The model for a selector or a context, with its `api_key`."""
        question = _Question("model", org_id, {"selector": selector, "context": context or {}})
        return self._run(self._core.question(question, max_stale, deadline_ms), abort)

    def resolve_tool(
        self,
        *,
        org_id: str,
        group: str,
        max_stale: float | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
    ) -> Any:
        """The provider of a tool group, with its `api_key`."""
        return self._run(
            self._core.question(_Question("tool", org_id, {"group": group}), max_stale, deadline_ms), abort
        )

    def list_mcp(
        self,
        *,
        org_id: str,
        ids: list[str] | None = None,
        max_stale: float | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
    ) -> Any:
        """`servers` with their tokens and environments, and those that were `skipped`, each with the reason."""
        return self._run(self._core.question(_Question("mcp", org_id, {"ids": ids}), max_stale, deadline_ms), abort)

    def flag(
        self,
        *,
        org_id: str,
        key: str,
        max_stale: float | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
    ) -> Any:
        """The `value` of a feature flag, and why it has it."""
        return self._run(self._core.question(_Question("flag", org_id, {"key": key}), max_stale, deadline_ms), abort)

    def entitlement(
        self,
        *,
        org_id: str,
        key: str,
        max_stale: float | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
    ) -> Any:
        """The effective entitlement, or None if nothing grants it."""
        question = _Question("entitlement", org_id, {"key": key})
        return self._run(self._core.question(question, max_stale, deadline_ms), abort)

    def begin(
        self,
        *,
        run_id: str | None = None,
        org_id: str | None = None,
        agent_id: str | None = None,
        user_id: str | None = None,
        selector: str | None = None,
        context: Mapping[str, Any] | None = None,
        tools: list[str] | None = None,
        mcp: bool | None = None,
        flags: list[str] | None = None,
        entitlements: list[str] | None = None,
        hold: Mapping[str, int] | None = None,
        ttl_s: int | None = None,
        deadline_ms: float | None = None,
        abort: Event | None = None,
        **more: Any,
    ) -> Any:
        """Begins a run, and returns it with what it asked for. Raises `Stopped` if it may not begin."""
        asked = {
            "run_id": run_id,
            "org_id": org_id,
            "agent_id": agent_id,
            "user_id": user_id,
            "selector": selector,
            "context": context,
            "tools": tools,
            "mcp": mcp,
            "flags": flags,
            "entitlements": entitlements,
            "hold": hold,
            "ttl_s": ttl_s,
        }
        return self._run(self._core.begin(self, asked | more, deadline_ms), abort)

    def report(self, *, run_id: str, status: str, **report: Any) -> Any:
        """Reports a run that `begin` didn't return. It leaves within ten seconds."""
        return self._run(self._core.report({"run_id": run_id, "status": status, **report}), None)

    def flush(self, *, deadline_ms: float | None = None, abort: Event | None = None) -> Any:
        """Sends all reports that wait, and returns when none does."""
        return self._run(self._core.flush(deadline_ms), abort)

    def _emit(self) -> None:
        told, self._core.told = self._core.told, []
        for event in told:
            try:
                self._on_event(event)  # type: ignore[misc]
            except Exception:
                logging.getLogger("plinth").exception("on_event failed")

    def _drain(self) -> None:
        """Sends what waits at the end of the process, when nothing may start a thread or use a loop."""
        if not self._core.has_waiting:
            return
        until = time.monotonic() + EXIT_S
        with httpx.Client(timeout=EXIT_S, transport=self._transport_at_exit()) as http:
            try:
                _drive_inline(self._core.drain(), lambda request: _exchanged(http, self._url, request), until)
            except Exception:
                logging.getLogger("plinth").exception("The reports that wait could not be sent")
        self._emit()

    def _transport_at_exit(self) -> Any:
        return None


def _drive_inline(steps: Steps, send: Callable[[_Send], Any], until: float) -> Any:
    """Runs steps to their end, without waiting and without anything beside them."""
    value: Any = None
    while time.monotonic() < until:
        try:
            effect = steps.send(value)
        except StopIteration as ended:
            return ended.value
        value = None
        if isinstance(effect, _Send):
            value = send(effect)
        elif isinstance(effect, _Use):
            value = effect.function(*effect.arguments)
            if inspect.isawaitable(value):
                raise PlinthError("A coroutine can't run at the end of the process: close the client before")
        elif isinstance(effect, _Spawn):
            value = _Task(threading.Event(), _drive_inline(effect.steps, send, until))
            value.event.set()
    raise TimeoutError


def _exchanged(http: httpx.Client, url: str, request: _Send) -> _Answer | None:
    content = bytearray()
    try:
        with http.stream(
            request.method, url + request.path, headers=request.headers, content=request.content
        ) as response:
            _send_at_once(response)
            for chunk in response.iter_bytes():
                content += chunk
                if len(content) > MAX_ANSWER_BYTES:
                    return None
            return _answer_of(response.status_code, response.headers, bytes(content))
    except (httpx.HTTPError, httpx.StreamError, OSError):
        return None


def _send_at_once(response: httpx.Response) -> None:
    """Otherwise each body waits 40 ms behind its headers: httpx before 0.25 leaves Nagle's algorithm on."""
    stream = response.extensions.get("network_stream")
    connection = stream.get_extra_info("socket") if stream is not None else None
    if connection is not None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class Plinth(_Client):
    """The client for programs with threads. Its calls block; what continues beside them has threads of its own."""

    _new_event = staticmethod(threading.Event)

    def __init__(self, **options: Any) -> None:
        self._lock = threading.RLock()
        super().__init__(**options)
        self._http: httpx.Client | None = None
        # What an earlier process has left is sent although nobody calls.
        self._perform(_Spawn(self._core.ready()), None)

    def _run(self, steps: Steps, abort: Event | None) -> Any:
        value: Any = None
        error: BaseException | None = None
        while True:
            try:
                with self._lock:
                    effect = steps.send(value) if error is None else steps.throw(error)
            except StopIteration as ended:
                return ended.value
            finally:
                self._emit()
            value = error = None
            try:
                value = self._perform(effect, abort)
            except BaseException as problem:
                error = problem

    def _perform(self, effect: Any, abort: Event | None) -> Any:
        match effect:
            case _Send():
                return _exchanged(self._connected(), self._url, effect)
            case _Wait(seconds, event):
                self._clock.wait((event or threading.Event(), *([abort] if abort else [])), seconds)
                if abort is not None and abort.is_set():
                    raise Aborted("The call was aborted")
                return None
            case _Use(function, arguments):
                return function(*arguments)
            case _Spawn(steps):
                task = _Task(threading.Event())
                threading.Thread(target=self._run_beside, args=(task, steps), name="plinth", daemon=True).start()
                return task

    def _run_beside(self, task: _Task, steps: Steps) -> None:
        try:
            task.value = self._run(steps, None)
        except BaseException as error:
            task.error = error
        finally:
            _ended.append(threading.get_native_id())
            task.event.set()

    def _connected(self) -> httpx.Client:
        with self._lock:
            if self._http is None:
                self._http = httpx.Client(timeout=DEADLINE_S, transport=self._transport)
            return self._http

    def _fork(self) -> None:
        self._lock = threading.RLock()
        # Two processes that read from one socket get each other's answers.
        self._http = None
        super()._fork()

    def _transport_at_exit(self) -> Any:
        return self._transport

    def close(self, *, deadline_ms: float | None = None, abort: Event | None = None) -> None:
        """Flushes, and lets go of the store."""
        self._run(self._core.close(deadline_ms), abort)
        if self._http is not None:
            self._http.close()

    def __enter__(self) -> Plinth:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class AsyncPlinth(_Client):
    """The client for programs with an event loop, which has to run already. Cancel a task to abort its call, or set an `asyncio.Event`."""

    _new_event = staticmethod(asyncio.Event)

    def __init__(self, **options: Any) -> None:
        self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        super().__init__(**options)
        self._http = httpx.AsyncClient(timeout=DEADLINE_S, transport=self._transport)
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting = asyncio.ensure_future(self._run_beside(_Task(asyncio.Event()), self._core.ready()))

    def _fork(self) -> None:
        self._loop = None
        super()._fork()

    async def _run(self, steps: Steps, abort: Event | None) -> Any:
        # After a fork there is no running loop, although a task continues.
        if self._loop is None or asyncio.get_running_loop() is not self._loop:
            raise OtherLoop("This client belongs to another event loop or process. Make one in each.")
        value: Any = None
        error: BaseException | None = None
        while True:
            try:
                effect = steps.send(value) if error is None else steps.throw(error)
            except StopIteration as ended:
                return ended.value
            finally:
                self._emit()
            value = error = None
            try:
                value = await self._perform(effect, abort)
            except BaseException as problem:
                error = problem

    async def _perform(self, effect: Any, abort: Event | None) -> Any:
        match effect:
            case _Send():
                return await self._exchanged(effect)
            case _Wait(seconds, event):
                await self._wait([one for one in (event, abort) if one is not None], seconds)
                if abort is not None and abort.is_set():
                    raise Aborted("The call was aborted")
                return None
            case _Use(function, arguments):
                value = function(*arguments)
                return await value if inspect.isawaitable(value) else value
            case _Spawn(steps):
                task = _Task(asyncio.Event())
                beside = asyncio.ensure_future(self._run_beside(task, steps))
                self._tasks.add(beside)
                beside.add_done_callback(self._tasks.discard)
                return task

    async def _wait(self, events: list[Any], seconds: float) -> None:
        waits = [asyncio.ensure_future(event.wait()) for event in events]
        try:
            timeout = None if math.isinf(seconds) else seconds
            await (
                asyncio.wait(waits, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
                if waits
                else asyncio.sleep(seconds)
            )
        finally:
            for wait in waits:
                wait.cancel()

    async def _run_beside(self, task: _Task, steps: Steps) -> None:
        try:
            task.value = await self._run(steps, None)
        except BaseException as error:
            task.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            task.event.set()

    async def _exchanged(self, request: _Send) -> _Answer | None:
        content = bytearray()
        to = self._url + request.path
        try:
            async with self._http.stream(
                request.method, to, headers=request.headers, content=request.content
            ) as response:
                async for chunk in response.aiter_bytes():
                    content += chunk
                    if len(content) > MAX_ANSWER_BYTES:
                        return None
                return _answer_of(response.status_code, response.headers, bytes(content))
        except (httpx.HTTPError, httpx.StreamError, OSError):
            return None

    async def close(self, *, deadline_ms: float | None = None, abort: Event | None = None) -> None:
        """Flushes, and lets go of the store."""
        await self._run(self._core.close(deadline_ms), abort)
        for task in list(self._tasks):
            task.cancel()
        await self._http.aclose()

    async def __aenter__(self) -> AsyncPlinth:
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.close()


_clients: weakref.WeakSet[_Client] = weakref.WeakSet()
_ended: deque[int] = deque(maxlen=1_000)
"""The threads of clients that have done their work, the last ones."""


@atexit.register
def _drain_all() -> None:
    for client in list(_clients):
        client._drain()


def _watch_for_the_end() -> None:
    """SIGTERM ends the process as `sys.exit` does, so that what waits is sent. A handler of the program stays."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


class FileStore:
    """A folder with a file for each record. One process at a time uses it."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        if fcntl is None:
            raise PlinthError("FileStore needs flock, which this system doesn't have. Give the client another store.")
        if not isinstance(folder, (str, os.PathLike)) or folder == "":
            raise Invalid("folder", "is missing: give the path of a folder")
        self._folder = Path(folder)
        self._guard = threading.Lock()
        self._held: int | None = None
        _stores.add(self)

    def get(self, key: str) -> str | None:
        try:
            return self._file(key).read_text()
        except FileNotFoundError:
            return None

    def set(self, key: str, value: str) -> None:
        file = self._file(key)
        beside = file.with_name(f"{file.name}.{threading.get_ident()}.new")
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as written:
            written.write(value)
        os.replace(beside, file)

    def delete(self, key: str) -> None:
        self._file(key).unlink(missing_ok=True)

    def keys(self, prefix: str) -> list[str]:
        self._lock()
        names = (unquote(entry.name) for entry in os.scandir(self._folder) if not entry.name.endswith(".new"))
        return [name for name in names if name.startswith(prefix)]

    def close(self) -> None:
        with self._guard:
            if self._held is not None:
                # Removed while it's still locked: who opened it meanwhile sees that it's no longer there.
                (self._folder / "lock").unlink(missing_ok=True)
                os.close(self._held)
                self._held = None

    def _file(self, key: str) -> Path:
        self._lock()
        return self._folder / quote(key, safe="!~*'()")

    def _lock(self) -> None:
        with self._guard:
            if self._held is None:
                self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._held = _locked(self._folder / "lock")

    def _fork(self) -> None:
        """In the child of a fork: the lock is the parent's, and ends with it."""
        self._guard = threading.Lock()
        if self._held is not None:
            os.close(self._held)
            self._held = None


def _locked(path: Path) -> int:
    """The file of the lock, locked. The system lets go of it when the process ends, however that happens."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(path, file):
                # The client for Node.js has no flock, and says who it is.
                if _is_alive(os.pread(file, 1_000, 0)):
                    raise StoreLocked(f"Another process uses {path.parent}")
                content = json.dumps({"pid": os.getpid(), "started": _started(os.getpid())}).encode()
                os.pwrite(file, content, 0)
                os.ftruncate(file, len(content))
                return file
        except OSError as error:
            os.close(file)
            raise StoreLocked(f"Another process uses {path.parent}: {error.strerror}") from None
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _is_at(path: Path, file: int) -> bool:
    """Whether the open file is still the one that's there."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(file))
    except FileNotFoundError:
        return False


def _is_alive(content: bytes) -> bool:
    """Whether the process that wrote this lock is another one and lives. Its number alone may be a stranger's by now."""
    try:
        holder = json.loads(content)
        number, started = holder["pid"], holder["started"]
    except (ValueError, TypeError, KeyError):
        return False
    return number != os.getpid() and started is not None and started == _started(number)


def _started(number: int) -> str | None:
    """When a process that lives has started, as no other process with its number has. None where the system doesn't say."""
    try:
        state, *fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except (OSError, ValueError):
        return None
    return None if state in "ZX" else f"{boot} {fields[18]}"


_stores: weakref.WeakSet[FileStore] = weakref.WeakSet()


# A fork copies everything but the threads. So the parent's clients stand still in the middle of it, and the child's begin anew: with
# sockets of their own, and without what waits or is on its way, which the parent sends.

_standing: list[Any] = []


def _stand_still() -> None:
    global _standing
    locks = [client._lock for client in list(_clients) if isinstance(client, Plinth)]
    for lock in locks:
        lock.acquire()
    _standing = locks
    # A thread that ends holds a lock of OpenSSL for a moment, and in the child nobody would let go of it.
    until = time.monotonic() + 0.5
    while _ended:
        task = Path(f"/proc/self/task/{_ended.popleft()}")
        while task.exists() and time.monotonic() < until:
            time.sleep(0.0005)


def _go_on() -> None:
    for lock in _standing:
        lock.release()


def _begin_anew() -> None:
    for one in [*_stores, *_clients]:
        one._fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_stand_still, after_in_parent=_go_on, after_in_child=_begin_anew)


def _main() -> None:
    parser = argparse.ArgumentParser(description="Plinth's client for agents in Python")
    commands = parser.add_subparsers(required=True)
    making = commands.add_parser("keygen", help="print a private JWK, and its public half for the service account")
    making.add_argument("--curve", choices=["P-256", "X25519"], default="P-256")
    making.add_argument("file", nargs="?", help="where the private JWK goes, instead of to the terminal")
    given = parser.parse_args()
    private, public = keygen(given.curve)
    if given.file:
        with open(os.open(given.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
            json.dump(private, written)
    else:
        print(json.dumps(private))
    print(json.dumps(public))


if __name__ == "__main__":
    _main()
