import type { CallContext } from "../../src/context.ts";
import type { StoredOperation } from "../operations/registry.ts";
import { nullable, type JsonSchema } from "../schema/json-schema.ts";
import { fieldsByType } from "./fields-by-type.ts";

/*
 * Secrets never reach a model: the result of a tool has the address of a page instead, where the person sees the secret once.
 */

/** Fields with a secret that is shown once, by type, with the words for it. */
const secretFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CreatedApiKey: { key: "API key", webhookSecret: "Webhook signing secret" },
  UpdatedApiKey: { webhookSecret: "Webhook signing secret" },
  RotatedApiKey: { key: "API key" },
  WebhookEndpointWithSecret: { secret: "Webhook signing secret" },
};
const fieldNames = Object.fromEntries(
  Object.entries(secretFields).map(([type, fields]) => [type, Object.keys(fields)]),
);

/** A secret in a tool's result. */
export interface SecretPlace {
  /** Dotted path; no list is on the way. */
  path: string;
  /** Kind of secret, shown to the person. */
  label: string;
}

/** Keeps secrets for people. */
export interface SecretStore {
  /** Keeps a secret that the call made; answers its page and until when it can be shown. */
  keep(secret: KeptSecret, call: CallContext): Promise<{ url: string; expiresAt: string }>;
}

export interface KeptSecret {
  label: string;
  secret: string;
  /** Scope that the tool requires: who sees the secret must still have it. */
  scope: string;
}

/** The secrets in the body of an operation. */
export function secretsIn(operation: StoredOperation): SecretPlace[] {
  return fieldsByType(operation, fieldNames).map(({ path, type, field }) => ({
    path,
    label: secretFields[type]![field]!,
  }));
}

/** The body with the address of a page in place of each secret. */
export async function hideSecrets(
  body: unknown,
  places: readonly SecretPlace[],
  keep: (secret: Omit<KeptSecret, "scope">) => ReturnType<SecretStore["keep"]>,
): Promise<unknown> {
  let hidden = body;
  for (const { path, label } of places)
    hidden = await hideAt(hidden, path.split("."), (secret) => keep({ label, secret }));
  return hidden;
}

async function hideAt(
  value: unknown,
  path: readonly string[],
  keep: (secret: string) => ReturnType<SecretStore["keep"]>,
): Promise<unknown> {
  const [name, ...rest] = path;
  if (name === undefined) {
    if (typeof value !== "string") return null;
    const { url, expiresAt } = await keep(value);
    return { secretUrl: url, secretUrlExpiresAt: expiresAt };
  }
  if (typeof value !== "object" || value === null) return value;
  return { ...value, [name]: await hideAt((value as Record<string, unknown>)[name], rest, keep) };
}

/** The schema of a body whose secrets are hidden. */
export function hiddenSchema(schema: JsonSchema, places: readonly SecretPlace[]): JsonSchema {
  return places.reduce((hidden, { path, label }) => changeAt(hidden, path.split("."), label), schema);
}

function changeAt(schema: JsonSchema, path: readonly string[], label: string): JsonSchema {
  const [name, ...rest] = path;
  if (name === undefined) return nullable(linkSchema(label));
  const properties = schema["properties"] as Record<string, JsonSchema>;
  return { ...schema, properties: { ...properties, [name]: changeAt(properties[name]!, rest, label) } };
}

function linkSchema(label: string): JsonSchema {
  return {
    type: "object",
    description: `${label}: the user sees it once, on the page at secretUrl. Null when there is none.`,
    properties: {
      secretUrl: {
        type: "string",
        description:
          "Page where the signed-in user sees the secret. Give it to the user; it does not work for agents.",
      },
      secretUrlExpiresAt: {
        type: "string",
        format: "date-time",
        description: "Time after which the secret cannot be shown, one hour after the call.",
      },
    },
    required: ["secretUrl", "secretUrlExpiresAt"],
  };
}
