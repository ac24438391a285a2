"""Texts as Plinth and the store write them: JSON, base64url, times, and the IDs of runs."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Mapping
from datetime import datetime, timezone
from typing import Any


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


def _report_name(run_id: str) -> str:
    return "report/" + hashlib.sha256(run_id.encode()).hexdigest()
