"""The product of matrices for the browser: its bytes, written as a module of JavaScript.

    python scripts/product_bytes.py           prints the module
    python scripts/product_bytes.py --write   puts it where web/model/product.js imports it from

The text is web/model/product.wat; npm's wabt, which ``make lint`` installs, assembles it. A test
fails until the module is written again after a change of the text.
"""

import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "web" / "model" / "product.wat"
MODULE = ROOT / "web" / "model" / "product_bytes.js"
ASSEMBLER = ROOT / "build" / "npm" / "node_modules" / "wabt" / "bin" / "wat2wasm"

HEAD = """\
/** The bytes of product.wat in Base64: written by scripts/product_bytes.py. */
export const PRODUCT = "{}";
"""

__all__ = ["ASSEMBLER", "MODULE", "write_module"]


def write_module() -> str:
    """Return the text of the module."""
    with TemporaryDirectory() as folder:
        target = Path(folder) / "product.wasm"
        command = ["node", str(ASSEMBLER), str(SOURCE), "--output", str(target)]
        subprocess.run(command, check=True)
        return HEAD.format(b64encode(target.read_bytes()).decode("ascii"))


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        MODULE.write_text(write_module(), encoding="utf-8", newline="\n")
    else:
        print(write_module(), end="")
