/**
 * Whether bayeslab's server can be reached from this browser: by HTTP, how fast, and by WebSocket.
 *
 * The page /connection-check and the app's own page Connection both show it. The first needs no WebSocket,
 * so that it can say that there is none.
 */

const TRIES = 10, PATIENCE = 8000, SLOW = 300; // ms

/** Fill an element with the findings; `base` is an address in the folder where the app lives. */
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

async function check(base) {
  const times = await timeAnswers(new URL("_stcore/health", base));
  if (times === null) {
    return {
      works: false,
      verdict: "The server does not answer.",
      lines: ["It may have been stopped, or the network does not let this browser reach it."],
    };
  }
  const middle = times[times.length >> 1], slowest = times.at(-1);
  const lines = [`A round trip takes ${ms(middle)} (the middle of ${TRIES}), ${ms(slowest)} at worst.`];
  const opened = await openSocket(new URL("_stcore/stream", base));
  if (opened === null) {
    lines.unshift("The server answers, but its WebSocket does not open: something on the way blocks it.");
    return { works: false, verdict: "WebSockets do not get through: pages will stay empty here.", lines };
  }
  lines.unshift(`The WebSocket opened within ${ms(opened)}.`);
  if (middle > SLOW) lines.push("That is slow: pictures follow the hand, tables will lag behind it.");
  return { works: true, verdict: "WebSockets get through: bayeslab works here.", lines };
}

/** Milliseconds that the server took to answer, in order; null if it did not. */
async function timeAnswers(address) {
  const times = [];
  try {
    for (let i = 0; i <= TRIES; i++) {
      const start = performance.now();
      const options = { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) };
      if (!(await fetch(address, options)).ok) return null;
      times.push(performance.now() - start);
    }
  } catch {
    return null;
  }
  return times.slice(1).sort((a, b) => a - b); // the first one had to connect
}

/** Milliseconds until a WebSocket was open; null if it never was. */
function openSocket(address) {
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return new Promise((resolve) => {
    const start = performance.now(), socket = new WebSocket(address, ["streamlit"]);
    const end = (result) => {
      clearTimeout(timer);
      socket.close();
      resolve(result);
    };
    const timer = setTimeout(() => end(null), PATIENCE);
    socket.onopen = () => end(performance.now() - start);
    socket.onerror = () => end(null);
  });
}

function ms(time) {
  return `${Math.max(1, Math.round(time))} ms`;
}

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}
