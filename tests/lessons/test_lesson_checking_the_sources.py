"""The lesson that checks the sources: every proof and every test of a line, and the page."""

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from app_pages import accuracies, lab_link, open_page, sentences, shown_text
from bayeslab.evaluation.models import TABLE_MODELS
from core.input_error import InputError
from core.link import decode, encode
from lessons.checking_the_sources import errata
from lessons.checking_the_sources.data import (
    LISTED,
    WORDS,
    check_root,
    count_score,
    describe_step,
    describe_tests,
    lab_state,
    outcome_texts,
    result_of_line,
)
from lessons.checking_the_sources.errata import ENTRIES, LINES, VERDICTS, Entry, of_kind
from lessons.checking_the_sources.proofs import draw_side, evidence, outcome, panels, run
from lessons.checking_the_sources.state import (
    NONE,
    NUMBERS,
    SHOWABLE,
    CheckingTheSourcesState,
    check_judgements,
)
from lessons.steps import reach, read_steps, set_up
from ui.figure_svg import write_svg

ALL_TESTS = [(key, test) for key, line in LINES.items() for test in line.tests]
PAGE = "checking_the_sources.py"


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_a_proof_holds_and_computes_two_answers_that_differ_unless_the_line_is_right(
    entry: Entry,
) -> None:
    assert re.search("^assert ", entry.proof, re.MULTILINE)
    names = run(entry.proof)
    printed, right = outcome(entry.key)
    assert (names["printed"], names["right"]) == (printed, right)
    if entry.kind == "right":
        assert printed == pytest.approx(right, rel=1e-4)
    else:
        assert outcome_texts(entry.key)[0] != outcome_texts(entry.key)[1]
    assert ("rules" in names) == bool(entry.lab)
    if entry.lab:
        drawn = panels(entry.key)
        corner = np.array([[drawn.x1[3], drawn.x2[7]]])
        assert [drawn.printed[7, 3], drawn.right[7, 3]] == pytest.approx(
            [float(rule(corner)[0]) for rule in names["rules"]]
        )
        assert ((drawn.printed > 0) != (drawn.right > 0)).any()
        svg = write_svg(draw_side(entry.key, "right", "dark"), "", 440, 360, "dark")
        assert svg.startswith("<svg")


def test_the_file_has_all_sources_known_fields_and_short_quotations() -> None:
    assert {entry.kind for entry in ENTRIES.values()} == {*LISTED, "right"}
    assert len({entry.source for kind in LISTED for entry in of_kind(kind)}) == 5
    assert len({entry.title for entry in ENTRIES.values()}) == len(ENTRIES)
    text = Path(errata.__file__).with_suffix(".md").read_text(encoding="utf-8")
    assert len(re.findall("^- Key: ", text, re.MULTILINE)) == len(ENTRIES)
    assert len(re.findall("^```python\n", text, re.MULTILINE)) == 1 + len(ENTRIES) + len(ALL_TESTS)
    assert {*re.findall(r"^- (\S+): ", text, re.MULTILINE)} == {
        *("Key", "Verdict", "Place", "Printed", "Right", "Formula", "Corrected", "Lab", "Compared"),
        *("Entry", "Meaning", "Computed", "Expected", "Picture"),
    }
    printed = [each.printed for each in (*ENTRIES.values(), *LINES.values())]
    quotations = [quotation for each in printed for quotation in re.findall("“(.*?)”", each)]
    assert quotations
    assert max(len(quotation.split()) for quotation in quotations) <= 10
    for entry in ENTRIES.values():
        assert len(entry.formulas) in ((1,) if entry.kind == "right" else (0, 2))


# The hunt


@pytest.mark.parametrize(("key", "test"), ALL_TESTS)
def test_evidence_is_computed_and_drawn_in_both_themes(key: str, test: str) -> None:
    told, result = LINES[key].tests[test], evidence(key, test)
    assert all(name and value and "nan" not in value for name, value in result.numbers)
    assert bool(told.alt) == (result.draw is not None)
    if result.draw:
        for theme in ("light", "dark"):
            assert write_svg(result.draw(theme), told.alt, 380, 285, theme).startswith("<svg")


