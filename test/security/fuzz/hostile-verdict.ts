import type { StoredOperation } from "../../../router/operations/registry.ts";
import { routesOf, statusesOf, type OpenApiDocument } from "../../support/openapi.ts";

/** The response. */
export interface Exchange {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Maximum length of the response to a refused request, in characters. */
const maxRefusal = 1024 * 1024;

interface ErrorBody {
  error?: unknown;
  code?: unknown;
  details?: unknown;
}

interface GraphQLFault {
  message: string;
  extensions?: Record<string, unknown>;
}

/** Checks every response to a hostile request. */
export function createHostileJudge(document: OpenApiDocument) {
  const statuses = new Map(
    routesOf(document).map(({ method, path, operation }) => [`${method} ${path}`, statusesOf(operation)]),
  );
  const isDocumented = (operation: StoredOperation | null, status: number): boolean => {
    const { method, path } = operation?.row.rest ?? {};
    return statuses.get(`${method} ${path}`)?.includes(status) ?? false;
  };
  /** The fault of the response; null when it is fine. */
  return (
    operation: StoredOperation | null,
    about: { door: string; caller: string; url: string; method: string },
    { status: httpStatus, headers, text }: Exchange,
  ): string[] => {
    const error = about.door === "mcp" ? null : errorOf(about.door, httpStatus, headers, text);
    const status = error?.status ?? httpStatus;
    const faults: string[] = [];
    if (/"code":"INTERNAL_ERROR"/.test(text) || httpStatus === 500) faults.push(`${status} INTERNAL_ERROR`);
    else if (status >= 500 && !isDocumented(operation, status))
      faults.push(`${status} ${String(error?.body.code)}, which is not documented`);
    if (status >= 400 && text.length > maxRefusal) faults.push("a refusal of more than 1 MiB");
    if (error && !isErrorBody(error.body)) faults.push(`${status} without the error body`);
    if (headers["x-request-id"] === undefined) faults.push("no x-request-id");
    faults.push(...strangerFaults(operation, about, { status, code: error?.body.code }));
    return faults;
  };
}

/** Refused before authentication: malformed requests, and documents that do not match the schema. */
const beforeIdentity = new Set([
  "INVALID_JSON",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "GRAPHQL_PARSE_FAILED",
  "GRAPHQL_VALIDATION_FAILED",
]);

/** An anonymous client learns of a protected operation only that it needs a credential. */
function strangerFaults(
  operation: StoredOperation | null,
  { door, caller, url }: { door: string; caller: string; url: string },
  { status, code }: { status: number; code: unknown },
): string[] {
  const isStranger = caller === "nobody" || caller === "forger" || caller === "revoked";
  if (!isStranger || !operation || operation.access.auth === "public" || door === "mcp") return [];
  if (status === 401 || beforeIdentity.has(String(code))) return [];
  // No such path: an address that cannot be decoded, or a parameter longer than any.
  if (status === 404 && code === "NOT_FOUND" && (url.includes("%") || url.length > 2_000)) return [];
  return [`${status} ${String(code)} for a caller without a valid credential, instead of 401`];
}

function errorOf(
  door: string,
  status: number,
  headers: Exchange["headers"],
  text: string,
): { status: number; body: ErrorBody } | null {
  if (door !== "graphql") {
    // Pages for people are refused as pages.
    if (status < 400 || String(headers["content-type"]).startsWith("text/html")) return null;
    return { status, body: parse(text) };
  }
  const [first] = parse(text).errors ?? [undefined];
  // A body that is no JSON at all is refused before the door, in the words of REST.
  if (!first) return status < 400 ? null : { status, body: parse(text) };
  const { code, http } = (first.extensions ?? {}) as { code?: unknown; http?: { status?: number } };
  return { status: http?.status ?? status, body: { error: first.message, code, details: {} } };
}

function isErrorBody({ error, code, details }: ErrorBody): boolean {
  return (
    typeof error === "string" && typeof code === "string" && typeof details === "object" && details !== null
  );
}

function parse(text: string): ErrorBody & { errors?: GraphQLFault[] } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
