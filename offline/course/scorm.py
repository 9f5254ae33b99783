"""Packages for platforms, SCORM 1.2: ``python -m offline.course.scorm``, or ``make exports``.

``dist/scorm/<stem>.zip`` has a lesson, ``exercises_<stem>.zip`` the exercises of a lesson, and
``exercises.zip`` all of them. A package is one page and a manifest. The page finds the platform,
which stores the student's progress and shows the score (``web/hosts/course/scorm.js``).
"""

import shutil
from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from threadpoolctl import threadpool_limits

from core.exercises.exercise import Exercise
from lessons import LESSONS, Lesson
from offline.course.exercise_page import ExercisesHtml, exercises_of
from offline.course.lesson_page import LessonHtml
from offline.course.prose import Prose
from offline.course.scripts import exercises_script, lesson_script
from offline.course.single import single_page
from web import ROOT

PACKAGES = ROOT / "dist" / "scorm"
PAGE, MANIFEST = "index.html", "imsmanifest.xml"
ABOUT = '<span class="platform" role="status"></span>'
# The same content is the same file, whenever it is built.
BUILT = (1980, 1, 1, 0, 0, 0)
TEMPLATE = """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="bayeslab.{name}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>{title}</title>
      <item identifier="item" identifierref="page">
        <title>{title}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="{page}">
      <file href="{page}"/>
    </resource>
  </resources>
</manifest>
"""


def main() -> None:
    """Write all packages, and say how many bytes they are."""
    threadpool_limits(1, user_api="blas")  # threads cost more than small matrices take
    shutil.rmtree(PACKAGES, ignore_errors=True)
    PACKAGES.mkdir(parents=True)
    for name, package in list_packages():
        (PACKAGES / f"{name}.zip").write_bytes(package)
    files = sorted(PACKAGES.iterdir())
    size = sum(path.stat().st_size for path in files)
    print(f"{PACKAGES.relative_to(ROOT)}: {len(files)} packages, {size / 1e6:.1f} MB")


def list_packages() -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each package."""
    for lesson in LESSONS:
        yield lesson.stem, lesson_package(lesson)
    for lesson in LESSONS:
        if exercises := exercises_of(lesson.number):
            title = f"Exercises: {lesson.title}"
            yield f"exercises_{lesson.stem}", exercises_package(lesson.stem, title, exercises)
    yield "exercises", exercises_package("all", "Exercises", exercises_of())


def lesson_package(lesson: Lesson) -> bytes:
    """Return the package of a lesson: its score is whether the first answer was right."""
    script = lesson_script(lesson.stem, "platform")
    return _package(lesson.stem, lesson.heading, "lesson", LessonHtml(lesson, Prose()), script)


def exercises_package(name: str, title: str, exercises: Sequence[Exercise]) -> bytes:
    """Return the package of a set of exercises: its score is the share that was solved."""
    html, script = ExercisesHtml(exercises, Prose(), title), exercises_script("platform")
    return _package(f"exercises.{name}", title, "exercises", html, script)


def _package(
    name: str, title: str, template: str, html: LessonHtml | ExercisesHtml, script: str
) -> bytes:
    parts = html.parts()
    html.prose.render()
    return pack(name, title, single_page(template, html.prose.fill_all(parts), script, ABOUT))


def pack(name: str, title: str, page: str) -> bytes:
    """Return a package of one page."""
    manifest = TEMPLATE.format(name=escape(name), title=escape(title), page=PAGE)
    file = BytesIO()
    with ZipFile(file, "w") as package:
        for path, text in ((MANIFEST, manifest), (PAGE, page)):
            package.writestr(ZipInfo(path, BUILT), text, ZIP_DEFLATED)
    return file.getvalue()


if __name__ == "__main__":
    main()
