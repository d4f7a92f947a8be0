/**
 * A `Content-Disposition` that has a browser save the answer under this name (RFC 6266): a plain name for old clients, and
 * the name itself in UTF-8 (RFC 8187) where the two differ. Nothing of the name can end the header or begin another.
 */
export function contentDisposition(filename: string): string {
  const name = filename.toWellFormed().replaceAll(/\p{Cc}/gu, "");
  // A percent sign would be decoded by some.
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, "_");
  const header = `attachment; filename="${plain}"`;
  return plain === name ? header : `${header}; filename*=UTF-8''${encodeExtended(name)}`;
}

/** Percent-encodes all but `attr-char` (RFC 8187 3.2.1). */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
