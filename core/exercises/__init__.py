"""Exercises, without Streamlit: what they are, how they are written, and how they are checked.

- An ``exercise`` is a value. What a participant can change is its ``state``; ``rules`` says what
  of it has to fit together.
- It is written as a ``file``, and several in one file or link as one of the ``sets``. ``registry``
  finds an exercise by its stem.
- A ``case`` holds the points and the fitted classifiers of a state, and ``check`` says whether a
  goal is reached or an answer is right; ``mistakes`` has the replies to wrong answers.
- ``messages`` describes an exercise to browsers without Streamlit; ``hand_in`` reads and judges
  what they send.
- A ``draft`` is an exercise that is being made; ``trial`` says what it still needs.
"""
