"""Scenes: what is presented on a projector, in an order, with notes for the speaker."""

from ui.present.editor import show_editor

show_editor()
