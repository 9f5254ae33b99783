"""Admission to rooms, with limits on wrong codes.

A right code or secret always passes, whatever others at the same address do: a class and an
attacker may share an address. Wrong ones are limited by address and over all addresses.
Addresses are not stored, only a keyed hash of each while it counts.
"""

import logging
import secrets
from hashlib import blake2b
from hmac import compare_digest
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection

from live.buckets import Bucket, Buckets
from live.codes import HOMEWORK_NAMES, NAMES
from live.hub import Follower, Hub
from live.limits import RoomLimits
from live.log import ROOMS, RoomLog
from live.messages import Hello
from live.room import TEACHER, hash_secret, identify, projector_token

logger = logging.getLogger(__name__)

TEACHER_KEY = "BAYESLAB_TEACHER_KEY"  # if it is set, rooms can only be opened with it
WINDOWS = 8  # connections of one participant
STAGE = "stage"
STAGE_SHARE = 4  # projectors may have one in four connections
ADDRESSES = 10  # all addresses together may send this many times the wrong codes of one
ASK_PASSCODE = "This room has a passcode. Enter the one that the teacher tells you."
NO_PROJECTOR = (
    "This is not the projector's link of this room: press “Open the projector view” on the "
    "teacher's page, or copy that link."
)
NO_RESUME = "Nobody has this resume code here: check it, or join with a name."
NO_ROOM = "There is no room with this code. Look at the projector again."
ELSEWHERE = (
    "This server does not have the room. It has ended, or the servers of this app do not share "
    "their rooms: the page “Connection” tells the operator of the app what to do."
)
CLOSED = {
    "refused": 4400,  # an invalid message, or one that is too large
    "forbidden": 4403,  # a wrong secret, or a removed participant
    "passcode": 4401,  # the room asks for one; the browser asks its user
    "unknown": 4404,  # no room of that code
    "ended": 4410,
    "busy": 4429,  # too many; try again later
    "failed": 4500,  # the log cannot be read or written; try again later
}


class Refused(Exception):  # noqa: N818 (a decision, not an error)
    """The connection is closed, with a sentence."""

    def __init__(self, reason: str, why: str) -> None:
        super().__init__(why)
        self.code, self.why = CLOSED[reason], why


