"""The state of a room: a frozen value, which the events of its log make (:mod:`live.events`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from live.activity import ActivityState, Values
from live.codes import ALPHABET
from live.homework import Homework

TOKEN_LENGTH = 8  # short enough to be typed at a lectern

TEACHER, SERVER = "teacher", "server"


@dataclass(frozen=True)
class Participant:
    """Someone who has joined: the name, and "present", "left", "away" or "removed".

    Who is away was not connected when somebody else needed the place, and comes back by connecting.
    The name is generated; only to a homework, which no projector shows, students come with theirs.
    """

    name: str
    status: str = "present"


@dataclass(frozen=True)
class Room:
    """A room after some events.

    Attributes
    ----------
    seq : int
        The number of the last event.
    secret : str
        The hash of the teacher's secret.
    places : int
        How many participants can be present.
    passcode : str
        To be entered besides the code; empty if the code is enough.
    participants : mapping from participant to Participant
        Those who are present, who left or were removed.
    activity : ActivityState or None
        The present one.
    number : int
        Of activities so far.
    plan : tuple of mappings
        The activities that the teacher means to start: title, note, key and settings of each.
    item : int
        The number of the last activity of the plan that was started; 0 before the first.
    homework : Homework or None
        Of a room that has homework instead of activities.
    """

    seq: int = 0
    secret: str = ""
    places: int = 0
    passcode: str = ""
    participants: Mapping[str, Participant] = field(default_factory=dict)
    activity: ActivityState | None = None
    number: int = 0
    plan: tuple[Values, ...] = ()
    item: int = 0
    is_locked: bool = False
    has_ended: bool = False
    homework: Homework | None = None

    @property
    def count(self) -> int:
        """The number of participants who are present."""
        return sum(person.status == "present" for person in self.participants.values())

    @property
    def removed(self) -> set[str]:
        """Those whom the teacher has removed: they count nowhere."""
        return {who for who, person in self.participants.items() if person.status == "removed"}

    def is_present(self, who: str) -> bool:
        """Return whether a participant has joined and not left."""
        person = self.participants.get(who)
        return person is not None and person.status == "present"


def projector_token(secret: str) -> str:
    """Return what the projector's link carries; it reveals neither the secret nor its hash.

    Parameters
    ----------
    secret : str
        The hash of the teacher's secret.
    """
    digest = sha256(f"bayeslab projector {secret}".encode()).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:TOKEN_LENGTH])


def hash_secret(secret: str) -> str:
    """Return the hash of the teacher's secret that the log stores."""
    return sha256(f"bayeslab teacher {secret}".encode()).hexdigest()


def identify(key: str) -> str:
    """Return the id of the participant whose browser has this key; it does not reveal the key."""
    return sha256(f"bayeslab participant {key}".encode()).hexdigest()[:16]
