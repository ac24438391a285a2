"""What is an answer of Plinth, and how long it asks to wait."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any

MAX_ANSWER_BYTES = 5_000_000
DAY_S = 86_400.0


@dataclass(slots=True)
class _Received:
    """What came over HTTP, from anyone."""

    status: int
    headers: Mapping[str, str]
    content: bytearray = field(default_factory=bytearray)

    def add(self, chunk: bytes) -> None:
        self.content += chunk
        if len(self.content) > MAX_ANSWER_BYTES:
            raise OSError("The answer is too large")


@dataclass(slots=True)
class _Answer:
    status: int
    body: Any
    date: float | None
    retry_after: float | None
    stale_since: str | None


class _Away(Exception):
    """Plinth gave no answer, or one of 5xx."""


def _answer_in(received: _Received) -> _Answer | None:
    """The answer, or None if it isn't one of Plinth, such as a captive portal's page or a redirect to it."""
    headers = received.headers
    if "x-trace-id" not in headers or 300 <= received.status < 400:
        return None
    try:
        body = json.loads(received.content)
    except (ValueError, RecursionError):
        return None
    date = _read(_date, headers.get("date"))
    # A date is by Plinth's clock, whatever ours says.
    retry_after = _retry_after(headers.get("retry-after"), time.time() if date is None else date)
    return _Answer(received.status, body, date, retry_after, headers.get("stale-since"))


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
    except (ValueError, TypeError, OverflowError):
        return None


def _date(text: str) -> float:
    return parsedate_to_datetime(text).timestamp()