def test_a_judgement_can_be_wrong_and_the_tests_together_decide() -> None:
    assert len(LINES) == 10
    assert not [line for line in LINES.values() if "#" in line.printed + line.meaning]
    assert {line.entry.source for line in LINES.values()} == {
        entry.source for entry in ENTRIES.values()
    }
    counts = Counter(line.verdict for line in LINES.values())
    assert min(counts[verdict] for verdict in VERDICTS) >= 2
    misled = 0  # lines that are not right and pass a test
    for key, line in LINES.items():
        passes = [evidence(key, test).passes for test in line.tests]
        assert len(passes) >= 2
        assert all(passes) == (line.verdict == "right")
        misled += any(passes) and line.verdict != "right"
        assert len(line.entry.formulas) == (1 if line.verdict == "right" else 2)
    assert misled >= 5
    assert describe_tests("eq-3") == "It passes all its tests."
    assert describe_tests("score") == "Shown by: extreme case, another program."
    assert describe_tests("eq-5") == "Shown by: extreme case. Not shown by: another program."
    assert result_of_line("bayes-rule").endswith("Both: 98.0\u00a0%.")


KNOWN = {
    ("covariance-code", "units"): [100],
    ("eq-3", "total"): [1],
    ("formula-gives", "extreme"): [1 / (0.1 * np.sqrt(2 * np.pi))],
    ("first-rows", "extreme"): [33.3, 97.3],
    ("score", "extreme"): [0.5, np.exp(10)],  # f+ / f- = e^(2x)
    ("score", "program"): [1 / 4, 2 / 3, 401],
    ("large-x1", "extreme"): [30.5],  # -1.5 * 17^2 + 8 * 60 - 16
    ("large-x1", "program"): [-401.5, -761.5],
    ("eq-181", "extreme"): [18, 19, 9],
}


@pytest.mark.parametrize(("key", "test"), KNOWN)
def test_evidence_that_is_known_by_hand(key: str, test: str) -> None:
    texts = [value.replace("−", "-").split() for _, value in evidence(key, test).numbers]
    numbers = [float(words[0].removesuffix("\u00a0%")) for words in texts]
    assert numbers == pytest.approx(KNOWN[key, test], rel=5e-3, abs=1e-9)


def test_judgements_stay_in_the_link_in_order_and_can_be_taken_back() -> None:
    state = CheckingTheSourcesState(line="eq-5").judge("wrong").change(line="eq-3").judge("right")
    assert state.judged == "eq-3_right.eq-5_wrong"
    assert decode(encode(state), CheckingTheSourcesState) == (state, ())
    assert count_score(state) == (1, 2)
    assert state.judge(None).judgements == {"eq-5": "wrong"}
    assert state.change(test="total", line="eq-5").test == NONE  # it is no test of eq. 5
    assert state.fresh() == CheckingTheSourcesState(judged=state.judged)


@pytest.mark.parametrize("text", ["eq-3", "eq-3_maybe", "eq-0_right", "eq-3_right.eq-3_wrong"])
def test_invalid_judgements_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="use verdicts on lines"):
        check_judgements(text)


def test_the_lab_gets_the_points_of_the_line_or_of_the_open_entry() -> None:
    rare, xor = (
        lab_state(state).points
        for state in (
            CheckingTheSourcesState(line="eq-5"),
            CheckingTheSourcesState(line="eq-5", erratum="complex-root"),
        )
    )
    assert rare != xor
    assert lab_state(CheckingTheSourcesState(line="eq-181")) == lab_state(CheckingTheSourcesState())


# The page


def compute_buttons(app: AppTest) -> list[str]:
    return [str(button.key) for button in app.button if button.label == "Compute both"]


def results(entry: Entry) -> str:
    titles, texts = WORDS[entry.kind], outcome_texts(entry.key)
    return f"{titles[0]}: **{texts[0]}**  \n{titles[1]}: **{texts[1]}**"


