/** Files that the browser saves. */

/**
 * Offer a file to the visitor.
 * @param {string} name
 * @param {Blob} blob
 */
export function saveFile(name, blob) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
