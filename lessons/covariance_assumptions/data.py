"""The data of lesson 2: its picture, tables, its formula, and numbers of its texts."""

from typing import Any

import numpy as np

from bayeslab.estimators.covariance import DIVISORS
from bayeslab.evaluation.formats import percent
from core.caching import memoize
from core.latex import matrix, number, quadratic
from lessons.covariance_assumptions.numbers import (
    ASSUMPTIONS,
    Assumption,
    SolvedCase,
    crossings,
    evaluate_assumption,
    fit_rule,
    linear_discriminant,
    list_assumptions,
    solve_case,
)
from lessons.covariance_assumptions.points import (
    DECIMALS,
    EXAMPLE,
    MEANS,
    REDRAWS,
    ROOTS,
    SIZES,
    Points,
    draw_sample,
    evaluate_redraws,
    frame,
    parse_points,
)
from lessons.covariance_assumptions.state import CASES, DRAWN_SAMPLE, CovarianceAssumptionsState
from lessons.parts import FormulaPart, Part, TablePart, TextPart
from lessons.texts import Equation
from lessons.tries import try_states

BETWEEN = ("pooling", "shrinkage")
ASSUMPTIONS_ALT = "For each assumption: parameters, accuracy in training and left out."
SHORT = {"parameters": ("free", "Free parameters of the covariances.")}
VALUES_ALT = "The points with their discriminant values, ascending."
CLASS_SIGNS = ("−", "+")  # of the classes 0 and 1
FAR = 20.0  # the x₁ at which the source compares the cases
ODDS = 9.0  # of class + to class −, at which the source's C moves the boundary visibly
ZOOMS = {"near": 1.0, "far_out": 8.0}
LOG_PRIORS = r"\ln\tfrac{n_+}{n_-}"
FORMULA_B = {
    1: rf"\tfrac12(|\mu_-|^2-|\mu_+|^2)+\sigma^2{LOG_PRIORS}",
    2: rf"\tfrac12(\mu_-^T\Sigma^{{-1}}\mu_--\mu_+^T\Sigma^{{-1}}\mu_+)+{LOG_PRIORS}",
    3: rf"\ln|\Sigma_-|-\ln|\Sigma_+|+2{LOG_PRIORS}",
}
LOG_DETERMINANT = r"\ln(\sigma_{11}\sigma_{22}-\sigma_{12}^2)"
SEARCHED_B = r"-(\text{middle of the best gap})"


def picture_data(state: CovarianceAssumptionsState) -> dict[str, Any]:
    """Return the data of the picture besides the fields that can be grabbed."""
    assumptions = _assumptions(state)
    between = assumptions.pop("between")
    return {
        "assumptions": [
            vars(each)
            | {"settings": each.settings, "name": CASES.get(name), "isChosen": name == state.case}
            for name, each in assumptions.items()
        ],
        "regularised": {"title": between.title, "parameters": between.parameters},
        "guide": FAR,
        "case": state.case,
        "zoom": ZOOMS[state.view],
        "isSearched": state.is_searched,
        "divisor": state.divisor,
        "planes": state.planes,
        "population": _population(state) if state.redraws else None,
        "box": frame(int(state.size)) if state.example == DRAWN_SAMPLE else None,
        "one": one_plane(state),
    }


def one_plane(state: CovarianceAssumptionsState) -> dict[str, Any] | None:
    """Return the names of a step's fruits and features, and whether points are left out."""
    if state.shown == "planes":
        return None
    return {
        "classes": ["banana", "orange"],
        "features": ["weight", "length"],
        "isChecked": state.shown == "checked",
    }


