"""The page *Make an exercise*: a form for each part of a draft, and a preview.

``page`` puts the parts together: ``form`` asks the kind, the words and what may be changed,
``goal`` and ``answer`` ask what counts as solved, ``picture`` shows what the draft begins with,
``trial`` tries the variants, and ``end`` saves. ``drafts`` is where the drafts are: in the
session, and stored by the browser.
"""
