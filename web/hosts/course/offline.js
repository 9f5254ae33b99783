/** Lets the course be installed and used without a connection; a file that is opened without a server cannot be. */

if (location.protocol !== "file:") {
  const root = document.documentElement.dataset.root ?? "./";
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: `${root}manifest.webmanifest` }));
  navigator.serviceWorker?.register(`${root}worker.js`).catch(() => {}); // not everywhere allowed; only offline use needs it
}