def describe_step(state: CovarianceAssumptionsState) -> dict[str, str]:
    """Return how many points each case gets right, also left out, and how many new ones."""
    points, size, assumptions = state.training_points, int(state.size), _assumptions(state)
    texts = {"n": f"{len(points[1])}", "size": f"{size}", "redraws": f"{REDRAWS}"}
    texts["most"] = f"{SIZES[-1]}"
    for name in CASES:
        assumption = assumptions[name]
        right = evaluate_assumption(*points, assumption, state.is_searched)
        new = evaluate_redraws(assumption, size, state.is_searched)
        values = {"training": right.training, "left_out": right.left_out, "new": _range_of(new)}
        values["numbers"] = assumption.parameters
        texts |= {f"{what}_{name}": f"{value}" for what, value in values.items()}
    samples = [draw_sample(k, size) for k in range(1, REDRAWS + 1)]
    right = [(fit_rule(X, y, assumptions["3"], False)(X) > 0) == (y == 1) for X, y in samples]
    return texts | {"perfect": f"{sum(map(np.all, right))}"}


def describe_tries() -> dict[str, str]:
    """Return the numbers of the things to try, each computed for the state that it sets up."""
    few, many, _, outlier, *_ = try_states(
        "covariance_assumptions", "Try", CovarianceAssumptionsState
    )
    texts = {
        f"{name}_{case}": value
        for name, state in (("few", few), ("many", many))
        for case, value in ((case, describe_step(state)[f"new_{case}"]) for case in CASES)
    }
    for case in (1, 2):  # from level, as both lines were before
        w1, w2 = solve_case(*outlier.training_points, case).discriminant.w
        texts[f"turn_{case}"] = f"{abs(np.degrees(np.arctan(w1 / w2))):.0f}"
    return texts


def _assumptions(state: CovarianceAssumptionsState) -> dict[str, Assumption]:
    """Return the assumptions by their names, the one between the cases last."""
    assumptions = list_assumptions(state.pooling, state.shrinkage, state.divisor)
    return dict(zip((*ASSUMPTIONS, "between"), assumptions, strict=True))


def _range_of(shares: list[float]) -> str:
    """Return the mean, and the lowest and the highest, as the picture says them."""
    mean, low, high = (
        f"{100 * share:.0f}" for share in (np.mean(shares), min(shares), max(shares))
    )
    return f"{mean}\N{NO-BREAK SPACE}% ({low} to {high})"


def _population(state: CovarianceAssumptionsState) -> dict[str, Any]:
    """Return the population from which the browser draws samples."""
    return {
        "means": [list(mean) for mean in MEANS],
        "roots": ROOTS.tolist(),
        "size": int(state.size),
        "redraws": REDRAWS,
        "decimals": DECIMALS,
    }


def solve(state: CovarianceAssumptionsState) -> SolvedCase:
    """Return the quantities of the chosen case.

    Raises
    ------
    ValueError
        If a class has no points, or a covariance is singular.
    """
    return solve_case(*state.training_points, int(state.case), state.divisor)


def list_words(state: CovarianceAssumptionsState) -> list[Part]:
    """Return the text about the picture."""
    return [
        *([TextPart("Far out", compare_boundaries)] if state.view == "far_out" else []),
        TextPart("Picture", lambda _: {"redraws": f"{REDRAWS}"}),
    ]


def list_numbers() -> list[Part]:
    """Return the tables and the formula beside the picture."""
    return [
        TablePart(compare_assumptions, ASSUMPTIONS_ALT, short=SHORT),
        TextPart("Regularised"),
        FormulaPart(equations),
        TablePart(tabulate_values, VALUES_ALT),
        TextPart("Notes", compare_offsets),
    ]


def compare_assumptions(state: CovarianceAssumptionsState) -> dict[str, list[str]]:
    """Return the columns of a table of the parameters and accuracies under each assumption."""
    return _compare(state.value("points"), tuple(_assumptions(state).values()), state.is_searched)


