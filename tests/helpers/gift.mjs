// Reads GIFT with the parser of gift-pegjs.
import { createRequire } from "node:module";

const { parse } = createRequire(new URL("../../build/npm/", import.meta.url))("gift-pegjs");

export const readGift = (text) => parse(text);
