"""The app's server answers with the files of the static course, and tells its pages where it is."""

from pathlib import Path

import pytest
from starlette.responses import FileResponse

from offline.course import served

PAGE = (
    '<html data-app=""><meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let a folder with two pages and a script be the course."""
    monkeypatch.setattr(served, "SITE", tmp_path / "site")
    (tmp_path / "site" / "bayes_rule").mkdir(parents=True)
    for name in ("index.html", "bayes_rule/index.html"):
        (tmp_path / "site" / name).write_text(PAGE, encoding="utf-8")
    (tmp_path / "site" / "worker.js").write_text("0", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("no", encoding="utf-8")
    return tmp_path / "site"


@pytest.mark.parametrize(
    ("path", "app"),
    [("", "../"), ("index.html", "../"), ("bayes_rule/", "../../")],
)
@pytest.mark.usefixtures("site")
def test_a_page_knows_where_the_app_is_and_keeps_its_own_policy(path: str, app: str) -> None:
    answer = served.answer(path)
    assert bytes(answer.body).decode() == PAGE.replace('data-app=""', f'data-app="{app}"')
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'"


@pytest.mark.usefixtures("site")
def test_other_files_are_sent_with_their_types() -> None:
    answer = served.answer("worker.js")
    assert isinstance(answer, FileResponse)
    assert answer.media_type == "text/javascript"


@pytest.mark.parametrize("path", ["../secret.txt", "/etc/passwd", "bayes_rule", "none.html"])
@pytest.mark.usefixtures("site")
def test_nothing_but_the_files_of_the_course_is_sent(path: str) -> None:
    assert served.answer(path).status_code == 404


def test_without_the_course_the_answer_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(served, "SITE", tmp_path)
    answer = served.answer("")
    assert (answer.status_code, bytes(answer.body).decode()) == (404, served.ABSENT)
