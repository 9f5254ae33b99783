"""Scenes: pages to present on a projector, in an order, with speaker notes."""

from ui.present.editor import show_editor

show_editor()
