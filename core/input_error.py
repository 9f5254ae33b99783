"""Refusal: the one error that says what came from outside cannot be used."""

__all__ = ["InputError"]


class InputError(ValueError):
    """What came from outside cannot be used; the message is for whoever sent it."""
