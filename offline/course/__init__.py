"""The static course: Start, the lab and the lessons as plain files, for hosts that run no program.

A page is made from the content of the app: ``data.py``, ``text.md``, ``question.py`` and
``picture.js`` of each lesson. The picture computes in the browser what the visitor drags. Python's
results are computed when the course is built, once for each combination of choices and for each
situation that a button sets up (:mod:`~offline.course.asking`). :mod:`~offline.course.lesson_page`
and :mod:`~offline.course.exercise_page` define the content of a page; ``make site`` writes the
files (:mod:`~offline.course.build`), and ``make exports`` packages for learning platforms
(:mod:`~offline.course.scorm`).
"""

from offline.pocket import COURSE as ADDRESS
from web import ROOT

__all__ = ["ADDRESS", "LESSONS_FOLDER", "SITE"]

SITE = ROOT / "dist" / "site"  # for a web host
LESSONS_FOLDER = ROOT / "dist" / "lessons"  # one file for each lesson, for a memory stick
