"""What the client raises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


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
    """The run may not continue: `budget.exceeded`, `credits.insufficient`, `run.paused`, `run.ended` or `outage`, or `declined` or `lapsed` if it asked."""

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


def _kind_of(value: Any) -> str:
    """What a value is, without a text's content, which may be anybody's."""
    if isinstance(value, str):
        return "another text" if value else "empty"
    return str(value) if isinstance(value, (int, float)) else f"of the type {type(value).__name__}"


def _problems_in(refusal: Refused, size: int) -> dict[int, Any]:
    """What is wrong with which report of a batch. In a batch of one it's that one, whatever the path."""
    if size == 1:
        return {0: {"status": refusal.status, "error": refusal.error, "details": refusal.details}}
    if refusal.status not in (400, 409, 422):
        return {}
    named = refusal.details.get("fields") or refusal.details.get("runs") or []
    heads = [(str(one.get("path")).split(".")[0], one) for one in named]
    return {int(head): one for head, one in reversed(heads) if head.isdigit() and int(head) < size}
