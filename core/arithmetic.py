"""Arithmetic that is written in a file: numbers, + − * /, parentheses and a few functions."""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType

from core.input_error import InputError

Value = Callable[[], float]
LONGEST = 200  # characters
FUNCTIONS: Mapping[str, Callable[[float], float]] = MappingProxyType(
    {
        "exp": math.exp,
        "ln": math.log,
        "sqrt": math.sqrt,
        "above": lambda z: math.erfc(z / math.sqrt(2)) / 2,  # the share of a normal density
    }
)
OPERATORS: Mapping[type[ast.operator], Callable[[float, float], float]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
    }
)


def calculate(text: str) -> float:
    """Return the value of an arithmetic expression.

    Raises
    ------
    InputError
        If it is none, or has no value, such as 1 / 0.
    """
    compute = _parse(text)
    try:
        value = compute()
    except (ArithmeticError, ValueError):
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"“{text}” has no value.")
    return value


def check_arithmetic(text: str) -> None:
    """Check that a text is an arithmetic expression; raises as above if it is none."""
    _parse(text)


def _parse(text: str) -> Value:
    try:
        if len(text) <= LONGEST:
            return _build(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError):
        pass
    raise InputError(
        f"Write a number as in “100 * exp(-2)”, with + - * / and {', '.join(FUNCTIONS)}."
    )


def _build(node: ast.expr) -> Value:
    """Return what computes an expression; a SyntaxError refuses all that is no arithmetic."""
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return lambda: float(number)
        case ast.Call(func=ast.Name(id=name), args=[part], keywords=[]) if name in FUNCTIONS:
            inner = _build(part)
            return lambda: FUNCTIONS[name](inner())
        case ast.UnaryOp(op=ast.USub(), operand=part):
            inner = _build(part)
            return lambda: -inner()
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OPERATORS:
            first, second = _build(left), _build(right)
            return lambda: OPERATORS[type(sign)](first(), second())
    raise SyntaxError
