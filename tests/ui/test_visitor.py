"""The benchmarks' visitor receives what a browser would: what it keeps is not sent again."""

from pathlib import Path

import pytest

from coroutines import run
from server import AppServer
from visitor import Visitor

LARGE, SMALL = 30_000, 10  # characters; Streamlit lets a browser keep what has 10,000 bytes
SCRIPT = f"""
import streamlit as st
st.session_state.run = st.session_state.get("run", 0) + 1
st.text(f"run {{st.session_state.run}}")
if st.session_state.run not in (4, 5, 6):
    st.text("large" + "!" * {LARGE})
st.text("small" + "!" * {SMALL})
"""


async def visit(port: int, runs: int) -> tuple[list[int], list[list[str]]]:
    """Return the bytes and the texts of each run."""
    received, texts = [], []
    async with Visitor(port) as visitor:
        for _ in range(runs):
            before = visitor.bytes_received
            await visitor.run()
            received.append(visitor.bytes_received - before)
            texts.append([element.body.rstrip("!") for element in visitor.elements])
    return received, texts


@pytest.mark.soak
def test_a_large_message_is_sent_once_and_again_after_it_was_forgotten(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    with AppServer(tmp_path / "log.txt", str(script)) as server:
        received, texts = run(visit(server.port, 8))
    without = {4, 5, 6}
    for number, shown in enumerate(texts, 1):
        assert shown == [f"run {number}", *([] if number in without else ["large"]), "small"]
    large = {run for run, count in enumerate(received, 1) if count > LARGE}
    assert large == {1, 7}
