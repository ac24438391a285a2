"""The tools of MCP servers over streamable HTTP: as much of the protocol as an agent needs."""

import json

import httpx


class McpTools:
    """The tools of all servers, as a model takes them (`listed`), and a way to call them."""

    def __init__(self, servers):
        self.listed, self._of = [], {}
        for server in servers:
            connection = _Connection(server)
            for tool in connection.send("tools/list", {})["tools"]:
                described = {
                    "name": tool["name"],
                    "description": tool["description"],
                    "parameters": tool["inputSchema"],
                }
                self.listed.append({"type": "function", "function": described})
                self._of[tool["name"]] = connection

    def call(self, name, arguments):
        result = self._of[name].send("tools/call", {"name": name, "arguments": arguments})
        return "\n".join(part["text"] for part in result["content"] if part["type"] == "text")


class _Connection:
    def __init__(self, server):
        token = server["bearer_token"]
        headers = {"Accept": "application/json, text/event-stream"} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        self._http = httpx.Client(headers=headers, timeout=server["call_timeout_ms"] / 1000)
        self._url = server["url"]
        client = {"name": "python-agent", "version": "1"}
        self.send("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
        self._http.post(self._url, json={"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, method, params):
        response = self._http.post(self._url, json={"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        response.raise_for_status()
        if "mcp-session-id" in response.headers:
            self._http.headers["Mcp-Session-Id"] = response.headers["mcp-session-id"]
        text = response.text
        if response.headers["content-type"].startswith("text/event-stream"):
            events = [json.loads(line[5:]) for line in text.splitlines() if line.startswith("data:")]
            return next(event["result"] for event in events if event.get("id") == 1)
        return json.loads(text)["result"]
