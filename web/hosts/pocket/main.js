/**
 * The entry of the pocket lab: the link is in the address, or in the page where a server has written one.
 *
 * A page on the app's server knows the address of the lab. The files for installing it are beside it.
 */

import "../font.js";
import { Host } from "./host.js";

const { link = "", lab } = document.documentElement.dataset;
const packed = Uint8Array.from(atob(document.getElementById("start")?.textContent ?? ""), (letter) => letter.charCodeAt(0));
const start = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
const host = new Host(document.body, start);
host.open(location.hash.slice(1) || location.search.slice(1) || link);
if (lab) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "manifest.webmanifest" }));
  // Not everywhere allowed, and in a frame without an origin not even asked for; only offline use needs it.
  if (origin !== "null") navigator.serviceWorker?.register("worker.js").catch(() => {});
}
