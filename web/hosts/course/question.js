/** The question of a lesson: who has answered sees what happens, and why. */

/** @param {HTMLElement} page @param {(isAnswered: boolean) => void} tell */
export function startQuestion(page, tell) {
  const find = (/** @type {string} */ selector) => /** @type {any} */ (page.querySelector(`.question ${selector}`));
  const answers = find(".answers"), after = find(".after"), verdict = find(".verdict");
  const inputs = [...answers.querySelectorAll("input")], correct = Number(answers.dataset.correct);
  const words = (/** @type {number} */ k) => inputs[k].nextElementSibling.cloneNode(true).childNodes;
  const strong = (/** @type {Iterable<Node | string>} */ nodes) => {
    const element = document.createElement("strong");
    element.append(...nodes);
    return element;
  };

  answers.addEventListener("change", () => {
    const chosen = inputs.findIndex(({ checked }) => checked), isRight = chosen === correct;
    verdict.dataset.right = String(isRight);
    if (isRight) verdict.replaceChildren(strong(["✓ Correct."]));
    else verdict.replaceChildren("Your answer: ", ...words(chosen), document.createElement("br"), strong(["The correct answer: ", ...words(correct)]));
    after.hidden = false;
    find(".before").hidden = true;
    for (const input of inputs) input.disabled = true;
    tell(true);
  });
  find(".again").addEventListener("click", () => {
    after.hidden = true;
    find(".before").hidden = false;
    for (const input of inputs) Object.assign(input, { disabled: false, checked: false });
    inputs[0].focus();
    tell(false);
  });
}