def test_the_table_computes_each_entry_or_all_and_remembers_it() -> None:
    listed = [entry for kind in LISTED for entry in of_kind(kind)]
    buttons = [f"erratum {entry.key} button" for entry in listed]
    app = open_page(PAGE, step="0")
    assert compute_buttons(app) == buttons
    text = shown_text(app)
    for kind in LISTED:
        assert f"{kind.capitalize()}s: {len(of_kind(kind))}" in [it.value for it in app.subheader]
        assert f"{len(of_kind(kind))} " in text
    assert all(entry.printed in text and entry.right in text for entry in listed)
    app.button(key="erratum divisor button").click().run()
    app.switch_page("start.py").run()
    app.switch_page(PAGE).run()
    assert set(buttons) - set(compute_buttons(app)) == {"erratum divisor button"}
    assert "As it stands: **0.122**  \nWith care: **0.124**" in [it.value for it in app.markdown]
    for kind in LISTED:
        app.button(key=f"{kind}s all button").click().run()
    assert compute_buttons(app) == []
    assert {results(entry) for entry in listed} <= {it.value for it in app.markdown}
    assert not app.code
    app.session_state["program divisor"] = True
    assert [it.value for it in app.run().code] == [ENTRIES["divisor"].proof.strip()]


@pytest.mark.parametrize("key", SHOWABLE)
def test_every_drawn_entry_has_its_pictures_and_leads_to_the_lab(key: str) -> None:
    app = open_page(PAGE, erratum=key, formula="numbers")
    assert sentences(app) == []
    assert f"erratum {key} button" not in compute_buttons(app)
    assert evidence_pictures(app) == 2
    formulas = ENTRIES[key].formulas
    assert all(any(formula in line.value for line in app.latex) for formula in formulas)

    names, drawn, lab = run(ENTRIES[key].proof), panels(key), open_page("lab.py", **lab_link(app))
    row = accuracies(lab).iloc[TABLE_MODELS.index(lab.session_state["lab"].model)]
    share = ((names["rules"][1](drawn.X) > 0) == (drawn.y == 1)).mean()
    assert row.iloc[1] == f"{100 * share:.1f} %"


def evidence_pictures(app: AppTest) -> int:
    return sum('<img class="evidence"' in str(block.proto.body) for block in app.get("html"))


def test_a_line_is_tested_then_judged_and_only_then_corrected() -> None:
    app = open_page(PAGE, step="0")
    first, second, *_ = LINES.values()
    assert first.printed in shown_text(app)
    why = first.entry.title, first.entry.right
    assert not [word for word in why if word in hunt_text(app)]
    assert app.button(key="verdict wrong").disabled
    app.button(key="test extreme").click().run()
    shown = [(it.label, it.value) for it in app.metric]
    assert shown == list(evidence(first.key, "extreme").numbers)
    assert evidence_pictures(app) == 1
    app.button(key="verdict right").click().run()
    assert "You said “right”. **It is wrong.** Entry: *Divided twice*." in hunt_text(app)
    assert first.entry.right in hunt_text(app)
    texts = outcome_texts(first.entry.key)
    assert f"As printed: {texts[0]}. Corrected: {texts[1]}." in hunt_text(app)
    assert "Shown by: extreme case. Not shown by: other units." in hunt_text(app)
    assert app.query_params["judged"] == f"{first.key}_right"
    next(it for it in app.button if it.label == "Judge again").click().run()
    app.button(key="verdict wrong").click().run()
    assert "**Correct: it is wrong.**" in hunt_text(app)
    next(it for it in app.button if it.label == "Next line").click().run()
    assert second.printed in shown_text(app)
    assert "1 of 1 judged correctly" in hunt_text(app)
    assert not app.metric
    # A thing to try sets up a line, and the judgements stay.
    next(it for it in app.button if it.label == "Worse than a guess").click().run()
    judged = f"{first.key}_wrong"
    assert app.query_params == {"line": "eq-5", "test": "extreme", "judged": judged}


def hunt_text(app: AppTest) -> str:
    """Return what is shown above the entries."""
    return shown_text(app).partition("There may be more.")[0]


