/** Media types of files that people and agents may hand in. */
export const uploadTypes = [
  "image/png",
  "image/jpeg",
  "application/pdf",
  "text/csv",
  "text/plain",
  "text/calendar",
  "application/json",
] as const;

export type UploadType = (typeof uploadTypes)[number];

/** The most bytes of a file that is handed in. */
export const maxUploadBytes = 10 * 1024 * 1024;

/** True for a media type that a file handed in may have. */
export function isUploadType(type: string): type is UploadType {
  return (uploadTypes as readonly string[]).includes(type);
}

const signatures: readonly (readonly [type: UploadType, bytes: readonly number[]])[] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

/**
 * Checks whether bytes match a media type, by the bytes alone: images and PDF by their first bytes, text by
 * being UTF-8 without NUL and without such first bytes, a calendar and JSON also by their structure.
 */
export function isOfType(bytes: Uint8Array, type: UploadType): boolean {
  const found = signatures.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
  if (found !== undefined || signatures.some(([own]) => own === type)) return found === type;
  const text = readText(bytes);
  if (text === null) return false;
  if (type === "text/calendar") return /^\s*BEGIN:VCALENDAR\s/i.test(text);
  return type !== "application/json" || isJson(text);
}

/** The text of these bytes; null when they are not UTF-8, or contain NUL. */
export function readText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
