import type { SourceReply } from "./source-client.ts";

type Json = Readonly<Record<string, unknown>>;

/** The JSON object of a reply. Throws when the body is anything else: HTML, cut off, or of another shape. */
export function readObject({ text }: SourceReply): Json {
  return asObject(JSON.parse(text));
}

/** The JSON list of objects of a reply. Throws as `readObject` does. */
export function readObjects({ text }: SourceReply): Json[] {
  return asObjects(JSON.parse(text));
}

export function asObject(value: unknown): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("no JSON object");
  return value as Json;
}

export function asObjects(value: unknown): Json[] {
  if (!Array.isArray(value)) throw new Error("no JSON list");
  return value.map(asObject);
}

/** The fields of a JSON row as the publisher's text. Null and absent fields are blank, so they are omitted. */
export function toCells(
  row: Json,
  nameOf: (field: string) => string | null = (field) => field,
): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [field, value] of Object.entries(row)) {
    const name = nameOf(field);
    if (name === null || value === null || value === undefined || value === "") continue;
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    // PostgreSQL's JSON cannot hold NUL.
    cells[name] = text.replaceAll("\0", " ");
  }
  return cells;
}

/** Whether a stand-in marks the reply as invented. */
export function isInvented(reply: SourceReply): boolean {
  return reply.header("x-sandbox-synthetic") === "true";
}
