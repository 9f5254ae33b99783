// What a visitor can see of a page, and which buttons can be pressed: run in a page of the app.
// Windows that no page can see are counted: of files, of the printer, of the system, other pages.
() => {
  // A tooltip, a timer and the mark that a script runs come with any press, and with none.
  // An older message that goes away by itself does not count as an answer, either.
  const PASSING = "[role=tooltip], [role=timer], [data-testid=stStatusWidget], [data-testid=stSkeleton], style, script, [data-known]";
  const STATES = ["aria-pressed", "aria-checked", "aria-expanded", "aria-selected", "aria-label", "aria-valuetext"];
  const CHOSEN = ["aria-pressed", "aria-checked", "aria-selected"];
  // Streamlit's own: it shows a help on hovering, and its fields have buttons in them.
  // A term of a formula is lit together with its part of the picture, which tests of their own see.
  const STREAMLITS = ".term, [data-baseweb], [data-testid=stElementToolbar], [data-testid=stNumberInputContainer], .modebar";

  // An element that is laid out as if only its children were there has no box, and these are seen.
  const isHidden = (element) => !element.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element).display !== "contents";
  const childrenOf = (element) => [...(element.shadowRoot?.children ?? []), ...element.children];
  const isTyping = (root) => (root.activeElement?.shadowRoot ? isTyping(root.activeElement.shadowRoot) : root.activeElement?.matches("input, textarea"));

  /** One number for all that is seen. */
  function seen() {
    const parts = [location.href, document.title, count, document.body.hasAttribute("data-presenting"), isTyping(document)];
    const look = (element) => {
      if (element.matches(PASSING) || isHidden(element)) return;
      for (const name of STATES) parts.push(element.getAttribute(name) ?? "");
      if ("value" in element) parts.push(element.value, element.checked);
      if (element.matches("details, dialog")) parts.push(element.open);
      if (element.matches("canvas") && element.width && element.height) parts.push(element.toDataURL());
      if (element.matches("img, iframe")) parts.push(element.src);
      if (element.matches("path")) parts.push(element.getAttribute("d"));
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) parts.push(node.data);
      childrenOf(element).forEach(look);
    };
    look(document.body);
    let hash = 0;
    const text = parts.join("\0");
    for (let k = 0; k < text.length; k += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(k)) | 0;
    return hash;
  }

  /** Wait until what is seen stays the same, for milliseconds. */
  async function settle(calm, longest) {
    for (const message of document.querySelectorAll("[data-testid=stToast]")) message.dataset.known = "";
    const end = performance.now() + longest;
    for (let last = seen(), since = performance.now(); performance.now() < Math.min(since + calm, end);) {
      await new Promise((done) => setTimeout(done, calm / 3));
      const now = seen();
      if (now !== last) [last, since] = [now, performance.now()];
    }
  }

  /** Whether something changes within milliseconds. */
  async function change(before, longest) {
    for (const end = performance.now() + longest; performance.now() < end;) {
      if (seen() !== before) return true;
      await new Promise(requestAnimationFrame);
    }
    return false;
  }

  /** The window that is open above the page, also one in a component. */
  function findDialog(root) {
    for (const element of root.querySelectorAll("*")) {
      if (element.matches("[role=dialog], dialog[open]")) return element;
      const inside = element.shadowRoot && findDialog(element.shadowRoot);
      if (inside) return inside;
    }
    return null;
  }

  /** The buttons to press, each by its name, its numbers left out, and how many before it have the same. */
  function list() {
    const buttons = [];
    const look = (element) => {
      if (/^Help($| for)/.test(element.ariaLabel ?? "") || element.matches(STREAMLITS) || isHidden(element)) return;
      const isChosen = CHOSEN.some((name) => element.getAttribute(name) === "true");
      if (element.matches("button:enabled, summary, [role=button]") && !isChosen) buttons.push(element);
      childrenOf(element).forEach(look);
    };
    look(findDialog(document) ?? document.body);
    api.found = buttons;
    const names = buttons.map((element) => (element.getAttribute("aria-label") || element.innerText || element.title).trim().replace(/\s+/g, " ").replace(/[−-]?\d[\d.,]*/g, "#"));
    return names.map((name, k) => [name, names.slice(0, k).filter((other) => other === name).length]);
  }

  let count = 0;
  const note = () => {
    count += 1;
  };
  window.print = window.open = note;
  window.confirm = note; // answers no
  for (const [Element, isWindow] of [
    [HTMLInputElement, (field) => field.type === "file"], [HTMLAnchorElement, (link) => link.hasAttribute("download")],
  ]) {
    const { click } = Element.prototype;
    Element.prototype.click = function () {
      return isWindow(this) ? note() : click.call(this);
    };
  }
  const api = { seen, settle, change, list, press: (place) => api.found[place].click() };
  window.buttonsOfPage = api;
}
