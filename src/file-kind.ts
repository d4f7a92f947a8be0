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
 * Whether bytes are what a media type says, by the bytes alone: pictures and PDF by how they begin, text by
 * being UTF-8 without NUL that begins like none of those, a calendar and JSON by their form besides.
 */
export function isOfType(bytes: Uint8Array, type: UploadType): boolean {
  const found = signatures.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
  if (found !== undefined || signatures.some(([own]) => own === type)) return found === type;
  const text = readText(bytes);
  if (text === null) return false;
  if (type === "text/calendar") return /^\s*BEGIN:VCALENDAR\s/i.test(text);
  return type !== "application/json" || isJson(text);
}

/** The text of these bytes; null when they are no UTF-8, or hold NUL. */
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
