import type { JsonSchema } from "../schema/json-schema.ts";

/** A method of a path without a stored operation: it has no principal, and its response is not JSON. */
export type LinkPath = { path: string; method: "get" | "post" | "put" } & Record<string, unknown>;

export const text: JsonSchema = { type: "string" };

/** A parameter that must be there. */
export function parameter(
  place: "path" | "query" | "header",
  name: string,
  description: string,
  schema: JsonSchema = text,
): Record<string, unknown> {
  return { name, in: place, required: true, schema, description };
}

/** Error answers with these statuses. */
export function refusals(...statuses: number[]): Record<string, unknown> {
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]),
  );
}

/** The body of a form with these fields. */
export function formOf(names: readonly string[]): Record<string, unknown> {
  const properties = Object.fromEntries(names.map((name) => [name, text]));
  const schema: JsonSchema = { type: "object", properties };
  return { required: true, content: { "application/x-www-form-urlencoded": { schema } } };
}

export const carrierSignature = parameter(
  "header",
  "X-Twilio-Signature",
  "The carrier's signature of the URL and the form.",
);
