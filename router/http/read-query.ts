import { isUtf8 } from "node:buffer";

/**
 * The fields of a query or a form, in order. A name or value whose percent-encoded bytes are not UTF-8 is
 * returned ill-formed (with a lone surrogate), so that validation refuses it by its path instead of accepting a
 * replacement character.
 */
export function readFields(text: string): [name: string, value: string][] {
  const fields = [...new URLSearchParams(text)] as [string, string][];
  if (!fields.some(([name, value]) => name.includes(replacement) || value.includes(replacement)))
    return fields;
  return text
    .replace(/^\?/, "")
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const end = pair.indexOf("=");
      const [name, value] = end < 0 ? [pair, ""] : [pair.slice(0, end), pair.slice(end + 1)];
      return [decode(name), decode(value)];
    });
}

const replacement = "\ufffd";

/** As `application/x-www-form-urlencoded` says: `+` is a space, a percent sign without two digits is itself. */
function decode(text: string): string {
  const bytes = percentDecoded(text.replaceAll("+", " "));
  const decoded = bytes.toString("utf8");
  return isUtf8(bytes) ? decoded : decoded.replaceAll(replacement, "\ud800");
}

function percentDecoded(text: string): Buffer {
  const binary = Buffer.from(text, "utf8").toString("latin1");
  const decoded = binary.replaceAll(/%([0-9a-f]{2})/gi, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, "latin1");
}
