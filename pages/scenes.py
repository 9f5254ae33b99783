"""Scenes: pages to present on a projector, in an order, with speaker notes."""

from lessons import LESSONS
from lessons.thumbnails import THUMBNAILS
from ui.present.editor import show_editor

show_editor({lesson.stem: lesson.heading for lesson in LESSONS}, THUMBNAILS)