@memoize(64)
def _compare(
    text: str, assumptions: tuple[Assumption, ...], is_searched: bool
) -> dict[str, list[str]]:
    points = parse_points(text)
    training, left_out = zip(
        *(_accuracies(points, each, is_searched) for each in assumptions), strict=True
    )
    counts = [each.parameters for each in assumptions]
    return {
        "assumption": [each.title.removesuffix(" for both") for each in assumptions],
        "parameters": ["between" if n is None else str(n) for n in counts],
        "training": list(training),
        "left out": list(left_out),
    }


def _accuracies(points: Points, assumption: Assumption, is_searched: bool) -> tuple[str, str]:
    try:
        performance = evaluate_assumption(*points, assumption, is_searched)
    except ValueError:
        return "cannot be computed", ""
    n = len(points[1])
    left_out = "not defined" if performance.left_out is None else percent(performance.left_out / n)
    return percent(performance.training / n), left_out


def tabulate_values(state: CovarianceAssumptionsState) -> dict[str, Any]:
    """Return the columns of a table of the points, sorted by value as the search does."""
    (X, y), solution = state.training_points, solve(state)
    d = solution.discriminant(X)
    order = np.argsort(d, kind="stable")
    without = "d(x) − b" if solution.case == 3 else "wᵀx"
    b = solution.offset(state.is_searched)
    columns = {"x₁": X[:, 0], "x₂": X[:, 1], without: d, "d(x)": d + b}
    return {"class": [CLASS_SIGNS[k] for k in y[order]]} | {
        name: values[order] for name, values in columns.items()
    }


def compare_boundaries(state: CovarianceAssumptionsState) -> dict[str, str]:
    """Return where the boundaries of cases 2 and 3 cross a vertical line far out."""
    heights = {f"case_{k}": _boundary_at(FAR, state, k) for k in (2, 3)}
    return {"far": number(FAR)} | heights


def _boundary_at(x1: float, state: CovarianceAssumptionsState, case: int) -> str:
    """Return in LaTeX the x₂ at which the boundary of a case crosses the vertical line at `x1`."""
    try:
        solution = solve_case(*state.training_points, case, state.divisor)
    except ValueError:  # this case may fail although the case in the picture does not
        return "cannot be computed"
    heights = crossings(solution.with_b(solution.offset(state.is_searched)), x1)
    return " and ".join(f"$x_2 = {number(x2, 3)}$" for x2 in heights) or "nowhere"


def compare_offsets(state: CovarianceAssumptionsState) -> dict[str, str]:
    """Return b by the search and by the formula."""
    solution = solve(state)
    both = {"searched": solution.searched_b, "formula": solution.formula_b}
    return {name: number(value, 3) for name, value in both.items()}


def compare_scatters() -> dict[str, str]:
    """Compare case 2 with the scatter about the common mean, as in the source, and within classes.

    The means of the example have the same x₁, so the boundary is horizontal. Returns its height for
    both scatters if class + is ``ODDS`` times as frequent as class −, and the formula's w and b.
    """
    solution, total = solve_case(*EXAMPLE, 2), np.cov(EXAMPLE[0].T, bias=True)
    within = solution.covariances[0]
    printed = linear_discriminant(solution.means, total)
    (by_total,), (by_within,) = (
        crossings(linear_discriminant(solution.means, C, ODDS), 0.0) for C in (total, within)
    )
    w, b = printed.w[1], float(printed.w0)
    single = {
        "odds": ODDS,
        "printed_w": w,
        "printed_b": b,
        "rescaled_b": b / w,
        "by_total": by_total,
        "by_within": by_within,
    }
    texts = {name: number(value, 3) for name, value in single.items()}
    return {"total": matrix(total), "within": matrix(within), **texts}


def equations(state: CovarianceAssumptionsState) -> list[Equation]:
    """Return the equations from the points to d(x), with b by the search or by the formula."""
    solution = solve(state)
    symbols = SEARCHED_B if state.is_searched else FORMULA_B[solution.case]
    b, score = solution.offset(state.is_searched), "d_q(x)+b" if solution.case == 3 else "w^Tx+b"
    return [
        Equation(r"\mu_+", r"\tfrac{1}{n_+}\textstyle\sum_{+}x", matrix(solution.means[0])),
        Equation(r"\mu_-", r"\tfrac{1}{n_-}\textstyle\sum_{-}x", matrix(solution.means[1])),
        *_covariances(solution, state.divisor),
        Equation("b", symbols, number(b)),
        Equation("d(x)", score, _write_discriminant(solution, b)),
    ]


