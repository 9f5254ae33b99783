"""The font of the pages that have no Streamlit: a part of the one that Streamlit brings to the app.

``scripts/font.sh`` writes it. It lies in the style sheet, since a browser reads no font from a file
beside a page that was opened from a disk.
"""

from base64 import b64encode

from web import ROOT

# The font's licence asks for its notice in every copy, and reserves its name for the whole.
STYLE = """\
/* Part of Source Sans 3, © 2023 Adobe (http://www.adobe.com/), with Reserved Font Name 'Source'.
   SIL Open Font License 1.1, http://scripts.sil.org/OFL */
@font-face {{
  font-family: "bayeslab Sans";
  font-weight: 400 700;
  src: url(data:font/woff2;base64,{font});
}}
"""


def font_style() -> str:
    """Return the rule that gives a style sheet the font."""
    font = (ROOT / "web" / "hosts" / "sans.woff2").read_bytes()
    return STYLE.format(font=b64encode(font).decode("ascii"))
