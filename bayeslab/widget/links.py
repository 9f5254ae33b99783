"""Links to a lab, read and written."""

from urllib.parse import parse_qsl, urlencode, urlsplit
from warnings import warn

from bayeslab.widget.bundle.core.drawing import MAX_IN_LINK, is_kept, without_number
from bayeslab.widget.bundle.core.link import decode, encode
from bayeslab.widget.bundle.core.state import LabState

PAGE = "lab"


def read_link(url: str) -> LabState:
    """Return the state of a link: an address, or only the part after its question mark.

    Invalid values are replaced by defaults, and a warning says so.

    Raises
    ------
    ValueError
        If it is a link to another page, or the points did not fit into it.
    """
    parts = urlsplit(url if "?" in url or "#" in url else f"?{url}")
    page = parts.path.rstrip("/").rpartition("/")[2]
    if page not in ("", PAGE, "pocket") and not page.endswith(".html"):
        raise ValueError(f"This link opens “{page}”: use a link that opens “{PAGE}”.")
    state, notices = decode(dict(parse_qsl(parts.query or parts.fragment, keep_blank_values=True)))
    for notice in notices:
        warn(notice, stacklevel=3)
    return state


def write_link(state: LabState) -> str:
    """Return the link to a state, without a host: ``lab?gamma=20``.

    Points that are not on the grid of a drawing may be rounded, if all digits do not fit.

    Raises
    ------
    ValueError
        If there are too many points for a link.
    """
    parameters = encode(state)
    if is_kept(parameters.get("points", "")):
        raise ValueError(f"The points do not fit into a link: keep at most {MAX_IN_LINK}.")
    if "points" in parameters:
        parameters["points"] = without_number(parameters["points"])
    return f"{PAGE}?{urlencode(parameters)}"
