"""The sheet of a lesson: what is on paper, looked at as a picture."""

import io
import re
import subprocess

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page, expect
from scipy import ndimage

from lessons import Lesson
from lessons.texts import read_sections, split_question
from programs import find_program

__all__ = ["check_sheet", "poppler"]

DPI = 100
MARGINS = {"x": 12, "y": 10}  # mm, of the sheet
# On each canvas of the picture a square, when all is painted for paper.
# The picture gets another width just before, too late for its layout to be observed.
MARK_SQUARES = """() => {
    const dispatch = window.dispatchEvent, picture = document.querySelector(".st-key-picture");
    window.dispatchEvent = (event) => {
        if (picture && event.type === "bayeslab-paper") picture.style.width = "80%";
        return dispatch.call(window, event);
    };
    addEventListener("bayeslab-paper", () => {
        window.dispatchEvent = dispatch;
        const parts = [...document.querySelectorAll(".st-key-picture *")];
        const roots = parts.flatMap(({ shadowRoot }) => shadowRoot ?? []);
        const canvases = roots.flatMap((root) => [...root.querySelectorAll("canvas")])
            .filter((canvas) => canvas.checkVisibility());
        for (const canvas of canvases) {
            const context = canvas.getContext("2d"), side = 60 * canvas.width / canvas.offsetWidth;
            context.setTransform(1, 0, 0, 1, 0, 0);
            context.fillStyle = "#ff00ff";
            context.fillRect(canvas.width - side - 4, 4, side, side);
        }
        window.squares = canvases.length;
        const restore = () => picture?.style.removeProperty("width");
        addEventListener("afterprint", restore, { once: true });
    }, { once: true });
}"""
COUNT_QUESTION_PICTURES = """() => addEventListener("beforeprint", () => {
    window.questionPictures = document.querySelectorAll(".lesson-sheet .question canvas").length;
}, { once: true })"""
HAS_QUESTION_PICTURE = """() => {
    const image = document.querySelector(".st-key-sheet-question .situation img");
    return image?.complete && image.naturalWidth > 0;
}"""


def check_sheet(page: Page, lesson: Lesson) -> None:
    """Print the lesson that is open, in a window of any size, in any theme."""
    expect(page.locator(".st-key-picture").get_by_text("Loading the ")).to_be_hidden()
    page.wait_for_function(HAS_QUESTION_PICTURE)
    page.evaluate(MARK_SQUARES)
    page.evaluate(COUNT_QUESTION_PICTURES)
    pdf = page.pdf(prefer_css_page_size=True)
    assert page.locator(".lesson-sheet").count() == 0, "it is there while the page is printed"
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    assert page.evaluate("window.questionPictures") == 1
    check_texts(_plain(poppler("pdftotext", "-raw", pdf=pdf).decode()), page.url, lesson)
    shown = np.asarray(Image.open(io.BytesIO(poppler("pdftoppm", "-r", f"{DPI}", "-png", pdf=pdf))))
    check_picture(shown.astype(int), page.evaluate("window.squares"))


def check_texts(text: str, url: str, lesson: Lesson) -> None:
    """Look for the titles, the question, all answers and the link; the right answer is not told."""
    question, answers, _correct = split_question(read_sections(lesson.stem)["Question"])
    written = [question, *answers]
    parts = [part for each in written for part in re.split(r"\$[^$]*\$|\{[^}]*\}|[*_`]", each)]
    for part in (lesson.heading, lesson.question, "Predict, then look", *parts, url):
        assert _plain(part) in text
    assert "The correct answer" not in text


def check_picture(shown: NDArray[np.int_], squares: int) -> None:
    """Nothing reaches the edge of the paper, which is white, and squares are squares."""
    x, y = (int(MARGINS[side] / 25.4 * DPI) - 2 for side in "xy")
    ink = shown.min(axis=2) < 250
    assert not ink[:y].any()
    assert not ink[-y:].any()
    assert not ink[:, :x].any()
    assert not ink[:, -x:].any()
    assert (shown.max(axis=2) < 100).mean() < 0.1, "paper is light"
    red, green, blue = np.moveaxis(shown, 2, 0)
    marks, count = ndimage.label((red > 230) & (green < 60) & (blue > 230))
    assert count == squares
    for rows, columns in ndimage.find_objects(marks):
        height, width = rows.stop - rows.start, columns.stop - columns.start
        assert width > 20
        assert abs(width - height) <= 1 + 0.02 * width


def _plain(text: str) -> str:
    """Return letters and digits only: lines end anywhere, and type has ligatures and spaces."""
    return re.sub(r"[\W_]", "", text.replace("ﬁ", "fi").replace("ﬂ", "fl").replace("ﬀ", "ff"))


def poppler(program: str, *options: str, pdf: bytes) -> bytes:
    """Return what a program of poppler-utils writes of a PDF."""
    output = ["-"] if program == "pdftotext" else []
    return subprocess.run(
        [find_program(program), *options, "-", *output], input=pdf, capture_output=True, check=True
    ).stdout
