"""Reports: the table of accuracies as CSV and as LaTeX."""

import csv
import io
import re
from collections.abc import Iterable

from bayeslab.evaluation.accuracy import Row
from bayeslab.evaluation.models import MODELS
from bayeslab.evaluation.splits import EvaluationSpec
from core.cells import escape

LATEX_ESCAPES = str.maketrans(
    {sign: rf"\{sign}" for sign in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
    | {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}
    | {sign: f"{{{sign}}}" for sign in "[]*"}  # at the start of a row arguments of the line break
    | {"γ": r"$\gamma$", "₁": r"\textsubscript{1}", "₂": r"\textsubscript{2}"}
)
# pdfLaTeX stops at what is not here: punctuation (U+2010 to U+2027), the minus sign, Latin letters.
BEYOND_LATIN = re.compile("[^ -~À-ž\u2010-\u2027\N{MINUS SIGN}]+")
ENGINES = (
    "% pdfLaTeX writes ? for the letters that it does not know: use LuaLaTeX or XeLaTeX with a "
    "font that has them."
)


def write_accuracies_csv(rows: Iterable[Row]) -> str:
    """Return the table of accuracies as CSV, as fractions in full precision.

    If a classifier has no accuracy, its cell is empty and the last column gives the reason. Text is
    written as by :func:`core.csv_import.write_table`.
    """
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerow(["classifier", "training", "held_out", "standard_error", "problem"])
    for row in rows:
        of = row.held_out
        held_out = (of.mean, of.standard_error) if of else (None, None)
        problem = row.problem and escape(row.problem)
        writer.writerow([escape(_title(row)), row.training, *held_out, problem])
    return out.getvalue()


def write_accuracies_latex(rows: Iterable[Row], scheme: str) -> str:
    r"""Return the table of accuracies as LaTeX, in percent; it needs the package booktabs.

    Parameters
    ----------
    rows : iterable of Row
        If a classifier has no held-out accuracy, the reason is in its cell.
    scheme : str
        The evaluation scheme, for the heading of the column: see :func:`describe_scheme`.
    """
    cells = [(_escape(_title(row)), _percent(row.training), _held_out(row)) for row in rows]
    body = [rf"{' & '.join(cell)} \\" for cell in cells]
    head = rf"Classifier & Training & Held out, {_escape(scheme)} (mean $\pm$ standard error) \\"
    notes = [ENGINES] if any(r"\ifdefined" in line for line in body) else []
    lines = [*notes, r"\begin{tabular}{lrr}", r"\toprule", head, r"\midrule", *body, r"\bottomrule"]
    return "\n".join([*lines, r"\end{tabular}", ""])


def describe_scheme(evaluation: EvaluationSpec) -> str:
    """Return the name of a scheme: "10-fold", or its own."""
    return f"{evaluation.folds}-fold" if evaluation.scheme == "k-fold" else evaluation.scheme


def _title(row: Row) -> str:
    return MODELS[row.name].title if row.name in MODELS else row.name


def _percent(share: float | None) -> str:
    return "--" if share is None else rf"{100 * share:.1f}\,\%"


def _held_out(row: Row) -> str:
    if row.held_out is None:
        return rf"\multicolumn{{1}}{{p{{0.5\textwidth}}}}{{{_escape(row.problem or '--')}}}"
    mean, error = 100 * row.held_out.mean, 100 * row.held_out.standard_error
    return rf"${mean:.1f} \pm {error:.1f}$\,\%"


def _escape(text: str) -> str:
    return BEYOND_LATIN.sub(
        lambda found: rf"\ifdefined\Umathchar {found[0]}\else {'?' * len(found[0])}\fi{{}}",
        " ".join(text.split()).translate(LATEX_ESCAPES),
    )
