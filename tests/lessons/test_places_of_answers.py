"""The place of the right option tells nothing."""

from collections import Counter

from lessons.exercises import load_exercises
from lessons.questions import list_questions

CHOICES = [each for each in load_exercises().values() if each.kind == "choice"]
VARIANTS = 200


def test_the_right_option_of_the_exercises_is_at_every_place_about_equally_often() -> None:
    assert len(CHOICES) > 8
    places: Counter[float] = Counter()
    for exercise in CHOICES:
        count = len(exercise.options)
        for number in range(VARIANTS):
            options = exercise.variant(number).options
            assert sorted(map(str, options)) == sorted(map(str, exercise.options))
            places[[each.is_right for each in options].index(True) / (count - 1)] += 1
    assert abs(places[0.0] - places[1.0]) / places.total() < 0.06
    shown_first = [
        [each.is_right for each in one.variant(0).options].index(True) for one in CHOICES
    ]
    assert max(Counter(shown_first).values()) <= 0.6 * len(CHOICES)


def test_the_right_option_of_the_lessons_is_not_always_at_one_place() -> None:
    questions = list_questions()
    places = Counter(each["answer"] for each in questions)
    assert len(questions) == 10
    assert max(places.values()) <= 5
    last = sum(each["answer"] == len(each["options"]) - 1 for each in questions)
    assert 1 <= last <= 5