def _covariances(solution: SolvedCase, divisor: str) -> list[Equation]:
    """Return the equations from the covariances to w, or to d_q."""
    if solution.case == 3:
        return _own_covariances(solution, divisor)
    return _common_covariance(solution, _write_divisor("n", divisor, 2))


def _write_divisor(n: str, divisor: str, means: int) -> str:
    off = DIVISORS[divisor](means)
    return f"{n}-{off}" if off else n


def _common_covariance(solution: SolvedCase, divisor: str) -> list[Equation]:
    """Return the equations of the covariance and of w where the classes share a covariance."""
    C, w = solution.covariances[0], matrix(solution.discriminant.w)
    if solution.case == 1:
        of_both = f"2({divisor})" if "-" in divisor else f"2{divisor}"
        squares = rf"\tfrac1{{{of_both}}}\textstyle\sum_\pm\sum|x-\mu_\pm|^2"
        return [
            Equation(r"\sigma^2", squares, number(C[0, 0])),
            Equation("w", r"\mu_+-\mu_-", w),
        ]
    scatter = rf"\tfrac1{{{divisor}}}\textstyle\sum_\pm\sum(x-\mu_\pm)(x-\mu_\pm)^T"
    return [
        Equation(r"\Sigma", scatter, matrix(C)),
        Equation(r"\ln|\Sigma|", LOG_DETERMINANT, number(solution.log_determinants[0])),
        Equation("w", r"\Sigma^{-1}(\mu_+-\mu_-)", w),
    ]


def _own_covariances(solution: SolvedCase, divisor: str) -> list[Equation]:
    """Return the equations of the covariances and of d_q where each class has its own."""
    plus = r"(x-\mu_+)^T\Sigma_+^{-1}(x-\mu_+)"
    minus = r"(x-\mu_-)^T\Sigma_-^{-1}(x-\mu_-)"
    return [
        *_own_covariance(solution, 0, "+", divisor),
        *_own_covariance(solution, 1, "-", divisor),
        Equation("d_q(x)", rf"{minus}\\&\quad-{plus}", _write_discriminant(solution, 0.0)),
    ]


def _own_covariance(solution: SolvedCase, k: int, sign: str, divisor: str) -> list[Equation]:
    n = _write_divisor(f"n_{sign}", divisor, 1)
    scatter = rf"\tfrac1{{{n}}}\textstyle\sum_{{{sign}}}(x-\mu_{sign})(x-\mu_{sign})^T"
    return [
        Equation(rf"\Sigma_{sign}", scatter, matrix(solution.covariances[k])),
        Equation(rf"\ln|\Sigma_{sign}|", LOG_DETERMINANT, number(solution.log_determinants[k])),
    ]


def _write_discriminant(solution: SolvedCase, b: float) -> str:
    """Return d(x) multiplied out."""
    d = solution.with_b(b)
    return quadratic(d.W, d.w, float(d.w0))


def with_equal_covariances(points: Points) -> Points:
    """Return the points with class − replaced by a copy of class + around its own mean."""
    X, y = points
    plus, minus = X[y == 1], X[y == 0]
    return np.concatenate((plus, plus - plus.mean(axis=0) + minus.mean(axis=0))), y


def explain_equal_covariances() -> dict[str, str]:
    """Return the covariance and the discriminant of the example after the change."""
    equal = solve_case(*with_equal_covariances(EXAMPLE), case=3)
    return {
        "covariance": matrix(equal.covariances[0]),
        "discriminant": _write_discriminant(equal, equal.formula_b),
    }