def test_all_lines_can_be_judged_and_the_score_is_shown_at_the_end() -> None:
    every = ".".join(f"{key}_{line.verdict}" for key, line in LINES.items())
    app = open_page(PAGE, judged=every, line="eq-181")
    assert sentences(app) == []
    n = len(LINES)
    assert f"You have judged all {n} lines, {n} of them correctly." in shown_text(app)
    assert "Next line" not in [it.label for it in app.button]
    marks = app.segmented_control(key="lesson.line").options
    assert marks == [f"{place} :material/check:" for place in range(1, n + 1)]
    wrong = every.replace("eq-3_right", "eq-3_wrong")
    again = open_page(PAGE, judged=wrong, line="eq-181")
    assert again.segmented_control(key="lesson.line").options[1] == "2 :material/close:"
    assert f"{n - 1} of them correctly" in shown_text(again)


def test_the_steps_show_what_they_say() -> None:
    kind = CheckingTheSourcesState
    steps = read_steps("checking_the_sources", kind)
    starts, ends = (
        {step.title: put(steps, k, kind) for k, step in enumerate(steps, 1)}
        for put in (set_up, reach)
    )
    found = {
        title: (state.printed.verdict, evidence(state.line, state.test).passes)
        for title, state in ends.items()
        if state.test != NONE
    }
    assert found == {
        "Two kilograms of salt": ("wrong", False),
        "Millimetres": ("wrong", False),
        "It looks odd": ("right", True),
        "Ask another program": ("wrong", False),
        "It has passed a test": ("wrong", False),
        "Right, if …": ("condition", False),
    }
    passed = starts["It has passed a test"]
    assert evidence(passed.line, passed.test).passes
    # What a passed test does not prove, and a second test, and the corrected lines.
    odd, first = (ends[title] for title in ("It looks odd", "Two kilograms of salt"))
    assert evidence(odd.line, "program").passes
    assert evidence(first.line, "total").passes, "although the line is wrong"
    told = describe_step(ends["Millimetres"])
    assert told["first"] != told["second"]
    assert told["mended_cm"] == told["mended_mm"]
    again = describe_step(ends["It has passed a test"].change(test="units"))
    assert again["second"] == describe_step(ends["It has passed a test"])["second"]
    sides = evidence("score", "program").numbers
    assert sides[2][1] == "401 of 401", "the same sign"
    seen = sorted({int(NUMBERS[ends[title].line]) for title in found})
    assert describe_step(ends["Your hunt"])["seen"] == "1, 2, 3, 6, 7 and 9"
    assert seen == [1, 2, 3, 6, 7, 9]
    hunt = ends["Your hunt"]
    assert count_score(hunt) == (1, 1)
    assert hunt.line not in {ends[title].line for title in found}, "a line that is new"
    assert len({ends[title].line for title in found}) == 6


def test_a_step_has_one_line_to_test_and_the_judgements_of_the_hunt_stay() -> None:
    kind = CheckingTheSourcesState
    steps = read_steps("checking_the_sources", kind)
    app = open_page(PAGE, **encode(set_up(steps, len(steps) - 1, kind)))
    keys = {button.key for button in app.button}
    assert "test extreme" in keys
    assert not {f"verdict {verdict}" for verdict in VERDICTS} & keys
    app.button(key="task Next").click().run()
    app.button(key="test extreme").click().run()
    app.button(key="verdict condition").click().run()
    assert "1 of 1 judged correctly" in shown_text(app)
    judged = app.query_params["judged"]
    app.button(key="task Back").click().run()
    app.button(key="task Next").click().run()
    assert app.query_params["judged"] == judged


def test_the_reason_has_an_integral_that_is_one_and_one_that_is_not() -> None:
    numbers = check_root()
    assert (numbers["integral_right"], numbers["integral_printed"]) == ("1", "0.5")
    assert 0 < float(numbers["kept"].removesuffix("\u00a0%")) < 80


def test_numbers_are_written_readably() -> None:
    assert outcome_texts("first-half") == ("33.3\u00a0%", "97.3\u00a0%")
    assert outcome_texts("scatter") == ("−2.94", "1.45")
    assert outcome_texts("metric")[1] == "0"  # but for rounding errors
