"""The registry of lessons, in teaching order.

The menu, the headings, the footers and the tests of the lessons read this list. A lesson's stem
names its script (``pages/<stem>.py``) and its folder (``lessons/<stem>/``), which holds its state
(``state.py``, the class ``<Stem>State``), its page (``page.py``), its text (``text.md``) and its
code (``snippet.py``). The head of the text has its title, minutes, question and source.
"""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from lessons.lesson_state import LessonState

STEMS = (
    "bayes_rule",
    "covariance_assumptions",
    "naive_and_optimal_bayes",
    "linear_discriminants",
    "discrete_bayes",
    "inner_products",
    "threshold_search",
    "kernel_width",
    "kernel_bayes_and_svm",
    "checking_the_sources",
)


@dataclass(frozen=True)
class Lesson:
    """A lesson: number, stem, title, minutes in class, question, sources, class of its state."""

    number: int
    stem: str
    title: str
    minutes: int
    question: str
    source: str
    state: type[LessonState]

    @property
    def heading(self) -> str:
        """The number and the title, as the menu and the page show them."""
        return f"{self.number}. {self.title}"

    @property
    def page(self) -> str:
        """The file name of the page in ``pages/``."""
        return f"{self.stem}.py"


def _read_lesson(number: int, stem: str) -> Lesson:
    """Return a lesson, of which the lines before the first section of its text say the most."""
    text = (Path(__file__).parent / stem / "text.md").read_text(encoding="utf-8")
    head = dict(line.split(": ", 1) for line in text.partition("\n\n")[0].splitlines())
    state = getattr(import_module(f"lessons.{stem}.state"), stem.title().replace("_", "") + "State")
    words = head["Title"], int(head["Minutes"]), head["Question"], head["Source"]
    return Lesson(number, stem, *words, state)


LESSONS = tuple(_read_lesson(number, stem) for number, stem in enumerate(STEMS, 1))
