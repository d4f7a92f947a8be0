/**
 * The JSON value of a vendor's message. Its texts are made storable: halves of surrogate pairs become U+FFFD, and NUL is
 * removed. A vendor cannot be asked to send it again in another form, so nothing is refused for its characters. Throws
 * SyntaxError for text that is not JSON, and RangeError for JSON that is nested too deeply.
 */
export function parseVendorJson(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown) =>
    typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : value,
  );
}
