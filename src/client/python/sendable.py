"""What a caller gives is checked where it's given, and copied: what JSON can't say has no way to Plinth, and what the caller changes
afterwards isn't what they said."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .errors import Invalid

MAX_LEVELS = 100
"""How deep lists and mappings may be nested. Nobody means more, and a stack has an end."""
MAX_INT = 2**53 - 1
"""The largest integer that every reader of JSON takes as it is."""
ENDS = ("completed", "failed", "cancelled")
_TOKENS = (
    "total_input_tokens",
    "total_output_tokens",
    "total_cache_read_tokens",
    "total_cache_write_tokens",
)
TOTALS = ("total_cost_usd", *_TOKENS, "duration_ms")

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
    **dict.fromkeys(("model", "provider_kind", "credential_name", "persona_model", "model_id"), _TEXT),
    **dict.fromkeys(("created_at", "completed_at"), _TEXT),
    "status": _STATUS,
    "total_cost_usd": _AMOUNT,
    **dict.fromkeys((*_TOKENS, "duration_ms", "ttl_s", "wait_s"), _COUNT),
    "mcp": _TRUTH,
    **dict.fromkeys(("tools", "flags", "entitlements", "ids"), _TEXTS),
    **dict.fromkeys(("context", "hold", "ask"), _OBJECT),
    **dict.fromkeys(("hold.credits", "hold.tokens"), _COUNT),
    "ask.reason": _NAME,
    **dict.fromkeys(("ask.credits", "ask.tokens", "ask.runs", "ask.expires_in_s"), _COUNT),
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


def _grown(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The larger total of two reports counts: they only grow, and what was said late or by mistake takes nothing back."""
    most = {name: max(before[name], after[name]) for name in TOTALS if name in before and name in after}
    return {**before, **after, **most}
