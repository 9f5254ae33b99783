/**
 * Lets the course be installed and used without a connection; a file that is opened without a server cannot be.
 *
 * All files of the course are loaded for that, so it begins once the page is there and its picture painted.
 */

const LATER = 1000; // ms

if (location.protocol !== "file:") {
  const root = document.documentElement.dataset.root ?? "./";
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: `${root}manifest.webmanifest` }));
  const register = () => navigator.serviceWorker?.register(`${root}worker.js`).catch(() => {}); // only offline use needs it
  addEventListener("load", () => setTimeout(register, LATER));
}
