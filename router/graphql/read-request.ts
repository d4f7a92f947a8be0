import type { FastifyRequest } from "fastify";
import { GraphQLError } from "graphql";

/** The parameters of a GraphQL-over-HTTP request. */
export interface GraphQLParams {
  /** The document's text; empty where `documentId` stands for it. */
  query: string;
  documentId?: string | undefined;
  operationName?: string | undefined;
  variables: Record<string, unknown>;
}

/** The media types an answer may have, in our order of preference. */
export const answerTypes = ["application/graphql-response+json", "application/json"] as const;
export type AnswerType = (typeof answerTypes)[number];

/**
 * The media type to answer with: the new one where the client names it, the old one otherwise; null when the
 * client accepts neither. Statuses follow it: with the old type a readable request is answered 200.
 */
export function negotiate(accept: string | undefined): AnswerType | null {
  if (accept === undefined || accept === "*/*" || accept.trim() === "") return "application/json";
  const ranges = accept.split(",").map((range) => range.split(";")[0]!.trim().toLowerCase());
  if (ranges.includes("application/graphql-response+json")) return "application/graphql-response+json";
  const acceptsOld = ["application/json", "application/*", "*/*"].some((range) => ranges.includes(range));
  return acceptsOld ? "application/json" : null;
}

/**
 * Reads and checks the parameters. Throws a GraphQLError that names the wrong one. A `documentId` is read where
 * documents have ids, and is a stranger like any other elsewhere.
 */
export function readParams(request: FastifyRequest, options: { acceptsIds?: boolean } = {}): GraphQLParams {
  const isPost = request.method === "POST";
  return readParamsOf(isPost ? request.body : fromQuery(request.query as Record<string, unknown>), options);
}

/** As `readParams`, from the object that carries them. */
export function readParamsOf(
  raw: unknown,
  { acceptsIds = false }: { acceptsIds?: boolean } = {},
): GraphQLParams {
  if (Array.isArray(raw)) throw bad("Batching is off: send one operation a request.");
  if (typeof raw !== "object" || raw === null) throw bad("The body must be a JSON object.");
  const { query, operationName, variables, extensions } = raw as Record<string, unknown>;
  const id = acceptsIds ? (raw as Record<string, unknown>)["documentId"] : undefined;
  const documentId = id === null || id === "" ? undefined : id;
  if (documentId !== undefined && typeof documentId !== "string") throw bad("documentId must be a string.");
  if (documentId !== undefined && typeof query === "string") throw bad("Send documentId or query, not both.");
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

function fromQuery(query: Record<string, unknown>): Record<string, unknown> {
  const parseJson = (name: string) => {
    const text = query[name];
    if (text === undefined || text === "") return undefined;
    try {
      return JSON.parse(String(text)) as unknown;
    } catch {
      throw bad(`${name} must be a JSON object.`);
    }
  };
  return { ...query, variables: parseJson("variables"), extensions: parseJson("extensions") };
}

function isObjectOrNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && !Array.isArray(value));
}

function bad(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "VALIDATION_ERROR", http: { status: 400 } } });
}
