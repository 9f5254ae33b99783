/**
 * A check of the connection to the server: by HTTP, its speed, and by WebSocket.
 *
 * The page /connection-check and the app's page Connection both show it. The former works without a
 * WebSocket, so that it can report that WebSockets are blocked.
 */

const TRIES = 10, PATIENCE = 8000, SLOW = 300; // ms

/** Fill an element with the findings; `base` is an address in the folder where the app lives. @param {Element} root @param {string} base */
export async function showCheck(root, base) {
  root.setAttribute("role", "status");
  root.setAttribute("aria-busy", "true");
  root.replaceChildren(paragraph("Checking …"));
  const findings = await check(base);
  const verdict = paragraph(findings.verdict);
  verdict.className = findings.works ? "works" : "fails";
  root.replaceChildren(verdict, ...findings.lines.map(paragraph));
  root.setAttribute("aria-busy", "false");
}

/** @param {string} base */
async function check(base) {
  const times = await timeAnswers(new URL("connection-check/check.css", base));
  if (times === null) {
    return {
      works: false,
      verdict: "The server does not answer.",
      lines: ["The server may be stopped, or the network may block the connection."],
    };
  }
  const middle = times[times.length >> 1], slowest = times[times.length - 1];
  const lines = [`A round trip takes ${ms(middle)} (median of ${TRIES}; maximum ${ms(slowest)}).`];
  const openingTime = await openSocket(new URL("rooms/check", base));
  if (openingTime === null) {
    lines.unshift("The server answers, but the WebSocket does not open: a proxy or a filter blocks it.");
    return { works: false, verdict: "WebSockets are blocked: the pages of bayeslab will stay empty.", lines };
  }
  lines.unshift(`The WebSocket opened within ${ms(openingTime)}.`);
  if (middle > SLOW) lines.push("This is slow: pictures will still follow the pointer, but tables will be delayed.");
  return { works: true, verdict: "The connection works: WebSockets are not blocked.", lines };
}

/** Milliseconds that the server took to answer, in order; null if it did not. @param {URL} address */
async function timeAnswers(address) {
  const times = [];
  try {
    for (let i = 0; i <= TRIES; i++) {
      const start = performance.now();
      /** @type {RequestInit} */
      const options = { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) };
      if (!(await fetch(address, options)).ok) return null;
      times.push(performance.now() - start);
    }
  } catch {
    return null;
  }
  return times.slice(1).sort((a, b) => a - b); // the first one had to connect
}

/** Milliseconds until a WebSocket was open; null if it never was. @param {URL} address @returns {Promise<?number>} */
function openSocket(address) {
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return new Promise((resolve) => {
    const start = performance.now(), socket = new WebSocket(address);
    const end = (/** @type {?number} */ result) => {
      clearTimeout(timer);
      socket.close();
      resolve(result);
    };
    const timer = setTimeout(() => end(null), PATIENCE);
    socket.onopen = () => end(performance.now() - start);
    socket.onerror = () => end(null);
  });
}

/** @param {number} time */
function ms(time) {
  return `${Math.max(1, Math.round(time))} ms`;
}

/** @param {string} text */
function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}
