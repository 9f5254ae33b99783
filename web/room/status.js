/** The status of the connection, on a phone and on the teacher's page. */

import { setText } from "../paint/words.js";

/**
 * A function that shows the status of the connection.
 * @param {ReturnType<typeof import("../paint/words.js").finder>} find
 * @returns {(text: string, isLive: boolean) => void}
 */
export function statusLine(find) {
  return (text, isLive) => {
    setText(find(".connection"), text);
    find(".connection").classList.toggle("live", isLive);
  };
}
