/**
 * Evaluations of classifiers in the background: in a worker or, without one, between two events.
 *
 * A task has `rows`, each with name, model and gamma, and the points, the styles of the classes and the evaluation that
 * they share (see cross_validation.js). Of several tasks the newest counts: it ends an older one after its current
 * fit.
 *
 * @typedef {Object} Task
 * @property {number} number
 * @property {{name: string, model: import("../messages.js").Model, gamma: ?number}[]} rows
 * @property {import("../model/points.js").Points} points
 * @property {{name: string}[]} styles
 * @property {import("../model/cross_validation.js").Evaluation} evaluation
 *
 * @typedef {(name: string, row: import("../model/cross_validation.js").Row | {problem: string}) => void} Report
 * @typedef {{number: number, name: string, row: import("../model/cross_validation.js").Row | {problem: string}}} Finding
 */

import { evaluate } from "../model/cross_validation.js";

const AT_A_TIME = 8; // ms of work before other events are handled

/** Evaluates in this thread. */
export class Runner {
  /** @type {?Task} */
  task = null;
  isRunning = false;

  /** @param {(found: Finding) => void} report */
  constructor(report) {
    this.report = report;
  }

  /** @param {Task} task */
  async start(task) {
    this.task = task;
    if (this.isRunning) return;
    this.isRunning = true;
    await pause();
    while (this.task !== null) {
      const { task } = this;
      await this.run(task);
      if (this.task === task) this.task = null;
    }
    this.isRunning = false;
  }

  /** @param {Task} task */
  async run(task) {
    const { number, rows, points, styles, evaluation } = task;
    let since = performance.now();
    for (const { name, model, gamma } of rows) {
      const steps = evaluate(model, gamma, points, styles, evaluation);
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) this.report({ number, name, row: step.value });
        if (performance.now() - since > AT_A_TIME) {
          await pause();
          if (this.task !== task) return;
          since = performance.now();
        }
        if (step.done) break;
      }
    }
  }
}

/** Let other events be handled first. A timer would wait four milliseconds longer. */
function pause() {
  return /** @type {Promise<void>} */ (new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  }));
}

/** Evaluates in a worker if there is one. */
export class Evaluator {
  number = 0;
  /** @type {?Task} */
  task = null;
  /** @type {?Worker} */
  worker = null;
  hasFailed = false;

  /** @param {Report} report */
  constructor(report) {
    /** @type {(found: Finding) => void} */
    this.hear = ({ number, name, row }) => {
      if (number === this.number) report(name, row);
    };
    this.runner = new Runner(this.hear);
  }

  /**
   * Begin a task and drop the previous one.
   * @param {Omit<Task, "number">} task
   * @param {?string} address of worker.js; null where the page has none
   */
  start(task, address) {
    this.task = { ...task, number: ++this.number };
    if (this.worker === null && address !== null && !this.hasFailed) this.open(address);
    if (this.worker === null) this.runner.start(this.task);
    else this.worker.postMessage(this.task);
  }

  /** @param {string} address of worker.js */
  open(address) {
    try {
      this.worker = new Worker(new URL(address, document.baseURI), { type: "module" });
    } catch {
      this.giveUp();
      return;
    }
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.giveUp();
      if (this.task) this.runner.start(this.task);
    };
  }

  /** Stop using a worker. */
  giveUp() {
    this.hasFailed = true;
    this.close();
  }

  /** End all work. */
  close() {
    this.worker?.terminate();
    this.worker = null;
    this.runner.task = null;
  }
}
