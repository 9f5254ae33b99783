"""A page of the static course as one file: for a memory stick, or for a learning platform.

It has no links to pages that may not be beside it. Its Content-Security-Policy names its script.
"""

from base64 import b64encode
from collections.abc import Mapping

from offline.course.html import PICTURE
from offline.course.prose import fill_fields
from offline.pocket.build import digest
from offline.pocket.build import policy as pocket_policy
from offline.pocket.font import font_style
from web import PAGE_STYLE, ROOT, STYLE_SOURCES

HERE = ROOT / "web" / "hosts" / "course"
ICON = ROOT / "ui" / "icon.svg"
# In this order, since later rules overrule earlier ones.
SHEETS = ("style", "controls", "texts", "hunt", "exercises", "devices")
# Links to pages that may not be beside it.
LEFT_OUT = ".tries li:has([data-lab]) { display: none; }"


def read_style() -> str:
    """Return the style sheet of all pages."""
    own = [f"web/hosts/course/{name}.css" for name in SHEETS]
    paths = [ROOT / name for name in (*STYLE_SOURCES, "web/picture/live.css", PAGE_STYLE, *own)]
    return font_style() + "".join(path.read_text(encoding="utf-8") for path in paths)


def fill_page(template: str, parts: Mapping[str, str]) -> str:
    """Return a page: ``page.html`` with a body, which `template` names, and their fields filled."""
    body = fill_fields((HERE / f"{template}.html").read_text(encoding="utf-8"), parts)
    return fill_fields((HERE / "page.html").read_text(encoding="utf-8"), {**parts, "body": body})


def single_page(template: str, parts: Mapping[str, str], script: str, about: str) -> str:
    """Return a page as one file.

    Parameters
    ----------
    template : str
        The name of its body in ``web/hosts/course``.
    parts : dict
        Its fields.
    script, about : str
        Its script, and the HTML at its end.
    """
    script = script.replace("</script", r"<\/script")
    icon = b64encode(ICON.read_bytes()).decode("ascii")
    own = {
        "policy": policy(digest(script), "'unsafe-inline'"),
        "head": f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">'
        f"<style>{read_style()}{LEFT_OUT}</style>",
        "nav": "<span>bayeslab</span>",
        "picture": PICTURE,
        "about": about,
        "script": f'<script type="module">{script}</script>',
        "map": "",
        "ways": "",
        "exercises": "",
    }
    return fill_page(template, {**parts, **own})


def policy(scripts: str, styles: str) -> str:
    """Return the policy of a page; its attributes of style are those of formulas."""
    return pocket_policy(scripts, styles, "'self'", "connect-src 'self'")
