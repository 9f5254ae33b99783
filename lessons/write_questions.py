"""Write the questions for learning platforms, a file per lesson and format.

    python -m lessons.write_questions dist/questions --variants 5

``make exports`` does this.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from core.gift import write_gift
from core.moodle_xml import write_moodle_xml
from core.question_item import QuestionItem
from lessons import LESSONS, Lesson
from lessons.question_items import MOST_VARIANTS, list_items

VARIANTS = 5  # of each exercise
# By the ending of the file: the name of the format, and its writer.
FORMATS: Mapping[str, tuple[str, Callable[[Sequence[QuestionItem]], str]]] = {
    "xml": ("Moodle XML", write_moodle_xml),
    "gift": ("GIFT", write_gift),
}


def file_name(lesson: Lesson, ending: str) -> str:
    """Return the name of the file of a lesson."""
    return f"{lesson.number:02}-{lesson.stem}.{ending}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the files into a folder."""
    parser = argparse.ArgumentParser(description="Write the questions for learning platforms.")
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--variants",
        type=int,
        default=VARIANTS,
        choices=range(1, MOST_VARIANTS + 1),
        metavar="N",
        help=f"of each exercise, 1 to {MOST_VARIANTS} (default {VARIANTS})",
    )
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    for lesson in LESSONS:
        items = list_items(lesson, options.variants)
        for ending, (_, write) in FORMATS.items():
            path = options.folder / file_name(lesson, ending)
            path.write_text(write(items), encoding="utf-8")
        print(f"{lesson.heading}: {len(items)} questions")


if __name__ == "__main__":
    main()
