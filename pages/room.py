"""Class room: a class takes part from its phones, and the projector shows what everybody does."""

from lessons.questions import list_questions
from ui.layout import show_prose
from ui.room import show_room

show_prose("room")
show_room(list_questions())
