"""``-p few_examples``: hypothesis tries few examples where tests run once more."""

import hypothesis

hypothesis.settings.register_profile("few", max_examples=10, deadline=None, derandomize=True)
hypothesis.settings.load_profile("few")
