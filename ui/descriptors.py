"""The limit on open connections and files of this process.

Each needs descriptors: a visitor's page four, of which Streamlit's event loop takes three, the
phone of a participant one, a browser that loads a page up to six for some seconds. Systems allow
256 (macOS) or 1,024 unless asked for more.
"""

import logging
import sys
from contextlib import suppress

ENOUGH = 6144  # a class of 500 with the lab and the room open, loading a page at the same time
MOST = 65_536  # more is never needed, and some systems report a limit that they do not support
UNKNOWN = 8192  # on Windows, which has no such limit for sockets
logger = logging.getLogger(__name__)


def raise_limit() -> int:
    """Raise the soft limit of open descriptors to the hard one; return the limit.

    The log says what to do if that is too little for a class.
    """
    if sys.platform == "win32":
        return UNKNOWN
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    for limit in (most, ENOUGH):  # macOS names no limit, but has one between these
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            break
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit < ENOUGH:
        logger.warning(
            "This process may have %d connections and files open; a class of 500 needs %d "
            "(docs/deploy.md, Limits of the system).",
            limit,
            ENOUGH,
        )
    return limit
