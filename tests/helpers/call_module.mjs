// Calls functions of modules without a page. Each line of the input is a list of a module and jobs, each
// [function, ...arguments], or a name alone for what is exported under it; each line of the output is their results.
// A class is constructed, a generator drained, and of an error that was thrown to refuse something there is the sentence.
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

console.log = console.error; // the output is for answers
let fail = () => {};
process.on("unhandledRejection", (error) => fail(error));

const plain = (_key, value) => {
  if (value instanceof Error) return { ...value, message: value.message };
  return ArrayBuffer.isView(value) ? Array.from(value) : value;
};

function run(call, args) {
  if (/^class\b/.test(Function.prototype.toString.call(call))) return new call(...args);
  try {
    const result = call(...args);
    while (typeof result?.next === "function") {
      const { done, value } = result.next();
      if (done) return value;
    }
    return result;
  } catch (error) {
    if (error.constructor !== Error && !("reason" in error)) throw error; // a mistake, no refusal
    return { problem: error.message };
  }
}

async function answer(path, jobs) {
  const module = await import(pathToFileURL(path));
  const failure = new Promise((_resolve, reject) => (fail = reject));
  const results = jobs.map((job) => (Array.isArray(job) ? run(module[job[0]], job.slice(1)) : module[job]));
  return Promise.race([Promise.all(results), failure]);
}

/** Take back what was set or replaced among the global names. */
function restore(before) {
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!(name in before)) delete globalThis[name];
  for (const [name, { value, ...rest }] of Object.entries(before)) {
    if ("get" in rest || globalThis[name] === value) continue;
    Object.defineProperty(globalThis, name, { value, ...rest });
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const before = Object.getOwnPropertyDescriptors(globalThis);
  let text;
  try {
    // Read as JavaScript, because JSON has no NaN and no typed arrays.
    text = JSON.stringify({ results: await answer(...Function(`return ${line}`)()) }, plain);
  } catch (error) {
    text = JSON.stringify({ error: error.stack ?? String(error) });
  }
  restore(before);
  const bytes = Buffer.from(`${text}\n`);
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent);
}
process.exit();
