/**
 * Evaluations of classifiers beside the page: in a worker, or where there is none between two events.
 *
 * A task has `rows`, each with name, model and gamma, and the points, the known classes and the evaluation that
 * they share (see cross_validation.js). Of several tasks the newest counts: it ends an older one after the fit that
 * is being made.
 *
 * @typedef {(name: string, row: import("../model/cross_validation.js").Row | {problem: string}) => void} Report
 */

import { evaluate } from "../model/cross_validation.js";

const AT_A_TIME = 8; // ms of work between two looks at what else has happened

/** Evaluates in this thread. */
export class Runner {
  /** @param {(found: {number: number, name: string, row: object}) => void} report */
  constructor(report) {
    Object.assign(this, { report, task: null, isRunning: false });
  }

  /** @param {object} task with its number */
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

  async run(task) {
    const { number, rows, points, known, evaluation } = task;
    let since = performance.now();
    for (const { name, model, gamma } of rows) {
      const steps = evaluate(model, gamma, points, known, evaluation);
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
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Evaluates in a worker if there is one. */
export class Evaluator {
  /** @param {Report} report */
  constructor(report) {
    const hear = ({ number, name, row }) => number === this.number && report(name, row);
    Object.assign(this, { hear, number: 0, task: null, worker: null, hasFailed: false, runner: new Runner(hear) });
  }

  /**
   * Begin a task; nothing more is heard of the one before.
   * @param {object} task
   * @param {?string} address of worker.js; null where the page has none
   */
  start(task, address) {
    this.task = { ...task, number: ++this.number };
    if (this.worker === null && address !== null && !this.hasFailed) this.open(address);
    if (this.worker === null) this.runner.start(this.task);
    else this.worker.postMessage(this.task);
  }

  open(address) {
    try {
      this.worker = new Worker(new URL(address, document.baseURI), { type: "module" });
    } catch {
      return void this.giveUp();
    }
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.giveUp();
      this.runner.start(this.task);
    };
  }

  /** Do without a worker from now on. */
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
