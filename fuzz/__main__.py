"""Fuzz what reads from outside with atheris, which guides the bytes by the branches they reach.

``make fuzz``, or ``python -m fuzz``, does so for ``SECONDS`` with each reader, two at a time.
``python -m fuzz table -max_total_time=600`` goes on with one, with the options of libFuzzer. What
fails is written to a file in ``build/``; its name as an argument runs it again::

    python -m fuzz table build/crash-...
"""

import os
import platform
import re
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fuzz.readers import Reader

SECONDS = 4
BUILD = Path("build")
AT_ONCE = 2  # readers, one on each core
SLOWEST = 5  # seconds for one input; more is a failure
# As pyproject.toml has it: elsewhere there are no wheels.
HAS_ATHERIS = (
    sys.platform == "linux" and platform.machine() == "x86_64" and sys.version_info < (3, 14)
)
INSTRUMENTED = [
    *("core.drawing", "core.drawing_format", "core.fields"),
    *("core.limits", "core.link", "core.state"),
    *("core.csv_import", "core.plain_json", "core.scenes", "ui.session.commit"),
    *("core.cells", "core.code_export", "core.code_sections", "core.reports"),
    *("core.exercises.exercise", "core.exercises.file", "core.exercises.state"),
    *("live.activities", "live.material", "live.messages", "live.plan", "live.events"),
]


def import_readers() -> Mapping[str, "Reader"]:
    """Import what is fuzzed, so that atheris sees the branches it reaches."""
    import atheris

    # It names each module there.
    with redirect_stderr(StringIO()), atheris.instrument_imports(include=INSTRUMENTED):
        from fuzz.readers import READERS
    return READERS


def fuzz(name: str, reader: "Reader", options: list[str]) -> None:
    """Fuzz one reader; atheris ends the process."""
    import atheris

    for seed in reader.seeds:
        assert reader.check(seed), f"a seed was refused: {seed!r}"
    with TemporaryDirectory() as folder:
        for number, seed in enumerate(reader.seeds):
            Path(folder, str(number)).write_bytes(seed)
        # A file among the options is run again, and nothing else.
        corpus = [] if any(Path(option).is_file() for option in options) else [folder]
        defaults = [f"-timeout={SLOWEST}", f"-artifact_prefix={BUILD}/"]
        atheris.Setup([name, *defaults, *options, *corpus], reader.check)
        atheris.Fuzz()


def fuzz_all() -> int:
    """Fuzz all readers, print how often, and return the code to exit with."""
    readers = list(import_readers().items())
    clean = True
    for first in range(0, len(readers), AT_ONCE):
        batch = readers[first : first + AT_ONCE]
        processes = [fuzz_for_a_while(name, reader) for name, reader in batch]
        for (name, _), process in zip(batch, processes, strict=True):
            _, status = os.waitpid(process, 0)
            clean &= report(name, status, log_of(name).read_text(errors="replace"))
    return int(not clean)


def fuzz_for_a_while(name: str, reader: "Reader") -> int:
    """Begin to fuzz one reader in a process of its own, and return the number of the process.

    Forked, because importing takes longer than fuzzing; and not by `multiprocessing`, which ends a
    process before libFuzzer has written the input that failed.
    """
    process = os.fork()
    if process == 0:
        with log_of(name).open("wb") as log:
            for output in (1, 2):
                os.dup2(log.fileno(), output)
        fuzz(name, reader, [f"-max_total_time={SECONDS}"])
    return process


def log_of(name: str) -> Path:
    """Return the path of a reader's log."""
    return BUILD / f"fuzz {name}.log"


def report(name: str, status: int, log: str) -> bool:
    """Print how often a reader was fuzzed, and return whether nothing was found."""
    runs = re.search(r"Done (\d+) runs", log)
    if status or not runs:
        print(f"{name}: a finding\n{log[-4000:]}", flush=True)
        return False
    print(f"{name}: {int(runs[1]):,} inputs without a finding", flush=True)
    return True


if __name__ == "__main__":
    BUILD.mkdir(exist_ok=True)
    if not HAS_ATHERIS:
        print("Not fuzzed: atheris is for Linux on x86-64, with a Python before 3.14.")
    elif len(sys.argv) > 1:
        fuzz(sys.argv[1], import_readers()[sys.argv[1]], sys.argv[2:])
    else:
        sys.exit(fuzz_all())
