/**
 * Whether the server processes of the app share their rooms. No process knows of the others, but requests without the
 * cookie of a process reach any of them.
 */

const QUESTIONS = 16; // two processes of equal rank both answer at least one of them, except once in 30,000 times

const NOT_SHARED = "Some participants will be told that the room does not exist, because the servers of this app do "
  + "not share their rooms. Tell the operator of the app; the page “Connection” has the details.";

/** Return the notice for the teacher; nothing if all is well. */
export async function checkStore(ask = askForNumber) {
  const numbers = await Promise.all(Array.from({ length: QUESTIONS }, ask));
  return new Set(numbers.filter((number) => number !== null)).size > 1 ? NOT_SHARED : "";
}

async function askForNumber() {
  try {
    const address = new URL("room-store", document.baseURI);
    const answer = await fetch(address, { credentials: "omit", cache: "no-store" });
    return answer.ok ? (await answer.json()).number : null;
  } catch {
    return null;
  }
}
