// How a page is shown: embedded in a frame, presented on a projector, or as the speaker's notes.
//
// Attributes of the body tell the style sheet, before anything is drawn. The scenes are in the browser's
// storage, written by the page "Scenes". To show one, its address replaces the current one, and
// Streamlit gets the event of the Back button: it runs the page without loading anything.
{
  const UNANSWERED = 10000; // ms without a connection until the page says so
  const NEXT_LOOK = 2000; // ms until a lost server is looked for again
  const SETTLED = 200; // ms until Streamlit knows another theme
  const JUST_NOW = 1000, TICK = 60, PATIENCE = 10000; // ms after an edit; between two looks; that a page may run with it
  const STORE = "bayeslab scenes", PHONE = "(max-width: 768px)";
  const query = () => new URLSearchParams(location.search);
  const isPresenting = () => query().has("present");
  /** @typedef {{page: string, query: string, title: string, note: string}} Scene */
  const place = () => Number(query().get("scene")) || 0; // from 1; 0: none
  /** @returns {Scene[]} */
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(STORE) ?? "").scenes;
    } catch {
      return []; // nothing is stored, or the browser stores nothing
    }
  };

  /** @type {<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes?: object, ...content: (Node | string)[]) => HTMLElementTagNameMap[Tag]} */
  const make = (tag, attributes = {}, ...content) => {
    const element = Object.assign(document.createElement(tag), attributes);
    element.append(...content);
    return element;
  };
  const button = (/** @type {string} */ label, /** @type {() => void} */ onclick) => make("button", { type: "button", onclick }, label);

  // Moving

  const pathOf = (/** @type {string} */ page) => location.pathname.replace(/[^/]*$/, page);
  const addressOf = (/** @type {Scene} */ { page, query: fields }) => {
    const address = new URL(pathOf(page), location.href);
    address.search = fields;
    return address;
  };
  // A press on a button that moves on also ends the typing in a field, whose text the page then sends: were it still
  // running with that, it would stay.
  let lastEdit = 0;
  addEventListener("change", ({ target }) => {
    if (target instanceof Element && target.closest(TYPED)) lastEdit = Date.now();
  }, { capture: true });
  const isRunning = () => !document.querySelector("[data-test-script-state=notRunning]");
  const untilSent = async () => {
    do await new Promise((resolve) => setTimeout(resolve, TICK));
    while (isRunning() && Date.now() - lastEdit < PATIENCE);
  };
  const open = async (/** @type {URL} */ address) => {
    if (Date.now() - lastEdit < JUST_NOW) await untilSent();
    history.replaceState(history.state, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  };
  const show = (/** @type {number} */ number) => {
    const address = addressOf(read()[number - 1]);
    address.searchParams.set("present", "1");
    address.searchParams.set("scene", String(number));
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    blank.hidden = true;
    open(address);
  };
  const step = (/** @type {number} */ by) => {
    // A page may have something to show before the next scene: the classroom reveals its results.
    if (!dispatchEvent(new CustomEvent("bayeslab-step", { detail: by, cancelable: true }))) return;
    const next = Math.max(1, Math.min(read().length, place() + by));
    if (!read().length) return;
    if (next !== place()) show(next);
    else title.textContent = by > 0 ? "That was the last scene. “Leave” ends the presentation." : "This is the first scene.";
  };
  // Full screen ends some time after the call; the visitor may present again before that.
  /** @type {Promise<void>} */
  let ending = Promise.resolve();
  let isFullScreen = false;
  const fillScreen = async () => {
    await ending;
    await document.documentElement.requestFullscreen?.();
    isFullScreen = isPresenting();
  };
  const present = (first = 1) => {
    fillScreen().catch(() => {}); // a window does as well
    if (location.pathname.endsWith("/scenes") && read().length) return show(first);
    const address = new URL(location.href);
    address.searchParams.set("present", "1");
    open(address);
  };
  const leave = () => {
    const address = new URL(location.href);
    if (place()) Object.assign(address, { pathname: pathOf("scenes"), search: "" }); // where it was begun
    address.searchParams.delete("present");
    document.body.removeAttribute("data-task");
    blank.hidden = true;
    isFullScreen = false;
    if (document.fullscreenElement) ending = document.exitFullscreen().catch(() => {});
    open(address);
  };

  // The bar below a presented page, the black screen, and the notes

  const title = make("span", { className: "title", ariaLive: "polite" });
  const bar = make("nav", { className: "scene-bar", ariaLabel: "Scenes" });
  const showTask = () => document.body.toggleAttribute("data-task");
  const task = Object.assign(button("Task", showTask), { className: "task" }); // the title of a lesson and what is being tried, above its picture
  const steps = [button("Back", () => step(-1)), button("Next", () => step(1))];
  bar.append(
    steps[0], title, steps[1], task,
    Object.assign(button("Blank", () => (blank.hidden = !blank.hidden)), { className: "blank" }), button("Leave", leave),
  );
  const blank = make("div", { className: "scene-blank", hidden: true, onclick: () => (blank.hidden = true) });
  const notes = {
    title: make("h1"), text: make("p", { className: "text" }), next: make("p", { className: "next" }),
    picture: make("iframe", { title: "The next scene", tabIndex: -1, inert: true, hidden: true }), // to look at
    time: make("span", { className: "time", role: "timer" }, "0:00"),
  };
  const notesPage = make(
    "main", { className: "scene-notes" }, notes.title, notes.text,
    make("aside", {}, notes.next, make("div", { className: "preview" }, notes.picture)),
    make("div", { className: "tools" }, notes.time, button("Restart timer", () => (startTime = Date.now())),
      button("Back", () => channel.postMessage({ by: -1 })), button("Next", () => channel.postMessage({ by: 1 }))),
  );
  let startTime = Date.now();

  const writeNotes = (/** @type {number} */ number) => {
    const scenes = read(), scene = scenes[number - 1], next = scenes[number];
    notes.title.textContent = scene ? `${number} / ${scenes.length}: ${scene.title}` : "Speaker notes";
    notes.text.textContent = scene ? scene.note :
      "The notes appear here when a scene is presented in another window of this browser.";
    notes.next.textContent = next ? `Next: ${next.title}` : "";
    notes.picture.hidden = !next || next.page === "room"; // a room shows nothing before it is presented
    if (notes.picture.hidden) return;
    const address = addressOf(next);
    address.searchParams.set("embed", "true");
    if (notes.picture.src !== address.href) notes.picture.src = address.href;
  };
  const writeTime = () => {
    const seconds = Math.floor((Date.now() - startTime) / 1000);
    notes.time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };

  // Windows of one browser tell each other which scene is shown; no server is asked.
  const channel = new BroadcastChannel(STORE);
  const tell = () => isPresenting() && channel.postMessage({ shown: place() });
  const isNotes = query().has("notes");
  channel.onmessage = ({ data: { asked, by, shown } }) => {
    if (isNotes && shown !== undefined) writeNotes(shown);
    else if (isPresenting() && by) step(by);
    else if (asked) tell();
  };

  const update = () => {
    const { body } = document, scenes = read(), scene = scenes[place() - 1];
    const isEmbedded = query().get("embed") === "true";
    body.toggleAttribute("data-embedded", isEmbedded);
    body.toggleAttribute("data-presenting", isPresenting());
    /** @type {HTMLStyleElement} */ (document.querySelector("#picture-only")).media = isEmbedded || isPresenting() ? "all" : "not all";
    body.toggleAttribute("data-notes", isNotes);
    for (const part of steps) part.hidden = !scenes.length;
    title.textContent = scene ? `${place()} / ${scenes.length}: ${scene.title}` : "";
    tell();
  };
  for (const name of /** @type {const} */ (["pushState", "replaceState"])) {
    const change = history[name].bind(history);
    history[name] = (...values) => {
      change(...values);
      update();
    };
  }
  document.body.append(bar, blank);
  if (isNotes) {
    document.body.append(notesPage);
    writeNotes(0);
    setInterval(writeTime, 1000);
    channel.postMessage({ asked: true });
  }
  update();

  // Keys. Remote controls send PageDown and PageUp, which therefore work wherever the focus is.

  const TYPED = "input:not([type=range]), textarea, select, [contenteditable=true]";
  const PICTURE = ".drawing, .live"; // where P puts the probe, whose keys are its own
  const OPERATED = `${TYPED}, input, button, summary, a, [role=application], [role=slider], [role=radio]`;
  /** @typedef {Record<string, () => void>} Actions by their keys @type {Actions} */
  const ALWAYS = { PageDown: () => step(1), PageUp: () => step(-1) };
  /** @type {Actions} */
  const ELSEWHERE = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), " ": () => step(1) };
  /** @type {Actions} */
  const UNLESS_TYPING = { b: () => (blank.hidden = !blank.hidden), t: showTask, escape: leave };
  const chooseAction = (/** @type {KeyboardEvent} */ { key }, /** @type {Element} */ target) => {
    if (ALWAYS[key]) return ALWAYS[key];
    if (target.closest(TYPED)) return undefined;
    return UNLESS_TYPING[key.toLowerCase()] ?? (target.closest(OPERATED) ? undefined : ELSEWHERE[key]);
  };
  const listen = (/** @type {KeyboardEvent} */ event) => {
    const [target] = event.composedPath();
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
    if (target.closest(".probe") || (event.key.toLowerCase() === "p" && target.closest(PICTURE))) return;
    const start = event.key.toLowerCase() === "p" && !target.closest(TYPED) ? () => present() : undefined;
    const action = isPresenting() ? chooseAction(event, target) : start;
    if (isNotes || !action || document.querySelector("[role=dialog]")) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  addEventListener("keydown", listen, { capture: true });

  addEventListener("click", (event) => {
    const keys = ":is(.st-key-present, .st-key-present-all, [class*=st-key-present-from-])";
    const control = event.target instanceof Element && event.target.closest(`${keys} button:enabled`)?.closest(keys);
    if (!control) return;
    event.stopPropagation(); // the server is not needed
    present(Number(control.className.match(/st-key-present-from-(\d+)/)?.[1] ?? 1));
  }, { capture: true });
  // On a phone the picture that a button of "Try this" sets up is far above the button.
  addEventListener("click", ({ target }) => {
    const picture = document.querySelector(".st-key-picture");
    const isTry = target instanceof Element && target.closest("[class*='st-key-tries'] button");
    if (!picture || !isTry || picture.getBoundingClientRect().bottom > 0) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    picture.scrollIntoView({ behavior: isCalm ? "instant" : "smooth" });
  });
  // What is new on the card of a step is brought into view; on a phone the answer with the picture below it.
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    const onCard = added.filter((node) => node.closest(".st-key-task") ?? node.querySelector(".st-key-task"));
    const find = (/** @type {string} */ part) => onCard.map((node) => node.closest(part) ?? node.querySelector(part)).find(Boolean);
    const told = find(".verdict") ?? find(".answer"); // the second comes after the first, and below it
    const part = told ? told.closest(".st-key-task")?.querySelector(".verdict, .answer") : find(".step-title");
    part?.scrollIntoView({ block: told && matchMedia(PHONE).matches ? "start" : "nearest" });
  }).observe(document.body, { subtree: true, childList: true });
  // On a phone the sidebar lies over the page: a press beside it closes it, and draws nothing below.
  addEventListener("pointerdown", (event) => {
    const isCovered = matchMedia(PHONE).matches && document.querySelector(':--sidebar[data-collapsed="false"]');
    if (isCovered && event.target instanceof Element && event.target.closest(":--main")) event.stopPropagation();
  }, { capture: true });
  // There the points of a table are seen only when it is closed.
  addEventListener("click", ({ target }) => {
    if (!matchMedia(PHONE).matches || !(target instanceof Element) || !target.closest(".st-key-use-points button")) return;
    /** @type {?HTMLElement} */ (document.querySelector(':--sidebar[data-collapsed="false"] :--sidebar-header button'))?.click();
  }, { capture: true });
  // Where WebSockets are blocked, Streamlit shows grey bars for minutes.
  setTimeout(() => {
    if (document.querySelector("[data-test-connection-state=CONNECTED], [data-test-script-state=notRunning] h1")) return;
    const link = make("a", { href: "connection-check" }, "Check the connection");
    const sentence = make("p", { className: "no-connection", role: "alert" }, "This page has no connection to its server yet. ", link, " to see what is blocked.");
    document.body.append(sentence);
    new MutationObserver((_, observer) => {
      if (!document.querySelector("[data-test-connection-state=CONNECTED]")) return;
      sentence.remove();
      observer.disconnect();
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-test-connection-state"] });
  }, UNANSWERED);
  // While the server cannot be reached nothing is chosen that the picture would not show, and what was gone to meanwhile is
  // loaded when it is back. A browser without a network may still reach a server on its own machine.
  let isLost = false, shown = "", gone = "", lookAgain = 0;
  const notice = make("p", { className: "no-connection", role: "alert", hidden: true }, "No connection to the server. You can keep drawing; everything else waits until it is back.");
  document.body.append(notice);
  const isThere = () => document.querySelector("[data-test-connection-state=CONNECTED]") !== null;
  // Streamlit would return to the page that it shows.
  const follow = () => {
    if (isLost && !isThere()) gone = location.href;
  };
  const look = async () => {
    clearTimeout(lookAgain);
    follow();
    const isReached = isThere() && await fetch(document.baseURI, { method: "HEAD", cache: "no-store" }).then(() => true, () => false);
    if (!isReached) lookAgain = setTimeout(look, NEXT_LOOK);
    if (isReached !== isLost) return;
    isLost = !isReached;
    if (isLost) shown = gone = location.href;
    else if (gone !== shown) return location.replace(gone);
    notice.hidden = !isLost;
    for (const label of document.querySelectorAll(":--label")) label.closest(":--element")?.toggleAttribute("inert", isLost);
  };
  let wasThere = false;
  new MutationObserver(() => {
    if (wasThere && !isThere()) look();
    wasThere = isThere();
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-test-connection-state"] });
  addEventListener("offline", look);
  addEventListener("popstate", follow);
  // Pictures and Compare's figures have the theme of the page's last run. While it is printed the theme differs for a moment.
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  let wasDark = isDark.matches;
  isDark.addEventListener("change", () => setTimeout(() => {
    if (wasDark === isDark.matches) return;
    wasDark = isDark.matches;
    const app = document.querySelector(":--app"), theme = app && getComputedStyle(app).colorScheme;
    dispatchEvent(new CustomEvent("bayeslab-theme", { detail: theme }));
    if (location.pathname.endsWith("/compare")) dispatchEvent(new PopStateEvent("popstate"));
  }, SETTLED));
  addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement && isFullScreen && isPresenting()) leave();
  });
}
