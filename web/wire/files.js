/** What leaves the page: files that the browser saves, and text that it copies. */

/** Offer a file to the visitor. @param {string} name @param {Blob} blob */
export function saveFile(name, blob) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * Copy a text, and return whether that worked.
 * @param {HTMLElement} root of the page or window that has the focus
 * @param {string} text
 */
export async function copyText(root, text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { // the old way, for pages without https
    const field = Object.assign(document.createElement("textarea"), { value: text });
    root.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}
