// The drawing area replaces the first picture. A page that is left, and one whose drawing area does not
// come, need none.
{
  const LONGEST = 20_000; // ms
  const picture = document.querySelector("#first-picture"), start = location.pathname;
  const isDrawn = () => [...document.querySelectorAll(".st-key-hero *")].some(
    ({ shadowRoot }) => shadowRoot?.querySelector(".figure"),
  );
  const look = () => {
    if (location.pathname !== start || isDrawn() || performance.now() > LONGEST) picture.remove();
    else requestAnimationFrame(look);
  };
  if (picture) look();
}
