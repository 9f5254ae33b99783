// The sheet of a lesson: one page of paper with the lesson's question, its picture, its formula, the question to the
// class, and the link. That of the lab has its choices, its picture, and the link.
//
// The sheet is made from the parts of the page whenever the page is printed, by the button or the browser's menu. It
// does not use the layout of the page, which depends on the window, nor Streamlit's, which differs on paper. All its
// sizes are paper sizes, so it is measured and fitted on the screen.
{
  const PAPER = { width: 700, height: 1030 }; // CSS pixels, of 703 x 1046 within the margins on A4
  const LONGEST_LINK = 500; // characters: nobody types the link of drawn points
  // Pictures painted in the browser repaint themselves in the light theme, finer than a screen, and then as before.
  const paintForPaper = (/** @type {boolean} */ isOnPaper) => dispatchEvent(new CustomEvent("bayeslab-paper", { detail: isOnPaper }));

  /** An element with its content; empty content is left out. @type {(tag: string, className: string, ...content: (Node | string | false | null | undefined)[]) => HTMLElement} */
  const make = (tag, className, ...content) => {
    const element = Object.assign(document.createElement(tag), { className });
    element.append(...content.flatMap((part) => part || []));
    return element;
  };

  /**
   * A copy with the shadow roots and the pixels of canvases, each in its size on the screen.
   * @type {<N extends Node>(node: N) => N}
   */
  const copy = (node) => {
    const clone = /** @type {typeof node} */ (node.cloneNode(false)), shadowRoot = node instanceof Element ? node.shadowRoot : null;
    if (shadowRoot && clone instanceof Element) {
      const shadow = clone.attachShadow({ mode: "open" });
      shadow.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets];
      shadow.append(...Array.from(shadowRoot.childNodes, copy));
    }
    for (const child of node.childNodes) clone.appendChild(copy(child));
    if (node instanceof HTMLCanvasElement && clone instanceof HTMLCanvasElement) {
      if (node.width && node.height) clone.getContext("2d")?.drawImage(node, 0, 0);
      hold(clone, node, "width", "height");
    } else if (clone instanceof HTMLElement && node instanceof HTMLElement && node.querySelector(":scope > canvas")) {
      hold(clone, node, "height");
    }
    return clone;
  };
  /** @type {(made: HTMLElement, node: HTMLElement, ...sides: ("width" | "height")[]) => void} */
  const hold = (element, { offsetWidth, offsetHeight }, ...sides) => {
    const sizes = { width: offsetWidth, height: offsetHeight };
    for (const side of sides) element.style.setProperty(side, `${sizes[side]}px`, "important");
  };

  /** Whether it is a dark figure of Plotly's, whose colours come from the server. */
  const isDark = (/** @type {Element} */ part) => {
    const type = part.querySelector("svg text");
    return type !== null && Number(getComputedStyle(type).fill.match(/\d+/)?.[0]) > 127;
  };

  /** The pictures in the places that they have on the screen, without the controls between them. */
  const copyPicture = (/** @type {Element} */ picture) => {
    const parts = [...picture.querySelectorAll("*")].filter((part) => part.shadowRoot || part.matches(":--plot"));
    const zoom = picture.currentCSSZoom ?? 1; // on a projector
    const places = parts.map((part) => part.getBoundingClientRect());
    const left = Math.min(...places.map((place) => place.left)), top = Math.min(...places.map((place) => place.top));
    const right = Math.max(...places.map((place) => place.right)), bottom = Math.max(...places.map((place) => place.bottom));
    const frame = make("div", "frame", ...parts.map((part, k) => {
      const clone = /** @type {HTMLElement} */ (copy(part)), place = places[k];
      clone.classList.add("part");
      clone.classList.toggle("is-dark", isDark(part));
      const sizes = { left: place.left - left, top: place.top - top, width: place.width, height: place.height };
      for (const [name, size] of Object.entries(sizes)) clone.style.setProperty(name, `${size / zoom}px`);
      return clone;
    }));
    frame.style.width = `${(right - left) / zoom}px`;
    frame.style.height = `${(bottom - top) / zoom}px`;
    return parts.length ? frame : null;
  };

  /** The texts that a lesson has in place of a picture: a printed line with what it means, and its tests. */
  const copyTexts = (/** @type {Element} */ picture) => {
    const texts = [...picture.querySelectorAll(":is(.st-key-hunt-line, .st-key-hunt-evidence) :--text")];
    return texts.length ? make("section", "texts", ...texts.map((text) => make("div", "", copy(text)))) : null;
  };

  /** The choices above the picture, as words. */
  const describeChoices = (/** @type {Element} */ picture) => {
    const groups = [...picture.querySelectorAll(":--button-group, :--select-box")];
    return groups.filter((group) => !group.closest(":--expander")).map((group) => {
      const name = group.querySelector(":--label")?.textContent.trim() ?? "";
      const choice = group.querySelector("[aria-checked=true], [aria-selected=true]")?.textContent ??
        group.querySelector("input")?.value ?? "";
      return name && choice ? `${name}: ${choice.trim()}` : choice.trim();
    }).filter(Boolean).join(" · ");
  };

  /** The picture of a question itself: a copy of the image would still have to be loaded. */
  const drawQuestionPicture = (/** @type {HTMLImageElement | null} */ image) => {
    if (!image?.complete || !image.naturalWidth) return null;
    const canvas = document.createElement("canvas"), fineness = 3; // pixels of the paper for one of the screen
    canvas.className = image.currentSrc.includes("theme=dark") ? "is-dark" : "";
    canvas.width = fineness * image.naturalWidth;
    canvas.height = fineness * image.naturalHeight;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  };

  const copyQuestion = (/** @type {Element} */ box) => {
    const text = box.querySelector(":--markdown:not(:has(h3)) > *");
    const answers = [...box.querySelectorAll("[role=radiogroup] label :--text")];
    return make(
      "section", "question", make("h2", "", "Predict, then look"), text && make("div", "", copy(text)),
      make("ul", "", ...answers.map((answer) => make("li", "", copy(answer)))),
      drawQuestionPicture(box.querySelector(".situation:not(.is-answer) img")),
    );
  };

  const makeSheet = (/** @type {Element} */ page) => {
    const title = document.querySelector(":--main h1"), isLab = page.matches(".st-key-canvas");
    const picture = isLab ? page : page.querySelector(".st-key-picture");
    const question = title?.closest(":--element")?.nextElementSibling?.querySelector("strong");
    const formula = page.querySelector(".st-key-sheet-formula :--formula-block");
    const choices = picture && describeChoices(isLab ? document.body : picture);
    const box = document.querySelector(".st-key-sheet-question");
    return make(
      "main", "lesson-sheet", make("h1", "", title?.textContent), question && make("p", "", question.textContent),
      choices && make("p", "choices", choices), picture && (copyTexts(picture) ?? copyPicture(picture)),
      make("div", "below", formula && make("section", "formula", copy(formula)), box && copyQuestion(box)),
      make("footer", "", location.href.length < LONGEST_LINK && location.href),
    );
  };

  /** The formula becomes as narrow as the paper, and the picture takes the rest of its height. */
  const fit = (/** @type {HTMLElement} */ sheet) => {
    const [formula, frame] = [".formula", ".frame"].map((part) => /** @type {?HTMLElement} */ (sheet.querySelector(part)));
    if (formula) formula.style.zoom = String(Math.min(0.85, PAPER.width / formula.offsetWidth));
    if (!frame) return;
    const rest = PAPER.height - sheet.offsetHeight + frame.offsetHeight;
    frame.style.zoom = String(Math.min(PAPER.width / frame.offsetWidth, rest / frame.offsetHeight));
  };

  /** @type {?HTMLElement} */
  let sheet = null;
  const remove = () => {
    if (!sheet) return;
    sheet.remove();
    sheet = null;
    paintForPaper(false);
  };
  addEventListener("beforeprint", () => {
    remove();
    const page = document.querySelector(".st-key-lesson, .st-key-canvas");
    if (!page) return;
    paintForPaper(true);
    sheet = document.body.appendChild(makeSheet(page));
    fit(sheet);
  });
  addEventListener("afterprint", remove);
  addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest(".st-key-print-sheet button"))) return;
    event.stopPropagation(); // the server is not needed
    print();
  }, { capture: true });
}
