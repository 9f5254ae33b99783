/** The question of a lesson: after the answer the page shows what happens, and why. */

import { make } from "../../paint/elements.js";

/**
 * @param {HTMLElement} page
 * @param {(chosen: number | null, isRight: boolean) => void} tell what was answered; null when it is asked again
 * @param {unknown} before the number of an option that was chosen on an earlier visit
 */
export function startQuestion(page, tell, before) {
  const find = (/** @type {string} */ selector) => /** @type {any} */ (page.querySelector(`.question ${selector}`));
  const answers = find(".answers"), after = find(".after"), verdict = find(".verdict");
  const inputs = [...answers.querySelectorAll("input")], correct = Number(answers.dataset.correct);
  const words = (/** @type {number} */ k) => inputs[k].nextElementSibling.cloneNode(true).childNodes;
  const answer = (/** @type {number} */ option) => {
    const isRight = option === correct;
    verdict.dataset.right = String(isRight);
    if (isRight) verdict.replaceChildren(make("strong", {}, "✓ Correct."));
    else verdict.replaceChildren("Your answer: ", ...words(option), make("br"), make("strong", {}, "The correct answer: ", ...words(correct)));
    after.hidden = false;
    find(".before").hidden = true;
    for (const input of inputs) input.disabled = true;
    tell(option, isRight);
  };

  answers.addEventListener("change", () => answer(inputs.findIndex(({ checked }) => checked)));
  find(".again").addEventListener("click", () => {
    after.hidden = true;
    find(".before").hidden = false;
    for (const input of inputs) Object.assign(input, { disabled: false, checked: false });
    inputs[0].focus();
    tell(null, false);
  });
  const earlier = typeof before === "number" ? inputs[before] : undefined;
  if (!earlier) return;
  earlier.checked = true;
  answer(Number(before));
}
