import type { StoredOperation } from "../operations/registry.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { bareOutputSchema } from "../operations/output-schema.ts";
import { errorsOf } from "./error-responses.ts";
import { keepingOf } from "../rest/caching.ts";
import type { SchemaComponents } from "./schema-components.ts";

const successSchema: JsonSchema = {
  type: "object",
  properties: { success: { type: "boolean", const: true } },
  required: ["success"],
};

const location = { Location: { $ref: "#/components/headers/Location" } };

/** Headers that responses share. */
export const sharedHeaders = {
  Location: { description: "URL to continue at.", schema: { type: "string" } },
  RetryAfter: { description: "Seconds to wait before the next request.", schema: { type: "integer" } },
} as const;

/** Every response of an operation by its status. */
export function responsesOf(operation: StoredOperation, schemas: SchemaComponents): Record<string, unknown> {
  const rest = operation.row.rest!;
  const own = bodySchema(operation, schemas);
  const isGuarded = operation.access.approval !== undefined;
  const approval = isGuarded ? approvalRequired(schemas) : null;
  // An operation whose own status is 202 answers with either body.
  const schema = approval && rest.status === 202 ? { anyOf: [own, approval.schema] } : own;
  const headers = rest.location ? { headers: location } : {};
  return {
    [String(rest.status ?? 200)]: {
      description: "Done.",
      ...headers,
      content: { "application/json": { schema }, ...fileContentOf(operation) },
    },
    ...(rest.replayStatus === undefined
      ? {}
      : {
          [String(rest.replayStatus)]: {
            description: "True when this is the stored response of the first request with this key.",
            ...headers,
            content: { "application/json": { schema } },
          },
        }),
    ...(rest.redirect
      ? { "302": { description: "Redirect, unless the client accepts JSON.", headers: location } }
      : {}),
    ...(keepingOf(operation) === null && !(rest.file && rest.revalidates)
      ? {}
      : { "304": { description: "The response matches the ETag in If-None-Match." } }),
    ...(approval && rest.status !== 202
      ? {
          "202": {
            description: approval.description,
            content: { "application/json": { schema: approval.schema } },
          },
        }
      : {}),
    ...errorsOf(operation),
  };
}

const approvalSchema: JsonSchema = {
  type: "object",
  required: ["message", "code", "approvalRequest"],
  properties: {
    success: { type: "boolean", const: false },
    message: { type: "string", description: "Message for people." },
    code: { type: "string", const: "APPROVAL_REQUIRED" },
    approvalRequest: {
      type: "object",
      description:
        "Request that waits for another member. `idempotencyKey`: the same call under it returns the result.",
    },
  },
};

/** The response where the organization requires a second person. */
function approvalRequired(schemas: SchemaComponents): { description: string; schema: JsonSchema } {
  return {
    description: "Nothing has been done: another member of the organization must approve the request first.",
    schema: schemas.add("ApprovalRequired", approvalSchema),
  };
}

/** The body of the success family is the answer's own schema and `success` beside it. */
function bodySchema(operation: StoredOperation, schemas: SchemaComponents): JsonSchema {
  const schema = bareOutputSchema(operation, schemas.place);
  if (operation.row.family !== "success") return schema;
  const success = schemas.add("Success", successSchema);
  // A root field that may be null in the graph still answers an object here.
  const [answer] = (schema["anyOf"] as JsonSchema[] | undefined) ?? [schema];
  return { allOf: [success, answer] };
}

/** The bytes of an answer that is a file; the type that is accepted says which. */
function fileContentOf({ row }: StoredOperation): Record<string, unknown> {
  const types = row.rest!.file?.types ?? [];
  return Object.fromEntries(types.map((type) => [type, { schema: { type: "string", format: "binary" } }]));
}
