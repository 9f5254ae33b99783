"""Count the frames a second while the pointer drags what can be grabbed in each lesson's picture.

``benchmarks/latency.py`` prints the table. One step is made for each frame of the browser, and each
frame shows its step before the next one begins. Nothing may be sent to the server meanwhile.
"""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, WebSocket

from browser import visit

__all__ = ["print_lessons"]

GOAL = 30  # frames a second
SECONDS = 2.0  # of moving
REST = 800  # ms after a page is complete
# By lesson: the role and the name of what is moved. A lesson with a table answers typing.
GRABBED = {
    "bayes_rule": ("slider", "Mean of C+"),
    "covariance_assumptions": ("slider", "Point 1 of class +"),
    "naive_and_optimal_bayes": ("slider", "Mean of class B"),
    "linear_discriminants": ("application", None),
    "discrete_bayes": ("slider", "Smoothing α"),
    "inner_products": ("slider", "Star"),
    "threshold_search": ("slider", "Threshold"),
    "kernel_width": ("slider", "gamma"),
    "kernel_bayes_and_svm": ("slider", "gamma"),
    "checking_the_sources": ("searchbox", None),
}
# Where the pointer goes down, in pixels of the window: a canvas that is a slider tells where on it.
FIND_MIDDLE = """(element) => {
  element.scrollIntoView({ block: "center" });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [low, high, now] = ["min", "max", "now"].map((end) =>
    element.getAttribute(`aria-value${end}`));
  const isLine = element.tagName === "CANVAS" && now !== null;
  const share = isLine ? (now - low) / (high - low) : 0.5;
  const [before, after] = isLine ? [58, 12] : [0, 0]; // around the axis of the line
  return [left + before + share * (width - before - after), top + height / 2];
}"""
# Moves the pressed pointer, a native slider or a text to and fro, and counts the frames. Steps come
# from within the page: steps sent from outside wait for each other.
SWING = """(element, [x, y, seconds]) => new Promise((resolve) => {
  let target = document.elementFromPoint(x, y);
  while (target.shadowRoot) target = target.shadowRoot.elementFromPoint(x, y);
  const { left, width } = target.getBoundingClientRect(), reach = 0.2 * width;
  const set = (value) => {
    element.value = value;
    element.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const drag = (share) => target.dispatchEvent(new PointerEvent("pointermove", {
    pointerId: 1, pointerType: "mouse", bubbles: true,
    clientX: x + reach * share * (x < left + width / 2 ? 1 : -1), clientY: y + 40 * share,
  }));
  const steps = {
    range: (share) => set(2 * share - 0.7),
    search: (share) => set("variance".slice(0, 3 + 5 * share)), // not all entries have "var"
  };
  const step = steps[element.type] ?? drag, start = performance.now();
  let frames = 0;
  const tick = () => {
    const passed = (performance.now() - start) / 1000;
    if (passed > seconds) return resolve(frames / passed);
    frames++;
    step(0.2 + 0.8 * Math.abs(((passed / 2) % 2) - 1)); // it does not end where it began
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
})"""
PICTURES = """() => {
  const inside = (root) => [...root.querySelectorAll("*")].flatMap((element) => [
    ...(element.tagName === "CANVAS" ? [element.toDataURL()] : []),
    ...(element.matches("[role=search] [role=status]") ? [element.textContent] : []),
    ...(element.shadowRoot ? inside(element.shadowRoot) : []),
  ]);
  return inside(document).join();
}"""


def print_lessons(fresh: Callable[[], Page], url: str) -> None:
    """Print the frames a second in each lesson."""
    print(f"\n| lesson | moved | frames a second (goal: {GOAL}) |\n|---|---|---|")
    for stem, (role, name) in GRABBED.items():
        page = fresh()
        rate = count_frames(page, f"{url}/{stem}", role, name)
        what = name or {"application": "the brush", "searchbox": "the text to search"}[role]
        print(f"| {stem} | {what} | {rate:.0f} |", flush=True)
        page.close()


def count_frames(page: Page, url: str, role: str, name: str | None) -> float:
    """Return the frames a second while a part of a lesson's page is moved."""
    messages: list[object] = []

    def listen(socket: WebSocket) -> None:
        # A method of a list cannot be a listener: Playwright sets an attribute of it.
        socket.on("framesent", lambda frame: messages.append(frame))

    page.on("websocket", listen)
    visit(page, url)
    page.wait_for_timeout(REST)
    element = find(page, role, name)
    x, y = element.evaluate(FIND_MIDDLE)
    page.mouse.move(x, y)
    if role != "searchbox" and element.evaluate("({ type }) => type !== 'range'"):
        page.mouse.down()
    before = page.evaluate(PICTURES)
    messages.clear()
    rate: float = element.evaluate(SWING, [x, y, SECONDS])
    if messages:
        raise RuntimeError(f"{len(messages)} messages were sent while the pointer was down: {url}")
    if page.evaluate(PICTURES) == before:
        raise RuntimeError(f"Nothing has changed while the pointer moved: {url}")
    return rate


def find(page: Page, role: str, name: str | None) -> Locator:
    """Return what is grabbed: in the lesson's picture, or the field above its table."""
    place = page if role == "searchbox" else page.locator(".st-key-picture")
    options = {} if name is None else {"name": name, "exact": True}
    return place.get_by_role(role, **options).first  # pyrefly: ignore[bad-argument-type]
