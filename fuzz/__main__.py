"""Fuzz what reads from outside with atheris, which guides the bytes by the branches they reach.

``make fuzz``, or ``python -m fuzz``, does so for 5 seconds with each reader, two at a time.
``python -m fuzz table -max_total_time=600`` goes on with one, with the options of libFuzzer. What
fails is written to a file in ``build/``; its name as an argument runs it again::

    python -m fuzz table build/crash-...
"""

import platform
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

SECONDS = 5
AT_ONCE = 2  # readers, one on each core
SLOWEST = 5  # seconds for one input; more is a failure
# As pyproject.toml has it: elsewhere there are no wheels.
HAS_ATHERIS = (
    sys.platform == "linux" and platform.machine() == "x86_64" and sys.version_info < (3, 14)
)
INSTRUMENTED = [
    *("core.drawing", "core.limits", "core.link", "core.state"),
    *("core.csv_import", "core.scenes", "ui.canvas"),
]


def fuzz(name: str, options: list[str]) -> None:
    """Fuzz one reader; atheris ends the process."""
    import atheris

    with atheris.instrument_imports(include=INSTRUMENTED):
        from fuzz.readers import READERS
    reader = READERS[name]
    for seed in reader.seeds:
        assert reader.check(seed), f"a seed was refused: {seed!r}"
    Path("build").mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        for number, seed in enumerate(reader.seeds):
            Path(folder, str(number)).write_bytes(seed)
        # A file among the options is run again, and nothing else.
        corpus = [] if any(Path(option).is_file() for option in options) else [folder]
        defaults = [f"-timeout={SLOWEST}", "-artifact_prefix=build/"]
        atheris.Setup([sys.argv[0], *defaults, *options, *corpus], reader.check)
        atheris.Fuzz()


def fuzz_all() -> int:
    """Fuzz all readers, print how often, and return the code to exit with."""
    from fuzz.readers import READERS

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return int(not all([*pool.map(fuzz_in_process, READERS)]))


def fuzz_in_process(name: str) -> bool:
    """Fuzz one reader for a while, print how often, and return whether nothing was found."""
    command = [sys.executable, "-m", "fuzz", name, f"-max_total_time={SECONDS}"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    log = done.stdout + done.stderr
    runs = re.search(r"Done (\d+) runs", log)
    if done.returncode or not runs:
        print(f"{name}: a finding\n{log[-4000:]}", flush=True)
        return False
    print(f"{name}: {int(runs[1]):,} inputs without a finding", flush=True)
    return True


if __name__ == "__main__":
    if not HAS_ATHERIS:
        print("Not fuzzed: atheris is for Linux on x86-64, with a Python before 3.14.")
    elif len(sys.argv) > 1:
        fuzz(sys.argv[1], sys.argv[2:])
    else:
        sys.exit(fuzz_all())
