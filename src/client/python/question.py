"""What a runtime asks: the request of each question, and where its answer has credentials."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote, urlencode

from .formats import _compact, _given
from .sendable import _sendable


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
