/**
 * Arrays as they travel between the component and its host: Base64 of their bytes.
 */

/** @param {string} base64 @returns {Uint8Array} */
export function toBytes(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Numbers of 64 bits, the lowest byte first whatever the machine. @param {string} base64 @returns {Float64Array} */
export function toNumbers(base64) {
  const view = new DataView(toBytes(base64).buffer);
  return Float64Array.from({ length: view.byteLength / 8 }, (_, i) => view.getFloat64(8 * i, true));
}

/** The text that `toBytes` reads. @param {Uint8Array} bytes */
export function fromBytes(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The text that `toNumbers` reads. @param {Float64Array | number[]} numbers */
export function fromNumbers(numbers) {
  const view = new DataView(new ArrayBuffer(8 * numbers.length));
  numbers.forEach((number, i) => view.setFloat64(8 * i, number, true));
  return fromBytes(new Uint8Array(view.buffer));
}
