"""Values and types that Python defines and the browser needs as well.

    python scripts/shared_values.py           prints the module with the values
    python scripts/shared_values.py --write   writes it, and the types, to their places in web/

A test fails until they are written again after a change in Python.
"""

import json
import sys
from pathlib import Path
from string import Formatter
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bayeslab.data.datasets import COORDINATES, MAX_POINTS, STANDARDISED  # noqa: E402
from bayeslab.data.shapes import INNER  # noqa: E402
from bayeslab.estimators.fit_error import SENTENCES  # noqa: E402
from bayeslab.estimators.threshold import LARGEST_SCORE  # noqa: E402
from bayeslab.evaluation.bounded_svc import MAX_SVC_STEPS, MAX_SVC_WORK  # noqa: E402
from bayeslab.figures.theme import REST, RIM, RING, SMALLEST, THEMES  # noqa: E402
from core import drawing, drawing_format, limits  # noqa: E402
from core.fields import DIGITS, Field, fields_of  # noqa: E402
from core.outlines import OUTLINES  # noqa: E402
from core.state import POINT_FIELDS, LabState  # noqa: E402

__all__ = ["MODULE", "TYPES", "write_module", "write_types"]

MODULE, TYPES = ROOT / "web" / "model" / "shared.js", ROOT / "web" / "wire" / "state.d.ts"

GAMMA: Any = fields_of(LabState)["gamma"].limit
FORMATS = {"": "", ",": '.toLocaleString("en")'}  # of a field, in Python and in JavaScript

HEAD = """\
/** What Python defines and the browser needs as well: written by scripts/shared_values.py. */
"""
SENTENCES_HEAD = """\
/**
 * What is wrong and what to do, by the code of a FitError: bayeslab/estimators/fit_error.py.
 * @type {Record<string, (fields: Record<string, any>) => [reason: string, advice: string]>}
 */
"""
# By the name in JavaScript: what it is, and the value.
VALUES: dict[str, tuple[str, Any]] = {
    "LOOKS": (
        "Colours that mean no class, and the share of its class's colour that a region takes on.",
        {name: vars(theme) for name, theme in THEMES.items()},
    ),
    "REST": ("How the points of all classes but one look.", vars(REST)),
    "SMALLEST_MARKER": ("Pixels: the diameter of a marker on a narrow bump.", SMALLEST),
    "ERROR_RING": (
        "The diameter of the ring around a misclassified point, in those of its marker.",
        RING,
    ),
    "ISLAND_RIM": ("Pixels: the rim of an island around such a marker.", RIM),
    "STEPS": ("Steps of a drawing's grid along each axis.", drawing_format.STEPS),
    "GRAIN": ("Steps between the positions of new points.", drawing_format.GRAIN),
    "BLANK_BOX": ('@type {import("./points.js").Box} of a blank sheet', drawing_format.BLANK_BOX),
    "DRAWING": (
        "The most points and classes of a drawing, the largest value and end of its box, and how "
        "many characters, or points that are at least rounded, a link holds.",
        {
            "points": drawing_format.MAX_DRAWN,
            "classes": drawing_format.MAX_CLASSES,
            "value": drawing_format.LARGEST,
            "end": drawing_format.LARGEST_IN_BOX,
            "link": {"characters": drawing.LONGEST_IN_LINK, "points": drawing.MAX_IN_LINK},
        },
    ),
    "DIGITS": ("Significant digits of a number whose logarithm is moved.", DIGITS),
    "GAMMA": (
        "γ where nothing else is chosen, and the ends of its range.",
        {"default": LabState.gamma, "low": GAMMA.low, "high": GAMMA.high},
    ),
    "CHECKSUM": ("Bytes after a drawing.", drawing_format.CHECKSUM.size),
    "LARGEST_FLOAT32": (
        "The largest end of a box in a drawing on the grid.",
        drawing.LARGEST_FLOAT32,
    ),
    "LARGEST_SCORE": ("The largest score in a threshold search.", LARGEST_SCORE),
    "COORDINATES": ("The names of the features of generated and drawn points.", COORDINATES),
    "STANDARDISED": ("What follows the name of a standardised feature.", STANDARDISED),
    "INNER": ("The square of the radius at which a spiral begins.", INNER),
    "MAX_POINTS": ("The most points of a data set.", MAX_POINTS),
    "MAX_SVC_STEPS": ("The most steps of an SVC fit.", MAX_SVC_STEPS),
    "MAX_SVC_WORK": ("The most steps of an SVC fit times its points.", MAX_SVC_WORK),
    "POINT_FIELDS": ("The fields of a state that say which points there are.", POINT_FIELDS),
}
OUTLINES_HEAD = """\
/**
 * The corners of markers around the middle, in units of the radius; all others are circles.
 * @type {Record<string, [number, number][]>}
 */
"""


