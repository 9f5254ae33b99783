/**
 * Lets the course be installed and used without a connection; a file that is opened without a server cannot be.
 *
 * This loads all files of the course, so it begins once the page is loaded and its picture is painted.
 */

const LATER = 1000; // ms

if (location.protocol !== "file:") {
  const root = document.documentElement.dataset.root ?? "./";
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: `${root}manifest.webmanifest` }));
  const register = () => navigator.serviceWorker?.register(`${root}worker.js`).catch(() => {}); // only offline use needs it
  addEventListener("load", () => setTimeout(register, LATER));
}
