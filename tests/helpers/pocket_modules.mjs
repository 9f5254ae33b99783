// The pocket lab's links, points and tables: many at once, because the start data is large.
import { loadSheet } from "../../web/hosts/pocket/data.js";
import { Fields } from "../../web/hosts/fields.js";
import { readTable, writeTable } from "../../web/hosts/pocket/table.js";

/** The state of each link and its notices, and the link of that state. */
export const readLinks = (start, links) =>
  links.map((link) => {
    const fields = new Fields(start), read = fields.decode(new URLSearchParams(link));
    return { ...read, link: String(new URLSearchParams(fields.encode(read.state))) };
  });

export const writeLinks = (start, states) =>
  states.map((state) => String(new URLSearchParams(new Fields(start).encode(state))));

/** The points of the state of each link, and what they are drawn on. */
export const loadLinks = (start, links) =>
  links.map((link) => {
    try {
      return loadSheet(start, new Fields(start).decode(new URLSearchParams(link)).state);
    } catch (error) {
      return error.message;
    }
  });

/** A table given by its bytes: what was read, and the same written again. */
export const readTables = (start, tables) =>
  tables.map((bytes) => {
    try {
      const { points, names, notices } = readTable(Uint8Array.from(bytes), start), [x1, x2, ...classes] = names;
      return { points, names, notices, written: writeTable(points, [x1, x2], classes) };
    } catch (error) {
      return error.message;
    }
  });
