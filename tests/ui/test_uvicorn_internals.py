"""What the app uses of uvicorn is still as it was read, and ends what takes too long."""

import inspect
from importlib.metadata import version
from unittest.mock import Mock

import h11
import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from ui.uvicorn_internals import BYTES_PER_SECOND, READ_IN, SECONDS, WATCHED, UnfinishedRequests

PARAMETERS = ("self, transport", "self, data", "self", "self, exc")


def connection(at: float = 0.0) -> Mock:
    """A connection that waits for a request, at a time of its loop."""
    made = Mock(H11Protocol, conn=Mock(their_state=h11.IDLE), transport=Mock(), loop=Mock())
    made.transport.is_closing.return_value = False
    made.loop.time.return_value = at
    made.connections = {made}
    return made


def test_the_release_is_the_one_that_was_read_and_uses_h11_for_http() -> None:
    assert version("uvicorn").startswith(f"{READ_IN}.")
    config = uvicorn.Config(Mock(), log_config=None)
    config.load()
    assert config.http_protocol_class is H11Protocol


@pytest.mark.parametrize(("name", "parameters"), list(zip(WATCHED, PARAMETERS, strict=True)))
def test_the_methods_have_the_signatures_they_had(name: str, parameters: str) -> None:
    assert ", ".join(inspect.signature(getattr(H11Protocol, name)).parameters) == parameters


def test_a_websocket_and_a_lost_connection_are_no_longer_among_the_connections() -> None:
    for name in ("handle_websocket_upgrade", "connection_lost"):
        assert "self.connections.discard(self)" in inspect.getsource(getattr(H11Protocol, name))


def test_the_oldest_connection_is_ended_when_too_many_wait() -> None:
    requests, many = UnfinishedRequests(3), [connection() for _ in range(5)]
    for each in many:
        requests.note(each)
        requests.note(each, count=1)
    assert [each.transport.abort.called for each in many] == [True, True, False, False, False]
    assert len(requests) == 3


@pytest.mark.parametrize("change", ["arrived", "lost", "closing"])
def test_a_connection_that_no_longer_waits_is_forgotten(change: str) -> None:
    requests, one = UnfinishedRequests(3), connection()
    requests.note(one)
    if change == "arrived":
        one.conn.their_state = h11.DONE
    elif change == "lost":
        one.connections.clear()
    else:
        one.transport.is_closing.return_value = True
    requests.note(one)
    assert len(requests) == 0
    assert not one.transport.abort.called


def test_a_long_request_gets_more_time_and_a_slow_one_does_not() -> None:
    requests, upload, drops = UnfinishedRequests(3), connection(), connection()
    upload.conn.their_state = h11.SEND_BODY
    for each in (upload, drops):
        requests.note(each)
    for _ in range(500):
        requests.note(upload, count=BYTES_PER_SECOND)
    drops.loop.time.return_value = 9.0
    requests.note(drops, count=1)
    assert requests._deadlines[upload] == SECONDS + 500
    assert requests._deadlines[drops] == SECONDS + 1 / BYTES_PER_SECOND
