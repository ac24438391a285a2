"""A request over HTTP, in a shell that blocks."""

from __future__ import annotations

import socket

import httpx

from .answers import _Received
from .steps import _Send


def _received(http: httpx.Client, url: str, request: _Send) -> _Received:
    with http.stream(request.method, url + request.path, headers=request.headers, content=request.content) as response:
        _send_at_once(response)
        received = _Received(response.status_code, response.headers)
        for chunk in response.iter_bytes():
            received.add(chunk)
        return received


def _send_at_once(response: httpx.Response) -> None:
    """Otherwise each body waits 40 ms behind its headers: httpx before 0.25 leaves Nagle's algorithm on."""
    stream = response.extensions.get("network_stream")
    connection = stream.get_extra_info("socket") if stream is not None else None
    if connection is not None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