class Admission:
    """The wrong codes and the openings of rooms at this server process."""

    def __init__(self, limits: RoomLimits, teacher_key: str = "") -> None:
        self.limits, self.teacher_key = limits, teacher_key
        self._salt = secrets.token_bytes(16)
        self._wrong = Buckets(1.0, limits.wrong_codes)
        self._wrong_anywhere = Bucket(ADDRESSES, ADDRESSES * limits.wrong_codes)
        self._joins = Buckets(limits.joins_per_second, limits.joins)
        self._openings = Buckets(limits.rooms_per_hour / 3600, limits.rooms_per_hour)
        self._rooms: list[tuple[bytes, str]] = []  # opened here, each with its address

    def address(self, socket: HTTPConnection) -> bytes:
        """Return a number for the address of a browser; it does not reveal the address.

        The address is that of the connection; behind a proxy, uvicorn takes it from the proxy's
        header if the deployment names the proxy. One client may have all IPv6 addresses of a
        network, so they count as one.
        """
        network = _network(socket.client.host if socket.client else "")
        return blake2b(network.encode(), key=self._salt, digest_size=8).digest()

    def admit(self, hub: Hub | None, hello: Hello, address: bytes) -> Follower:
        """Return the participant who is admitted.

        Raises
        ------
        Refused
            If there is no such room, the secret or the passcode is wrong, or there are too many
            connections.
        """
        if hub is None:
            if hello.is_teacher:
                logger.warning(
                    "A teacher asked for a room that is not here. With several servers, set %s",
                    ROOMS,
                )
            raise self._wrong_try(address, "unknown", ELSEWHERE if hello.is_teacher else NO_ROOM)
        if hello.is_teacher:
            if not compare_digest(hash_secret(hello.key), hub.room.secret):
                why = "This is not the teacher's link of this room."
                raise self._wrong_try(address, "forbidden", why)
            if hub.windows[TEACHER] >= self.limits.teacher_windows:
                why = f"This room is open in {self.limits.teacher_windows} windows of its teacher"
                raise Refused("busy", f"{why}: close one of them.")
            return Follower(TEACHER)
        if hello.role == STAGE:
            if not _is_same(hello.key.upper(), projector_token(hub.room.secret)):
                raise self._wrong_try(address, "forbidden", NO_PROJECTOR)
            if hub.windows[""] >= self.limits.connections // STAGE_SHARE:
                raise _full()
            return Follower(STAGE)
        follower = Follower(hello.role, identify(hello.key))
        if hello.resume and follower.who not in hub.room.participants:
            raise self._wrong_try(address, "forbidden", NO_RESUME)
        if follower.who and not hub.room.is_present(follower.who):
            self._check_passcode(hub, hello, address)
        if not self._has_space(hub, follower):
            raise _full()
        return follower

    def _check_passcode(self, hub: Hub, hello: Hello, address: bytes) -> None:
        if not hub.room.passcode:
            return
        if not hello.passcode:
            raise Refused("passcode", ASK_PASSCODE)
        if not _is_same(hello.passcode, hub.room.passcode):
            raise self._wrong_try(address, "passcode", "This is not the passcode of the room.")

    def _has_space(self, hub: Hub, follower: Follower) -> bool:
        if follower.who in hub.room.participants:
            return hub.windows[follower.who] < WINDOWS
        return hub.followers < self.limits.connections

    async def take_turn(self, hub: Hub, address: bytes) -> None:
        """Wait until one more may join a room from an address, in the order of coming."""
        await self._joins[address, hub.code].take_turn()

    async def open(self, log: RoomLog, hello: Hello, address: bytes) -> None:
        """Count a room that is opened.

        Raises
        ------
        Refused
            If this browser must not open one.
        """
        if not hello.is_teacher:
            raise Refused("forbidden", "Only a teacher opens a room.")
        if self.teacher_key and not hello.teacher_key:
            raise Refused("forbidden", "Enter the teacher key of this server to open a room.")
        if self.teacher_key and not _is_same(hello.teacher_key, self.teacher_key):
            raise self._wrong_try(address, "forbidden", "This is not the server's teacher key.")
        alive = await log.find([code for _, code in self._rooms])
        self._rooms = [(owner, code) for owner, code in self._rooms if code in alive]
        names, most, what = NAMES, self.limits.rooms, "rooms"
        if hello.homework is not None:
            names, most, what = HOMEWORK_NAMES, self.limits.homeworks, "homeworks"
        own = sum(owner == address and len(code) == len(names) for owner, code in self._rooms)
        if 2 * own >= most:
            why = f"Your address has {own} of {most} {what}: end one of them first."
            raise Refused("busy", why)
        if await log.count(names) >= most:
            raise Refused("busy", f"This server cannot open more {what}; try again later.")
        if wait := self._openings[address].take():
            raise Refused("busy", too_many("rooms from this address", wait))

    def note_room(self, code: str, address: bytes) -> None:
        """Remember the address from which a room was opened, while the room exists."""
        self._rooms.append((address, code))

    def _wrong_try(self, address: bytes, reason: str, why: str) -> Refused:
        """Return the refusal of a wrong code or secret, or of too many of them."""
        wait = self._wrong[address].take() or self._wrong_anywhere.take()
        return Refused("busy", too_many("wrong codes", wait)) if wait else Refused(reason, why)


def _full() -> Refused:
    return Refused("busy", "The room has reached its maximum number of connections.")


def _is_same(text: str, secret: str) -> bool:
    """Compare in constant time."""
    return compare_digest(text.encode(), secret.encode())


def _network(host: str) -> str:
    """Return an IPv4 address, or the network of an IPv6 one."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(ip_network((int(address), 64), strict=False))
    return str(address)


def too_many(what: str, wait: float) -> str:
    """Return the sentence that says when to try again."""
    return f"Too many {what}: try again in {max(1, round(wait))} s."
