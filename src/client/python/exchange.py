"""A request and its answer over HTTP, blocking."""

from __future__ import annotations

import socket

import httpx

from .answers import MAX_ANSWER_BYTES, _Answer, _answer_of
from .steps import _Send


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
