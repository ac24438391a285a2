"""What a run asked people for, and how that stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class _Request:
    id: str
    state: str
    wait_s: float


def _request_in(details: dict[str, Any]) -> _Request | None:
    """The request of a refusal, or None if it has none that can be read."""
    request = details.get("request")
    state = _state_in(request)
    if state is None or not isinstance(request.get("id"), str):
        return None
    return _Request(request["id"], state, _pause_in(request, 1.0))


def _state_in(body: Any) -> str | None:
    """How the request stands, or None if the body doesn't say."""
    state = body.get("state") if isinstance(body, dict) else None
    return state if state in ("open", "granted", "declined", "lapsed") else None


def _pause_in(body: dict[str, Any], before_s: float) -> float:
    """At least a second."""
    said = body.get("poll_after_s")
    return max(1.0, said) if isinstance(said, (int, float)) else before_s
