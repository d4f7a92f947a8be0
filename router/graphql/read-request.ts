import { createHash } from "node:crypto";
import { GraphQLError } from "graphql";
import { eventStreamType } from "../../src/http/event-stream.ts";
import type { DoorRequest } from "../http/door.types.ts";
import { parseJson } from "../http/read-json.ts";
import { readIncrementalFormat, type IncrementalFormat } from "./incremental-formats.ts";
import { RequestRefusal } from "./refusals.ts";

/** The parameters of a GraphQL-over-HTTP request. */
export interface GraphQLParams {
  /** The document's text; empty when `documentId` is used instead. */
  query: string;
  documentId?: string | undefined;
  operationName?: string | undefined;
  variables: Record<string, unknown>;
}

/** The media types an answer may have, in our order of preference. */
export const answerTypes = ["application/graphql-response+json", "application/json"] as const;
export type AnswerType = (typeof answerTypes)[number];

/** How a client may be answered. */
export interface Accepted {
  /**
   * The media type of one answer: the new one where the client names it, the old one otherwise; null when the client
   * accepts neither. Statuses follow it: with the old type a readable request is answered 200.
   */
  type: AnswerType | null;
  /** True when the client takes a stream of events, whatever else it takes. */
  events: boolean;
  /** How the client takes a response in parts; null when it takes only whole ones. */
  parts: IncrementalFormat | null;
}

const acceptsOld: Accepted = { type: "application/json", events: false, parts: null };

/** Reads an `accept` header. */
export function readAccept(accept: string | undefined): Accepted {
  // Fast path for the headers of nearly all clients.
  if (accept === undefined || accept === "application/json" || accept === "*/*") return acceptsOld;
  if (accept.trim() === "") return acceptsOld;
  const ranges = accept.split(",").map((range) => range.split(";")[0]!.trim().toLowerCase());
  const events = ranges.includes(eventStreamType);
  if (ranges.includes("application/graphql-response+json")) {
    return { type: "application/graphql-response+json", events, parts: readIncrementalFormat(accept) };
  }
  const isOld = ["application/json", "application/*", "*/*"].some((range) => ranges.includes(range));
  return { type: isOld ? "application/json" : null, events, parts: readIncrementalFormat(accept) };
}

/**
 * Reads and checks the parameters. Throws a GraphQLError that names the invalid one. A `documentId` is read
 * where documents have ids, and is an unknown parameter elsewhere.
 */
export function readParams(
  request: Pick<DoorRequest, "method" | "body" | "query">,
  options: { acceptsIds?: boolean } = {},
): GraphQLParams {
  const isPost = request.method === "POST";
  return readParamsOf(isPost ? request.body : fromQuery(request.query as Record<string, unknown>), options);
}

/** As `readParams`, from the object that carries them. */
export function readParamsOf(
  raw: unknown,
  { acceptsIds = false }: { acceptsIds?: boolean } = {},
): GraphQLParams {
  if (Array.isArray(raw)) throw bad("Batching is not supported. Send one operation per request.");
  if (typeof raw !== "object" || raw === null) throw bad("The body must be a JSON object.");
  const { query, operationName, variables, extensions } = raw as Record<string, unknown>;
  const id = acceptsIds ? (raw as Record<string, unknown>)["documentId"] : undefined;
  const documentId = id === null || id === "" ? undefined : id;
  if (documentId !== undefined && typeof documentId !== "string") throw bad("documentId must be a string.");
  if (documentId !== undefined && typeof query === "string") throw bad("Send documentId or query, not both.");
  const hash = isObjectOrNothing(extensions) ? persistedHash(extensions) : null;
  if (hash !== null && documentId === undefined) refuseHash(hash, query);
  if (documentId === undefined && typeof query !== "string") throw bad("query must be a string.");
  if (operationName !== undefined && operationName !== null && typeof operationName !== "string") {
    throw bad("operationName must be a string.");
  }
  if (!isObjectOrNothing(variables)) throw bad("variables must be an object.");
  if (!isObjectOrNothing(extensions)) throw bad("extensions must be an object.");
  return {
    query: typeof query === "string" ? query : "",
    documentId,
    operationName: typeof operationName === "string" && operationName !== "" ? operationName : undefined,
    variables: (variables as Record<string, unknown> | null) ?? {},
  };
}

/** The hash of automatic persisted queries, as Apollo's clients send it; null without one. */
function persistedHash(extensions: unknown): string | null {
  const persisted = (extensions as Record<string, unknown> | null | undefined)?.["persistedQuery"];
  if (typeof persisted !== "object" || persisted === null) return null;
  const { version, sha256Hash } = persisted as Record<string, unknown>;
  if (version !== 1) throw bad("Unsupported persisted query version.");
  if (typeof sha256Hash !== "string") throw bad("persistedQuery.sha256Hash must be a string.");
  return sha256Hash;
}

/**
 * Documents are not registered by clients. A hash without its document is answered so that the client sends the document
 * from then on; a hash of another document is refused.
 */
function refuseHash(hash: string, query: unknown): void {
  if (typeof query !== "string" || query === "") {
    const extensions = { code: "PERSISTED_QUERY_NOT_SUPPORTED", http: { status: 200 } };
    throw new RequestRefusal(200, [{ message: "PersistedQueryNotSupported", extensions }], true);
  }
  const actual = createHash("sha256").update(query).digest("hex");
  if (actual !== hash) throw bad("provided sha does not match query");
}

function fromQuery(query: Record<string, unknown>): Record<string, unknown> {
  const read = (name: string) => {
    const text = query[name];
    if (text === undefined || text === "") return undefined;
    try {
      return parseJson(String(text));
    } catch {
      throw bad(`${name} must be a JSON object.`);
    }
  };
  return { ...query, variables: read("variables"), extensions: read("extensions") };
}

function isObjectOrNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && !Array.isArray(value));
}

function bad(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "VALIDATION_ERROR", http: { status: 400 } } });
}
