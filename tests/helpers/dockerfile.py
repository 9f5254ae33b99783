"""What the Dockerfile says, instruction by instruction."""

import re

from source import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile as pairs of an instruction and what it says."""
    lines = re.sub(r"^\s*#.*\n", "", DOCKERFILE, flags=re.MULTILINE).replace("\\\n", " ")
    return [
        (word, " ".join(rest.split()))
        for word, _, rest in (line.partition(" ") for line in lines.splitlines() if line.strip())
    ]


def last_stage() -> list[tuple[str, str]]:
    steps = instructions()
    begin = max(place for place, (word, _) in enumerate(steps) if word == "FROM")
    return steps[begin:]


def saying(word: str) -> list[str]:
    """Return what the last stage of the Dockerfile says with an instruction."""
    return [text for instruction, text in last_stage() if instruction == word]
