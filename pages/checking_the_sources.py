"""Lesson: the errata of the sources, each computed as printed and as is right."""

import streamlit as st

from bayeslab.errata import ERRATA, of_kind
from ui import compute
from ui.lesson import begin_lesson
from ui.lessons import computed
from ui.lessons.errata import (
    WORDS,
    check_root,
    equations_of,
    lab_state,
    show_claim,
    show_panel,
    show_panels,
    show_table,
    written,
)

ROOT = "root"  # the erratum that is asked for, and not shown before
DRAWN = {erratum.title: key for key, erratum in ERRATA.items() if erratum.draw and key != ROOT}

COUNTS = {f"{kind}s": str(len(of_kind(kind))) for kind in WORDS}

lesson = begin_lesson("checking_the_sources", **COUNTS)
with lesson.picture:
    key = DRAWN[st.selectbox("Error or caution", DRAWN, key="erratum", bind="query-params")]
    show_panels(key)
    erratum = ERRATA[key]
    words = WORDS[erratum.kind]
    numbers = written(computed.outcome(key))
    lesson.say("Picture", words_printed=words.printed, words_right=words.right, **numbers)
    with lesson.show_formula(equations_of(key)):
        st.markdown(f"**{erratum.source}, {erratum.place}**")
        show_claim(erratum, st.container(), st.container())

for kind in WORDS:
    st.subheader(f"{kind.capitalize()}s: {COUNTS[f'{kind}s']}")
    lesson.say(f"{kind.capitalize()}s")
    show_table(kind)
lesson.ask(
    r"A narrow class lies within a wide one. The picture is made with equation 3 of *Implementing "
    r"Bayes Classifiers*, the density $1\,/\sqrt{(2\pi)^d|\Sigma|\,e^{D'}}$ with the squared "
    r"Mahalanobis distance $D'$. In equation 4 the root ends earlier: "
    r"$1\,/\,(\sqrt{(2\pi)^d|\Sigma|}\;e^{D'})$. What becomes of the regions?",
    (
        "Nothing: the order of the two densities stays.",
        "The narrow class gains ground.",
        "The wide class gains ground.",
    ),
    right="The wide class gains ground.",
    draw=lambda moved: show_panel(ROOT, f"Equation {4 if moved else 3}", printed=moved),
    **compute.once(check_root),
)
lesson.show_code()
lesson.end(lab_state(key))