def write_module() -> str:
    """Return the text of the module."""
    values = (f"/** {words} */\n{_export(name, value)}" for name, (words, value) in VALUES.items())
    return "\n".join([HEAD, *values, write_outlines(), write_sentences()])


TYPES_HEAD = """\
// The state of the lab, core.state.LabState: written by scripts/shared_values.py.
// Null is Python's None.

export type LabState = {
"""
TYPES_OF_LIMITS: dict[type, str] = {
    limits.Number: "number",
    limits.Flag: "boolean",
    limits.Indices: "number[]",
    limits.Words: "string[]",
    limits.Names: "string[]",
}


def write_types() -> str:
    """Return the text of the file with the type of the lab's state."""
    lines = [f"  {name}: {_type(name, field)};\n" for name, field in fields_of(LabState).items()]
    return f"{TYPES_HEAD}{''.join(lines)}}};\n"


def _type(name: str, field: Field) -> str:
    plain = TYPES_OF_LIMITS.get(type(field.limit), "string")
    return f"{plain} | null" if getattr(LabState, name) is None else plain


def _export(name: str, value: Any) -> str:
    return f"export const {name} = {json.dumps(value)};\n"


def write_outlines() -> str:
    """Return the outlines of markers, to a millionth of their radius."""
    lines = [
        f"  {json.dumps(name)}: {json.dumps([[round(x, 6), round(y, 6)] for x, y in corners])},\n"
        for name, corners in OUTLINES.items()
    ]
    return f"{OUTLINES_HEAD}export const OUTLINES = {{\n{''.join(lines)}}};\n"


def write_sentences() -> str:
    """Return the sentences of :class:`bayeslab.FitError` as functions of their fields."""
    entries = [
        f"  {code}: {_parameters(*sentence)} => [\n"
        + "".join(f"    {_template(half)},\n" for half in sentence)
        + "  ],\n"
        for code, sentence in SENTENCES.items()
    ]
    return f"{SENTENCES_HEAD}export const SENTENCES = {{\n{''.join(entries)}}};\n"


def _parameters(*halves: str) -> str:
    names = [name for half in halves for _, name, _, _ in Formatter().parse(half) if name]
    return f"({{ {', '.join(dict.fromkeys(names))} }})" if names else "()"


def _template(half: str) -> str:
    """Return a template literal, or a string if there is no field."""
    parts = list(Formatter().parse(half))
    if all(name is None for _, name, _, _ in parts):
        return json.dumps(half.format(), ensure_ascii=False)
    out = []
    for text, name, spec, _ in parts:
        out.append(text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${"))
        if name:
            out.append(f"${{{name}{FORMATS[spec or '']}}}")
    return f"`{''.join(out)}`"


def main() -> None:
    """Print the module, or write it and the types."""
    if "--write" in sys.argv[1:]:
        MODULE.write_text(write_module(), encoding="utf-8")
        TYPES.write_text(write_types(), encoding="utf-8")
    else:
        print(write_module(), end="")


if __name__ == "__main__":
    main()
