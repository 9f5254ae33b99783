"""Questions for learning platforms, as values: text, answers, feedback and pictures.

:mod:`core.moodle_xml` and :mod:`core.gift` write them as files.
"""

from dataclasses import dataclass

from core.exercises.exercise import Option

NOT_NEAR = "Not yet: your answer is not near enough."  # the reply to any other number


@dataclass(frozen=True)
class ItemPicture:
    """A picture as SVG, its file name, and in words what it shows."""

    name: str
    svg: str
    words: str


@dataclass(frozen=True)
class QuestionItem:
    """A question with options to choose from, or with a number to type.

    Attributes
    ----------
    key : str
        Identifies the question among all of the app, and stays the same from export to export.
    name : str
        What a question bank lists.
    category : tuple of str
        The folders of a question bank that it belongs into, from the outermost.
    text, why : str
        Markdown with formulas in LaTeX: the question, and what is said after the answer.
    options : tuple of Option
        One of them is right; none where a number is asked for.
    number : float or None
        The answer where a number is asked for.
    tolerance : float
        How far from it an answer may be.
    mistakes : tuple of (float, str)
        Wrong numbers that known mistakes lead to, and the replies to them.
    before, after : ItemPicture or None
        Beside the question, and beside `why`.
    tags : tuple of str
    """

    key: str
    name: str
    category: tuple[str, ...]
    text: str
    why: str
    options: tuple[Option, ...] = ()
    number: float | None = None
    tolerance: float = 0.0
    mistakes: tuple[tuple[float, str], ...] = ()
    before: ItemPicture | None = None
    after: ItemPicture | None = None
    tags: tuple[str, ...] = ()

    @property
    def category_path(self) -> str:
        """The category as Moodle writes it: two slashes are one in a name."""
        return "/".join(("$course$/top", *(name.replace("/", "//") for name in self.category)))
