"""Fuzz the reader of links: any parameters become a state that survives its own link.

Atheris guides the parameters by the branches they reach. It is not a dependency of the project::

    python -m pip install atheris
    python -m fuzz.fuzz_sharing -max_total_time=30

A failure is written to a file ``crash-...``; give its name as argument to run it again.
"""

import sys

import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]

INSTRUMENTED = ["bayeslab.drawing", "bayeslab.limits", "bayeslab.sharing", "bayeslab.state"]

with atheris.instrument_imports(include=INSTRUMENTED):
    from bayeslab.sharing import decode, encode
    from bayeslab.state import LIMITS

LONGEST = 4000  # characters: more than any value may have


def check_bytes(content: bytes) -> None:
    """Read a link with a few parameters made of the bytes; reading may never fail."""
    data = atheris.FuzzedDataProvider(content)
    parameters = {}
    while data.remaining_bytes():
        name = data.PickValueInList([*LIMITS, "embed"])
        parameters[name] = data.ConsumeUnicode(data.ConsumeIntInRange(0, LONGEST))
    state, notices = decode(parameters)
    assert decode(encode(state)) == (state, ())
    assert all(notice.endswith(".") for notice in notices)


if __name__ == "__main__":
    atheris.Setup(sys.argv, check_bytes)
    atheris.Fuzz()
