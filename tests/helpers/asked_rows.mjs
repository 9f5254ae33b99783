// The rows of the table of accuracies that are asked for while gamma and C change; none is in a picture.
import { Accuracies } from "../../web/paint/accuracies.js";
import { makePoints } from "../../web/model/points.js";

const KERNEL = { kind: "kernel" }, SVCS = [{ kind: "svc", gamma: 1, C: 1 }, { kind: "svc", gamma: 1, C: 2 }];

/** Each step is {gamma, C, answer: whether what was asked for is there before the next step}. */
export const askedIn = (steps) => {
  const requests = [], evaluator = { start: ({ rows }) => requests.push(rows.map(({ name }) => name)) };
  const board = { drag: null, isSheetReady: true, points: makePoints([0, 1], [0, 1], [0, 1]), classes: [{ name: "a" }] };
  const accuracies = new Accuracies(board, { hidden: false }, evaluator);
  for (const { gamma, C, answer } of steps) {
    const rows = [["I", KERNEL], ["svc", SVCS[C - 1]]].map(([name, model]) => ({ name, model, isInPicture: false }));
    Object.assign(board, { gamma, chosenGamma: null, data: { table: { isShown: false, rows, folds: 2, seed: 0 } } });
    const before = requests.length;
    accuracies.ask();
    if (requests.length === before) requests.push([]);
    if (answer) for (const name of requests.at(-1)) accuracies.take(name, {});
  }
  return requests;
};
