// The course without a connection, after the first visit: the newest answer if there is one, else the last.

const OWN = new URL("./", location.href).pathname, VERSION = `bayeslab-course ${OWN} {version}`, FILES = JSON.parse('{files}');

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
});

addEventListener("activate", (event) => {
  const forget = async (/** @type {string} */ key) => {
    if (key !== VERSION && key.startsWith(`bayeslab-course ${OWN} `)) await caches.delete(key);
  };
  event.waitUntil(Promise.all([clients.claim(), caches.keys().then((keys) => Promise.all(keys.map(forget)))]));
});

addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

/** @param {Request} request @returns {Promise<Response>} */
async function answer(request) {
  const key = request.url.replace(/[?#].*/, "").replace(/\/$/, "/index.html");
  try {
    return await fetch(request);
  } catch (error) {
    const copy = await (await caches.open(VERSION)).match(key);
    if (copy) return copy;
    throw error;
  }
}
