// Calls functions of a module: `node call_module.mjs <module>` reads jobs, each [function, ...arguments],
// and prints their results as JSON; for a name alone, the value that is exported under it.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const module = await import(pathToFileURL(process.argv[2]));
// The jobs are read as JavaScript, because JSON has no NaN.
const jobs = Function(`return ${readFileSync(0, "utf8")}`)();
const results = await Promise.all(jobs.map((job) =>
  Array.isArray(job) ? module[job[0]](...job.slice(1)) : module[job],
));
const plain = (_key, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);
writeFileSync(1, JSON.stringify(results, plain));
