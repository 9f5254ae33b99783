/** What a visitor cannot reach, cannot read whole or cannot stop on a page, by what it is called. */
async () => {
  const CONTROLS = `a[href], button, input, select, textarea, summary,
    :is([role=button], [role=slider], [role=radio], [role=checkbox], [role=switch], [role=tab], [role=combobox])`;
  const LONG = 5000; // ms: what moves longer has to be stopped (WCAG 2.2.2)
  const inside = (root) =>
    [...root.querySelectorAll("*")].flatMap((part) => [part, ...(part.shadowRoot ? inside(part.shadowRoot) : [])]);
  const above = (part) => part.parentElement ?? part.getRootNode().host ?? null;
  const holds = (outer, part) => part !== null && (part === outer || holds(outer, above(part)));
  const hitAt = (x, y, root = document) => {
    const hit = root.elementFromPoint(x, y);
    return hit?.shadowRoot && hit.getRootNode() === root ? (hitAt(x, y, hit.shadowRoot) ?? hit) : hit;
  };
  const name = (part) => `${part.localName} “${(part.ariaLabel || part.textContent || "").trim().slice(0, 40)}”`;
  const isHidden = (part) =>
    !part.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    [part, above(part)].some((each) => {
      const { width, height } = each.getBoundingClientRect();
      return Math.min(width, height) <= 1 || getComputedStyle(each).clipPath !== "none"; // for screen readers only
    });
  const isClosed = (part) => part.closest("[data-testid=stSidebar]")?.getBoundingClientRect().right < 1;
  // What is not grabbed itself lies below the picture in which a hand finds it.
  const isOfPicture = (part) => getComputedStyle(part).pointerEvents === "none";

  function* wrongWith(part) {
    if (part.localName === "a") part.focus({ preventScroll: true }); // a link that skips is only then in the window
    part.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const [box] = [...part.getClientRects()].sort((a, b) => b.width * b.height - a.width * a.height);
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    if (box.left < -1 || box.right > innerWidth + 1 || y < 0 || y > innerHeight) yield "is outside of the window";
    else {
      const hit = hitAt(x, y);
      const label = part.closest("label");
      if (!holds(part, hit) && !holds(hit, part) && !(label && holds(label, hit))) yield `is covered by ${name(hit)}`;
    }
    if (part.matches("a, button, summary") && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
      yield "is narrower than its text";
  }

  const areas = [document.documentElement, ...document.querySelectorAll("[data-testid=stMain]")];
  const isWide = () => areas.some((part) => part.scrollWidth > part.clientWidth);
  // A table of Streamlit takes the width of a new window some frames later.
  for (let frame = 0; frame < 2 || (isWide() && frame < 100); frame++) await new Promise(requestAnimationFrame);
  const parts = inside(document), rightOf = (part) => part.getBoundingClientRect().right;
  const widest = parts.reduce((most, part) => (rightOf(part) > rightOf(most) ? part : most));
  const wide = isWide() ? [`the page is wider than the window, ${name(widest)} most of all`] : [];
  const modal = parts.findLast((part) => part.matches("dialog:modal")); // what is below it cannot be used
  const moving = parts
    .filter((part) => part.getAnimations().some(({ effect }) => effect.getComputedTiming().endTime > LONG))
    .map((part) => `${name(part)} moves`);
  const controls = parts.filter(
    (part) => part.matches(CONTROLS) && (!modal || holds(modal, part)) && !part.disabled && !isClosed(part) && !isHidden(part) && !isOfPicture(part),
  );
  return [...wide, ...moving, ...controls.flatMap((part) => [...wrongWith(part)].map((what) => `${name(part)} ${what}`))];
}
