/**
 * The worker that evaluates classifiers beside the page (evaluator.js). It is not part of the page: only a
 * Worker loads it.
 */

import { Runner } from "./evaluator.js";

const runner = new Runner((answer) => postMessage(answer));
addEventListener("message", ({ data }) => runner.start(data));
