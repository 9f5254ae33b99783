// The pocket lab without a connection, after the first visit: the newest answer if there is one, else the last.

const CACHE = "bayeslab-pocket", FILES = ["./", "manifest.webmanifest", "icon.svg"];

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

/** @param {Request} request @returns {Promise<Response>} */
async function answer(request) {
  const cache = await caches.open(CACHE), key = request.url.replace(/[?#].*/, "");
  try {
    const response = await fetch(request);
    if (response.ok && await cache.match(key)) await cache.put(key, response.clone());
    return response;
  } catch (error) {
    const copy = await cache.match(key);
    if (copy) return copy;
    throw error;
  }
}
