"""Open every page of the app in a folder and print what went wrong: `python -P <this> <folder>`."""

import sys
from functools import cache
from pathlib import Path

from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

import app

# As in conftest.py: every AppTest would read the metadata of all installed packages.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

folder = Path(sys.argv[1]).resolve()
assert Path(app.__file__).parent == folder, f"This is the app of {app.__file__}."
main = folder / "pages" / "main.py"
for page in sorted(main.parent.glob("*.py")):
    if page != main:
        opened = AppTest.from_file(str(main), default_timeout=300)
        opened.switch_page(page.name)
        opened.run()
        if opened.exception or len(opened.title) != 1:
            print(page.name)
