"""Count what a lesson asks of its reader, in a table: ``python scripts/count_lessons.py``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from sys import path

path.insert(0, str(Path(__file__).parents[1]))

from lessons import LESSONS, Lesson
from lessons.steps import Step, read_steps

SPEED = 130  # words a minute, read aloud
ACTION = 0.5  # minutes for what a step asks for
FIELD = re.compile(r"\{\w+\}")
WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
# A quantity: one letter, Greek or in italics, perhaps with an index or a sign.
SYMBOL = re.compile(r"(?<![\w’'])(?:[b-hj-zB-HJ-Zα-ωΑ-Ω])[₀-₉ᵢ₊₋⁺⁻]*(?![\w’'])")
VOWELS = re.compile(r"[aeiouy]+")
SILENT = re.compile(r"(?<=[^aeiouyl])(e|es|ed)$")


@dataclass(frozen=True)
class Counts:
    """What a lesson has.

    Attributes
    ----------
    steps : int
    before, words : int
        Words before the first thing to do, and of the question and all steps.
    symbols : set of str
    longest : int
        The number of words of the longest sentence.
    grade : float
        Years of school that the text takes (Flesch and Kincaid, 1975).
    minutes : float
        Read aloud, with half a minute for each step.
    """

    steps: int
    before: int
    words: int
    symbols: frozenset[str]
    longest: int
    grade: float
    minutes: float


def count(lesson: Lesson) -> Counts:
    """Return the counts of a lesson; a number that is computed counts as one word."""
    steps = read_steps(lesson.stem, lesson.state)
    texts = [lesson.question, *(text for step in steps for text in _texts_of(step))]
    sentences = [sentence for text in texts for sentence in _sentences_of(text)]
    words = [word for sentence in sentences for word in sentence]
    syllables = sum(map(_count_syllables, words))
    first = [lesson.question, *steps[0].text.split("**")[:1]]
    return Counts(
        len(steps),
        sum(len(sentence) for text in first for sentence in _sentences_of(text)),
        len(words),
        frozenset(symbol for text in texts for symbol in SYMBOL.findall(FIELD.sub("", text))),
        max(map(len, sentences)),
        0.39 * len(words) / len(sentences) + 11.8 * syllables / len(words) - 15.59,
        len(words) / SPEED + ACTION * len(steps),
    )


def _texts_of(step: Step) -> Iterator[str]:
    yield from (step.title, step.text)
    for option in step.options:
        yield from filter(None, (option.text, option.reply))
    yield step.answer


def _sentences_of(text: str) -> Iterator[list[str]]:
    plain = FIELD.sub("number", text.replace("*", ""))
    for sentence in re.split(r"(?<=[.?!:;])\s+|\n\n", plain):
        if words := WORD.findall(sentence):
            yield words


def _count_syllables(word: str) -> int:
    return max(1, len(VOWELS.findall(SILENT.sub("", word.lower()))))


def main() -> None:
    """Print the table."""
    print("lesson  steps  words before/all  symbols  longest sentence  grade  minutes")
    for lesson in LESSONS:
        each = count(lesson)
        print(
            f"{lesson.number:6}  {each.steps:5}  {each.before:6}/{each.words:<9}  "
            f"{len(each.symbols):7}  {each.longest:16}  {each.grade:5.1f}  {each.minutes:7.1f}"
        )


if __name__ == "__main__":
    main()
