import type { StoredOperation } from "../operations/registry.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { documentedErrors } from "./documented-errors.ts";
import { publishedFacts } from "./published-facts.ts";
import type { SchemaComponents } from "./schema-components.ts";

/** Meaning of a status, for all operations alike. */
export const errorDescriptions: ReadonlyMap<number, string> = new Map([
  [400, "The input is not valid. `details.fields` lists every fault."],
  [401, "The credential is missing or not valid."],
  [402, "Not enough credits."],
  [403, "The role, tier, scope, app or IP address does not allow this request."],
  [404, "The object does not exist, or belongs to another account."],
  [
    409,
    "The object's status does not allow it, or the first request with this Idempotency-Key is still running.",
  ],
  [410, "The link has expired or was revoked."],
  [413, "The body is too large."],
  [415, "The path does not support the content type of the body."],
  [416, "The requested range is outside the file."],
  [422, "The Idempotency-Key was already used with another body, or a business rule forbids the request."],
  [429, "The rate limit is reached. Wait until `Retry-After` or `resetAt`."],
  [500, "Something went wrong on our side."],
]);

const errorSchema: JsonSchema = {
  type: "object",
  required: ["error", "code", "details"],
  properties: {
    error: { type: "string", description: "Error message for people." },
    code: { type: "string", description: "Error code for programs." },
    details: { type: "object" },
    requestId: { type: "string", description: "ID of the request, as in the `x-request-id` header." },
    docsUrl: { type: "string", description: "Address of the documentation of the error code." },
    success: { type: "boolean", const: false },
  },
};

interface ErrorClass {
  isCharged: boolean;
  isWrite: boolean;
  takesBody: boolean;
}

const classes: readonly ErrorClass[] = [true, false].flatMap((isCharged) =>
  [true, false].flatMap((isWrite) => [true, false].map((takesBody) => ({ isCharged, isWrite, takesBody }))),
);

/** A bad credential is refused where none is needed, too; and any may be limited to apps, addresses and scopes. */
function statusesOf({ isCharged, isWrite, takesBody }: ErrorClass): number[] {
  const special = [...(isCharged ? [402] : []), ...(isWrite ? [409] : []), ...(takesBody ? [413, 415] : [])];
  return [400, 401, 403, 404, 422, 429, 500, ...special].sort((a, b) => a - b);
}

/** Reads have no body and writes have one, except for those whose name says otherwise. */
function nameOf({ isCharged, isWrite, takesBody }: ErrorClass): string {
  const name = isWrite ? (takesBody ? "Write" : "BodilessWrite") : takesBody ? "BodyRead" : "Read";
  return `${isCharged ? "Charged" : ""}${name}Errors`;
}

const retryAfter = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };

/** The error responses that operations share: by status, and for all errors of a class of operations. */
export function sharedErrors(schemas: SchemaComponents): Record<string, unknown> {
  const content = { "application/json": { schema: schemas.add("Error", errorSchema) } };
  const byStatus = [...errorDescriptions].map(([status, description]): [string, unknown] => [
    `Error${status}`,
    { description, ...(status === 429 ? { headers: retryAfter } : {}), content },
  ]);
  const byClass = classes.map((one): [string, unknown] => {
    const statuses = statusesOf(one);
    const description = statuses.map((status) => `${status}: ${errorDescriptions.get(status)}`).join(" ");
    return [nameOf(one), { description, headers: retryAfter, content, "x-statuses": statuses }];
  });
  return Object.fromEntries([...byStatus, ...byClass]);
}

/**
 * The errors of an operation: `default` for those of its class, whose statuses are in `x-statuses`; and by status those
 * that the class does not have or that the published contract lists for the operation.
 */
export function errorsOf({ access, kind, row }: StoredOperation): Record<string, unknown> {
  const name = nameOf({
    isCharged: Boolean(access.cost),
    isWrite: kind === "mutation",
    takesBody: row.rest!.method !== "GET" && row.rest!.method !== "DELETE",
  });
  const own = [...(documentedErrors.get(row.name) ?? []), ...(publishedFacts.get(row.name)?.errors ?? [])];
  return Object.fromEntries([
    ...own.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }] as const),
    ["default", { $ref: `#/components/responses/${name}` }],
  ]);
}
