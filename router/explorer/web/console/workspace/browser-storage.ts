/** Reads a text of this browser. Null without storage, or without the text. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text in this browser. Without storage, or with a full one, it lasts as long as the page. */
export function writeStored(key: string, text: string): void {
  try {
    window.localStorage.setItem(key, text);
  } catch {
    // The page works without it.
  }
}
