import type { SavedOperation } from "../saved-operations.ts";
import { maxText } from "./workspace.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** Name of the format, so that another file is not taken for a collection. */
const format = "hub-explorer-collection";
/** Longest file, most operations in it and longest names. */
export const maxFileLength = 2_000_000;
const maxOperations = 500;
export const maxName = 80;

/** A file that is no collection, with what is wrong in words. */
export class NotCollection extends Error {
  override name = "NotCollection";
}

/** Saved operations as a file, without headers and secrets. */
export function exportCollection(operations: readonly SavedOperation[]): string {
  const listed = operations.map(({ name, collection = "", document, variables }) => ({
    name,
    collection,
    document: withoutSecrets(document),
    variables: withoutSecrets(variables),
  }));
  return `${JSON.stringify({ format, version: 1, operations: listed }, null, 2)}\n`;
}

/**
 * Reads a file. Names that are taken get a number, so that nothing is overwritten. Throws NotCollection, and takes
 * nothing of a file with a fault.
 */
export function importCollection(
  text: string,
  existing: readonly SavedOperation[],
  savedAt: string,
): SavedOperation[] {
  if (text.length > maxFileLength) throw new NotCollection("The file is larger than 2 MB.");
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new NotCollection("The file is not valid JSON.");
  }
  const { format: given, version, operations } = (file ?? {}) as Record<string, unknown>;
  if (given !== format || version !== 1 || !Array.isArray(operations))
    throw new NotCollection("The file is not a collection that this console exported.");
  if (operations.length > maxOperations)
    throw new NotCollection(`The file has more than ${maxOperations} operations.`);
  const taken = new Set(existing.map(({ name }) => name));
  return operations.map((operation: unknown, index) => {
    const read = readOperation(operation, index);
    const name = freeName(read.name, taken);
    taken.add(name);
    return { ...read, name, savedAt };
  });
}

function readOperation(value: unknown, index: number): Omit<SavedOperation, "savedAt"> {
  const fault = (what: string) => new NotCollection(`Operation ${index + 1}: ${what}.`);
  if (typeof value !== "object" || value === null) throw fault("is not an object");
  const { name, collection = "", document, variables = "" } = value as Record<string, unknown>;
  if (typeof name !== "string" || name.trim() === "" || name.length > maxName)
    throw fault(`the name must have 1 to ${maxName} characters`);
  if (typeof collection !== "string" || collection.length > maxName)
    throw fault(`the collection must have at most ${maxName} characters`);
  for (const [what, text] of [
    ["document", document],
    ["variables", variables],
  ] as const) {
    if (typeof text !== "string") throw fault(`the ${what} must be a text`);
    if (text.length > maxText) throw fault(`the ${what} is too long`);
  }
  return {
    name: name.trim(),
    collection: collection.trim(),
    document: withoutSecrets(document as string),
    variables: withoutSecrets(variables as string),
  };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const next = `${name.slice(0, maxName - 6)} (${number})`;
    if (!taken.has(next)) return next;
  }
}
