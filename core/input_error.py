"""The error for input that cannot be used: links, drawings, messages and tables."""


class InputError(ValueError):
    """Input from outside cannot be used; the message is a sentence for the visitor."""
