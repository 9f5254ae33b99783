"""The conformance report, from the tests that show what it says.

    python scripts/conformance.py    writes docs/accessibility.md

A criterion that no test shows is "not tested", whatever is believed of it.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "accessibility.md"

__all__ = ["PAGE", "render"]

HEAD = """\
# Accessibility

The report of conformance of app, classroom and static course: the success criteria A and AA of
[WCAG 2.2](https://www.w3.org/TR/WCAG22/), and what else EN 301 549 asks of web pages.
`scripts/conformance.py` writes it. A row says *supports* or *partly supports* only where tests of
the project show it. Nobody with a disability and no independent auditor has examined the pages.

Pages are checked in Chromium: by axe-core light, dark and in the colours of the system, on a phone,
and 320 pixels wide, which is a window of 1280 pixels at 400 %.
"""

# Tests by the names used below. The first ones open every page.
AXE = """
tests/ui/test_accessibility.py::test_a_page_is_accessible_and_fits_a_phone
tests/lessons/test_live_pictures.py::test_a_lesson_is_accessible_can_be_printed_and_follows_the_pointer
tests/live/test_room_looks.py::test_every_state_of_a_session_is_accessible_and_fits
tests/course/test_course_pages.py::test_every_page_is_live_fits_and_has_no_barriers_also_in_the_dark
"""
WIDGET = "tests/widget/test_views.py::test_the_widget_fits_320_pixels_in_the_colours_of_the_system"
WORDS = """
tests/canvas/test_marks.py::test_a_mark_says_and_lists_its_title_and_has_an_outline_unless_it_is_text
tests/canvas/test_without_eyes.py::test_the_plane_is_a_tree_of_words
"""
PROBE = "tests/canvas/test_without_eyes.py::test_the_probe_says_what_is_there"
EYES = """
tests/bayeslab/test_figures.py::test_no_two_classes_share_a_colour_or_a_shape
tests/bayeslab/test_figures.py::test_the_first_four_colours_stay_far_apart_for_every_eye
tests/lessons/test_lessons.py::test_nothing_in_a_picture_is_told_apart_by_its_colour_alone
tests/canvas/test_without_eyes.py::test_without_colours_points_of_a_class_are_known_by_their_outline
"""
OUTLINES = (
    "tests/bayeslab/test_figures.py::test_text_is_readable_and_outlines_stand_out_on_every_region"
)
KEYS = """
tests/canvas/test_canvas.py::test_the_keyboard_alone_draws
tests/canvas/test_canvas_panels.py::test_the_threshold_goes_from_cut_to_cut_by_keys
tests/ui/test_exercises_in_browser.py::test_a_goal_is_reached_by_keys_and_the_browser_keeps_it
tests/canvas/test_without_eyes.py::test_an_exercise_is_solved_by_ear_and_not_with_swapped_axes
tests/canvas/test_without_eyes.py::test_an_exercise_with_a_choice_is_solved_by_its_words
tests/ui/test_dialogs.py::test_tab_reaches_every_control_of_a_dialog
tests/ui/test_presenting.py::test_scenes_of_a_file_are_presented_with_the_keyboard_alone
"""
SWEEP = "tests/canvas/test_without_eyes.py::test_a_sweep_plays_from_left_to_right_in_three_seconds"
TAPS = """
tests/lessons/test_live_pictures.py::test_a_handle_that_is_tapped_has_buttons_that_move_it
tests/canvas/test_canvas.py::test_a_threshold_that_is_tapped_has_buttons_to_the_next_cuts
tests/canvas/test_canvas.py::test_a_point_that_is_tapped_goes_to_the_next_place_that_is_tapped
tests/canvas/test_canvas.py::test_a_boundary_that_is_tapped_has_the_buttons_of_the_threshold
"""
CALM = (
    "tests/lessons/test_lesson_naive_and_optimal_bayes.py::"
    "test_what_python_changes_is_animated_except_with_reduced_motion"
)
LOW = (
    "tests/ui/test_lab_layout.py::"
    "test_in_a_low_window_no_control_covers_the_picture_and_the_tools_are_near"
)
SKIP = (
    "tests/ui/test_lab_layout.py::"
    "test_keys_lead_to_the_drawing_and_undo_brings_back_what_a_preset_replaced"
)
MENU = "tests/ui/test_pages.py::test_every_page_of_the_folder_is_in_the_menu"
TITLE = "tests/ui/test_pages.py::test_every_page_opens_with_a_title_and_without_a_complaint"
CLICK = "tests/canvas/test_canvas.py::test_a_click_adds_a_point_where_it_is"
ESCAPE = "tests/canvas/test_canvas.py::test_escape_takes_back_what_is_held"
FINGER = "tests/canvas/test_canvas.py::test_what_a_finger_presses_is_large_enough"
REFUSED = """
tests/ui/test_bad_inputs.py::test_a_hostile_link_is_answered_with_sentences
tests/ui/test_own_points.py::test_a_table_with_something_odd_gets_a_sentence_and_no_traceback
"""
ADVICE = "tests/bayeslab/test_fit_error.py::test_an_error_has_a_reason_and_advice"
AGAIN = "tests/live/test_homework.py::test_the_last_hand_in_counts_with_its_tries_and_its_time"
STATUS = "tests/canvas/test_canvas_panels.py::test_a_screen_reader_hears_whose_accuracy_it_is"
THEME = "tests/ui/test_presenting.py::test_pictures_follow_the_theme_of_the_system"

YES, PARTLY, NO, NONE = "supports", "partly supports", "does not support", "not applicable"
UNTESTED = "not tested"
NO_VIDEO = "no recorded sound and no video"

# Criterion, level: verdict, what shows it, and what is to be said of it.
WCAG: dict[str, tuple[str, str, str]] = {
    "1.1.1 Non-text Content, A": (PARTLY, WORDS + AXE, "figures of Plotly have titles only"),
    "1.2.1 Audio-only and Video-only (Prerecorded), A": (NONE, "", NO_VIDEO),
    "1.2.2 Captions (Prerecorded), A": (NONE, "", NO_VIDEO),
    "1.2.3 Audio Description or Media Alternative (Prerecorded), A": (NONE, "", NO_VIDEO),
    "1.2.4 Captions (Live), AA": (NONE, "", NO_VIDEO),
    "1.2.5 Audio Description (Prerecorded), AA": (NONE, "", NO_VIDEO),
    "1.3.1 Info and Relationships, A": (YES, AXE, ""),
    "1.3.2 Meaningful Sequence, A": (UNTESTED, "", ""),
    "1.3.3 Sensory Characteristics, A": (UNTESTED, "", ""),
    "1.3.4 Orientation, AA": (YES, AXE + LOW, ""),
    "1.3.5 Identify Input Purpose, AA": (UNTESTED, "", ""),
    "1.4.1 Use of Color, A": (YES, EYES, "shape, dashes, hatching or a label"),
    "1.4.2 Audio Control, A": (YES, SWEEP, "sound is off until it is switched on"),
    "1.4.3 Contrast (Minimum), AA": (YES, AXE + OUTLINES, ""),
    "1.4.4 Resize Text, AA": (YES, AXE, ""),
    "1.4.5 Images of Text, AA": (UNTESTED, "", ""),
    "1.4.10 Reflow, AA": (
        PARTLY,
        AXE + WIDGET,
        "the choices above the lab's picture scroll sideways",
    ),
    "1.4.11 Non-text Contrast, AA": (PARTLY, OUTLINES, "pictures; borders of fields: not tested"),
    "1.4.12 Text Spacing, AA": (UNTESTED, "", ""),
    "1.4.13 Content on Hover or Focus, AA": (UNTESTED, "", ""),
    "2.1.1 Keyboard, A": (YES, KEYS, ""),
    "2.1.2 No Keyboard Trap, A": (UNTESTED, "", ""),
    "2.1.4 Character Key Shortcuts, A": (UNTESTED, "", ""),
    "2.2.1 Timing Adjustable, A": (UNTESTED, "", ""),
    "2.2.2 Pause, Stop, Hide, A": (YES, AXE + CALM, "nothing moves for five seconds by itself"),
    "2.3.1 Three Flashes or Below Threshold, A": (UNTESTED, "", ""),
    "2.4.1 Bypass Blocks, A": (YES, AXE + SKIP, ""),
    "2.4.2 Page Titled, A": (YES, AXE + TITLE, ""),
    "2.4.3 Focus Order, A": (UNTESTED, "", ""),
    "2.4.4 Link Purpose (In Context), A": (PARTLY, AXE, "links have names; not judged by a reader"),
    "2.4.5 Multiple Ways, AA": (YES, MENU, ""),
    "2.4.6 Headings and Labels, AA": (PARTLY, AXE, "they are there; not judged by a reader"),
    "2.4.7 Focus Visible, AA": (UNTESTED, "", ""),
    "2.4.11 Focus Not Obscured (Minimum), AA": (UNTESTED, "", ""),
    "2.5.1 Pointer Gestures, A": (YES, CLICK, "what a stroke draws single clicks draw as well"),
    "2.5.2 Pointer Cancellation, A": (YES, ESCAPE, ""),
    "2.5.3 Label in Name, A": (UNTESTED, "", ""),
    "2.5.4 Motion Actuation, A": (NONE, "", "nothing follows the motion of a device"),
    "2.5.7 Dragging Movements, AA": (YES, CLICK + TAPS, ""),
    "2.5.8 Target Size (Minimum), AA": (PARTLY, FINGER, "tools of the drawing area"),
    "3.1.1 Language of Page, A": (YES, AXE, ""),
    "3.1.2 Language of Parts, AA": (NONE, "", "all text is English"),
    "3.2.1 On Focus, A": (UNTESTED, "", ""),
    "3.2.2 On Input, A": (UNTESTED, "", ""),
    "3.2.3 Consistent Navigation, AA": (YES, MENU, "all pages have the same menu"),
    "3.2.4 Consistent Identification, AA": (UNTESTED, "", ""),
    "3.2.6 Consistent Help, A": (NONE, "", "no page offers contact or chat"),
    "3.3.1 Error Identification, A": (YES, REFUSED, ""),
    "3.3.2 Labels or Instructions, A": (YES, AXE, ""),
    "3.3.3 Error Suggestion, AA": (YES, ADVICE, ""),
    "3.3.4 Error Prevention (Legal, Financial, Data), AA": (YES, AGAIN, "homework is done again"),
    "3.3.7 Redundant Entry, A": (UNTESTED, "", ""),
    "3.3.8 Accessible Authentication (Minimum), AA": (UNTESTED, "", ""),
    "4.1.2 Name, Role, Value, A": (YES, AXE + WORDS, ""),
    "4.1.3 Status Messages, AA": (YES, STATUS + "\n" + PROBE, ""),
}
EN: dict[str, tuple[str, str, str]] = {
    "5.2 Activation of accessibility features": (YES, PROBE, "the button Sound and the key P"),
    "5.3 Biometrics": (NONE, "", "nobody is identified"),
    "5.4 Preservation of accessibility information": (UNTESTED, "", "exports for Moodle and SCORM"),
    "9.6 Conformance requirements": (NO, "", "as long as a criterion above is not supported"),
    "11.7 User preferences": (YES, "\n".join([AXE, CALM, THEME]), "colours, theme, zoom, motion"),
    "11.8 Authoring tools": (UNTESTED, "", "the editor of exercises"),
    "12.1 Product documentation": (UNTESTED, "", "these pages"),
    "12.2 Support services": (NONE, "", "there are none"),
}


def table(title: str, rows: dict[str, tuple[str, str, str]]) -> str:
    """Return the rows of a table; what a row names has to be a test.

    Raises
    ------
    ValueError
        If there is no such test, or a row promises something without one.
    """
    lines = [f"\n## {title}\n", "| Criterion | Conformance | Shown by | |", "|---|---|---|---|"]
    for name, (verdict, tests, remark) in rows.items():
        shown = tests.split()
        if bool(shown) != (verdict in (YES, PARTLY)):
            raise ValueError(f"{name} is said to be “{verdict}” by {len(shown)} tests.")
        for test in shown:
            path, function = test.split("::")
            if f"def {function}(" not in (ROOT / path).read_text(encoding="utf-8"):
                raise ValueError(f"{name} names {test}, which is no test.")
        cells = (name, verdict, "<br>".join(f"`{test}`" for test in shown), remark)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def render() -> str:
    """Return the report."""
    return HEAD + table("WCAG 2.2", WCAG) + table("EN 301 549, beyond WCAG", EN)


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
