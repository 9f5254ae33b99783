/** Resume codes of homework, to type on another device. The key of the browser follows from it. */

const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"; // without characters that look like others
const LENGTH = 10, HALF = 5, KEY = 32; // characters; hexadecimal digits

/** A random code; bytes that would make some characters more frequent are discarded. */
export function makeResumeCode() {
  let code = "";
  while (code.length < LENGTH) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 8 * ALPHABET.length) code += ALPHABET[byte % ALPHABET.length];
  }
  return code;
}

/** Typed text as a code; null if it is not one. @param {string} text */
export function readResumeCode(text) {
  const code = text.toUpperCase().replace(/[\s-]/g, "");
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : null;
}

/** @param {string} code */
export function writeResumeCode(code) {
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`;
}

/** The key: the letters of the code as hexadecimal digits. @param {string} code */
export function keyOf(code) {
  return [...code].map((letter) => letter.charCodeAt(0).toString(16)).join("").padEnd(KEY, "0");
}
