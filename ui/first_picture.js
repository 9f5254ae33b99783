// The page's own component replaces the first picture, which is removed if the page is left or the component does
// not come. Streamlit starts when the picture is there, because it keeps the browser busy for a second.
{
  const LONGEST = 20_000, LATEST_BEGIN = 600; // ms
  const SETTLED = 4; // frames after the first, because the words of a picture change its size
  const picture = /** @type {HTMLElement} */ (document.querySelector("#first-picture")), start = location.pathname;
  const streamlit = /** @type {?HTMLLinkElement} */ (document.querySelector("#streamlit"));
  const begin = () => streamlit && import(streamlit.href);
  setTimeout(begin, LATEST_BEGIN);
  const content = JSON.parse(document.querySelector("#first-picture-data")?.textContent ?? "null");
  const host = /** @type {?HTMLElement} */ (picture?.lastElementChild);
  const { page, key } = picture?.dataset ?? {}, place = `.st-key-${key ?? "hero"}`;
  const hasWords = page && !content; // in place of a component
  /** @type {?ShadowRoot} */
  let root = null;
  let end = () => {}, ownFrames = 0, componentFrames = 0;
  const remove = () => {
    picture.remove();
    document.documentElement.removeAttribute("data-first-picture");
    document.documentElement.style.removeProperty("--first-height");
    end();
    begin();
  };
  const isPainted = (/** @type {?ShadowRoot} */ shadowRoot) => Boolean(shadowRoot?.querySelector("canvas[width]"));
  const isDrawn = () => [...document.querySelectorAll(`${place} *`)].some(({ shadowRoot, localName }) =>
    (hasWords ? localName === "button" : isPainted(shadowRoot)));
  /** Move the picture to the place of the component, once that is known. */
  const align = (/** @type {HTMLElement} */ host) => {
    const there = document.querySelector(place)?.getBoundingClientRect(), { left, top, height } = host.getBoundingClientRect();
    document.documentElement.style.setProperty("--first-height", `${height}px`); // the component gets this room at once
    if (!there?.width || (there.left === left && there.top === top)) return;
    const [x, y] = (host.style.translate || "0 0").split(" ").map(Number.parseFloat);
    host.style.width = `${there.width}px`;
    host.style.translate = `${x + there.left - left}px ${(y || 0) + there.top - top}px`;
  };
  const look = () => {
    if (hasWords || isPainted(root)) ownFrames++;
    if (isDrawn()) componentFrames++;
    if (location.pathname !== start || componentFrames > SETTLED || performance.now() > LONGEST) return remove();
    if (page && host) align(host);
    if (document.documentElement.toggleAttribute("data-first-picture", ownFrames > SETTLED)) begin();
    requestAnimationFrame(look);
  };
  /** Start the component as Streamlit does, in a separate tree. */
  const show = async (/** @type {{loader: string, data: object}} */ { loader, data }) => {
    const address = URL.createObjectURL(new Blob([loader], { type: "text/javascript" }));
    const { default: mount } = await import(address), theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    if (!picture.isConnected || !host) return;
    root = host.attachShadow({ mode: "closed" });
    end = mount({ data: [{ ...data, theme }], parentElement: root, setStateValue() {} });
  };
  if (picture) look();
  if (content) show(content).catch(remove);
}
