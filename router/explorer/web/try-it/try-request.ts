import type { DocsSchema, OperationDocs } from "../../data/docs.types.ts";
import { otherApp, restCall } from "../samples/http-call.ts";
import type { Answer } from "../session/send.ts";
import { session } from "../session/session.ts";
import type { Identity } from "../session/identity.ts";
import { isRecord } from "./edit-value.ts";

/** The door that a page documents, and that its form uses. */
export type TryDoor = "rest" | "tool";

/** Facts of an operation that its form needs. */
export type TrySource = Pick<
  OperationDocs,
  "name" | "kind" | "document" | "example" | "rest" | "tool" | "access" | "input"
>;

/** Arguments of a tool that the page sets itself: a new key per request, and the person's click as the consent. */
const ownControls = new Set(["idempotencyKey", "confirm", "confirmationId", "dryRun"]);

/** Schema of everything that a request takes: the tool's arguments, or parameters and body of the REST path. */
export function requestSchema(source: TrySource, door: TryDoor): DocsSchema {
  const whole = door === "tool" ? source.tool!.input : restSchema(source);
  const required = (whole["required"] as readonly string[] | undefined) ?? [];
  const own = propertiesOf(source.input);
  const properties = Object.entries(propertiesOf(whole)).filter(
    ([name, schema]) =>
      required.includes(name) ||
      !(isDryRun(name, schema) || (ownControls.has(name) && !Object.hasOwn(own, name))),
  );
  return { ...whole, properties: Object.fromEntries(properties), required };
}

/** Whether a request can be checked without any change: by the operation itself, or by the tools' door. */
export function supportsDryRun(source: TrySource, door: TryDoor): boolean {
  const whole = door === "tool" ? source.tool!.input : restSchema(source);
  const required = (whole["required"] as readonly string[] | undefined) ?? [];
  return Object.entries(propertiesOf(whole)).some(
    ([name, schema]) => isDryRun(name, schema) && !required.includes(name),
  );
}

function isDryRun(name: string, { type }: DocsSchema): boolean {
  return name === "dryRun" && [type].flat().includes("boolean");
}

function restSchema({ rest }: TrySource): DocsSchema {
  const { parameters, body } = rest!;
  const given = parameters.filter((parameter) => parameter.in !== "header");
  const ofParameters = given.map(({ name, schema, description }): [string, DocsSchema] => [
    name,
    { ...(description === name ? {} : { description }), ...schema },
  ]);
  return {
    type: "object",
    properties: { ...Object.fromEntries(ofParameters), ...propertiesOf(body ?? {}) },
    required: [
      ...given.filter(({ required }) => required).map(({ name }) => name),
      ...((body?.["required"] as readonly string[] | undefined) ?? []),
    ],
    additionalProperties: false,
  };
}

function propertiesOf(schema: DocsSchema): Record<string, DocsSchema> {
  return (schema["properties"] ?? {}) as Record<string, DocsSchema>;
}

/** What a request starts with: the operation's example, without properties that the door does not take. */
export function startInput(source: TrySource, schema: DocsSchema): Record<string, unknown> {
  const known = propertiesOf(schema);
  const example = Object.entries(source.example?.input ?? {});
  return Object.fromEntries(example.filter(([name]) => Object.hasOwn(known, name)));
}

/** The app that a request has to name, where the operation does not belong to one. */
export function namedApp(source: TrySource): string | null {
  return otherApp(source);
}

export interface TryOptions {
  as: Identity;
  isDryRun: boolean;
  /** Idempotency key of a change. */
  key: string;
  appId: string | null;
}

/** One request as it goes out. */
export interface TryRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** The request of a REST page. Null is no value of a parameter, so it is left out there. */
export function restRequest(
  source: TrySource,
  input: Record<string, unknown>,
  { as, isDryRun: dryRun, key, appId }: TryOptions,
): TryRequest {
  const parameters = new Set(source.rest!.parameters.map(({ name }) => name));
  const given = Object.entries(input).filter(([name, value]) => value !== null || !parameters.has(name));
  const sent = { ...Object.fromEntries(given), ...(dryRun ? { dryRun: true } : {}) };
  const call = restCall(
    { ...source, example: { input: sent, variables: {} } },
    { identity: as, baseUrl: "" },
  )!;
  return {
    method: call.method,
    path: call.url,
    headers: {
      ...(appId === null ? appHeader(call.headers) : { "x-app-id": appId }),
      ...(call.isRepeatable ? { "idempotency-key": key } : {}),
    },
    ...(call.body === undefined ? {} : { body: call.body }),
  };
}

function appHeader(headers: readonly { name: string; value: unknown }[]): Record<string, string> {
  const value = headers.find(({ name }) => name === "x-app-id")?.value;
  return typeof value === "string" ? { "x-app-id": value } : {};
}

/** Arguments of a tool with those that say how to call it. */
export function toolArguments(
  source: TrySource,
  input: Record<string, unknown>,
  { isDryRun: dryRun, key }: Pick<TryOptions, "isDryRun" | "key">,
): Record<string, unknown> {
  const known = propertiesOf(source.tool!.input);
  const takesKey =
    Object.hasOwn(known, "idempotencyKey") && !Object.hasOwn(propertiesOf(source.input), "idempotencyKey");
  return {
    ...input,
    ...(dryRun ? { dryRun: true } : {}),
    ...(takesKey && !dryRun ? { idempotencyKey: key } : {}),
  };
}

/** Sends a request through the door that the page documents. */
export function sendTry(
  source: TrySource,
  door: TryDoor,
  input: Record<string, unknown>,
  options: TryOptions,
): Promise<Answer> {
  const { as, appId } = options;
  if (door === "tool") {
    const headers: Record<string, string> = appId === null ? {} : { "x-app-id": appId };
    return session.tool(source.tool!.name, toolArguments(source, input, options), { as, headers });
  }
  const { method, path, headers, body } = restRequest(source, input, options);
  return session.rest(method, path, { as, headers, ...(body === undefined ? {} : { body }) });
}

/** Reads the input from the JSON view. Throws an error with a readable message. */
export function readInput(text: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`The input is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!isRecord(value)) throw new Error("The input must be a JSON object.");
  return value;
}
