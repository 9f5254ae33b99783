// Calls functions of modules. A line on standard input is [module, jobs], each job [function, ...arguments], and is answered by
// a line {"results": […]}, or {"error": "…"}. For a name alone, the result is the value that is exported under it.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const plain = (_key, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const [path, jobs] = Function(`return ${line}`)(); // JSON has no NaN
    const module = await import(pathToFileURL(path));
    const results = await Promise.all(jobs.map((job) => (Array.isArray(job) ? module[job[0]](...job.slice(1)) : module[job])));
    answer = JSON.stringify({ results }, plain);
  } catch (error) {
    answer = JSON.stringify({ error: error.stack ?? String(error) });
  }
  process.stdout.write(`${answer}\n`);
}
