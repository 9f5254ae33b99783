// The question whether all servers share their rooms, answered by servers in turn.
import { checkStore } from "../../web/room/store.js";

/** Return the notice for a teacher whose questions are answered with these numbers, again and again. */
export function check(numbers) {
  let requests = 0;
  return checkStore(async () => ({ number: numbers[requests++ % numbers.length] }));
}
