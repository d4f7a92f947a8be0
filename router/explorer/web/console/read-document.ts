import { GraphQLError, Kind, parse, type DocumentNode, type OperationDefinitionNode } from "graphql";

/** A document as the console sends it, and the operation of it that runs. */
export interface ReadDocument {
  document: DocumentNode;
  operations: readonly OperationDefinitionNode[];
  operation: OperationDefinitionNode;
}

/** Why a document or its input cannot be sent, as a readable message. */
export class NotReadable extends Error {
  override name = "NotReadable";
}

/** Reads a document. `wanted` names the operation to run where there are several. Throws NotReadable. */
export function readDocument(text: string, wanted: string | null): ReadDocument {
  if (text.replaceAll(/#[^\n]*/g, "").trim() === "")
    throw new NotReadable("The document is empty. Write a query first.");
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const line = error.locations?.[0]?.line;
    throw new NotReadable(`${error.message}${line === undefined ? "" : ` (line ${line})`}`);
  }
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const operation = operations.find(({ name }) => name?.value === wanted) ?? operations[0];
  if (!operation) throw new NotReadable("The document has no operation. Add a query or mutation.");
  return { document, operations, operation };
}

/** Parses a JSON object from user input. Empty text is an empty object. Throws NotReadable. */
export function readObject(text: string, what: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new NotReadable(`The ${what} are not valid JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new NotReadable(`The ${what} must be a JSON object.`);
  }
  return value as Record<string, unknown>;
}

/** Parses headers from user input: a JSON object of strings. Throws NotReadable. */
export function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(readObject(text, "headers"))) {
    if (typeof value !== "string") throw new NotReadable(`The header ${name} must be a string.`);
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new NotReadable(`${name} is not a valid header name.`);
    headers[name.toLowerCase()] = value;
  }
  return headers;
}
