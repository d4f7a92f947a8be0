import type { FieldFault } from "../../src/errors.ts";
import type { DoorRequest } from "../http/door.types.ts";
import type { StoredOperation } from "../operations/registry.ts";
import type { DoorInput } from "../calls/run-operation.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { isForm } from "./form-body.ts";
import { readTextBody } from "./text-body.ts";

/**
 * The input of a REST request: path parameters, then the query (GET, DELETE) or the JSON body (the others,
 * except for the parameters that their row has in the query). Query strings and forms are coerced to the type of the
 * operation's input, JSON bodies are not.
 */
export function readRestInput(operation: StoredOperation, request: DoorRequest): DoorInput {
  const properties = propertiesOf(operation);
  const faults: FieldFault[] = [];
  const input = Object.create(null) as Record<string, unknown>;
  const query = (request.query ?? {}) as Record<string, unknown>;
  const { queryParameters: inQuery = [], redirect } = operation.row.rest ?? {};
  const takesBody = request.method !== "GET" && request.method !== "HEAD" && request.method !== "DELETE";
  const fromForm = operation.row.rest?.formBody === true && isForm(request);
  const text = readTextBody(operation.row.rest?.textBody, request, faults);
  for (const [name, raw] of Object.entries(query)) {
    if (takesBody && text === null && !inQuery.includes(name))
      faults.push({ path: name, message: "is not a known query parameter", rule: "unknown" });
    else if (!redirect || properties.has(name))
      input[name] = coerceQuery(name, raw, properties.get(name), faults);
  }
  const body = takesBody ? (text ?? readBody(request.body, faults)) : {};
  // Keys alone: pairs would be an array per field of every body.
  for (const name of Object.keys(body)) {
    const value = body[name];
    if (inQuery.includes(name))
      faults.push({ path: name, message: "must be sent as a query parameter", rule: "unknown" });
    else if (!fromForm) input[name] = value;
    else if (isPartOfObject(name, properties)) setPart(input, name, value, faults);
    // A number that was left empty was not entered.
    else if (value !== "" || !isNumber(properties.get(name)))
      input[name] = coerceQuery(name, value, properties.get(name), faults);
  }
  for (const [name, value] of Object.entries(request.params as Record<string, string>)) {
    if (name === "appId" && !properties.has("appId")) continue;
    if (Object.hasOwn(input, name))
      faults.push({ path: name, message: "is already set by the path; remove it", rule: "single" });
    input[name] = coerceQuery(name, value, properties.get(name), faults);
  }
  return { input, faults };
}

/** Properties of input schemas, by operation: making the map takes longer than reading a short body. */
const knownProperties = new WeakMap<StoredOperation, ReadonlyMap<string, JsonSchema>>();

function propertiesOf(operation: StoredOperation): ReadonlyMap<string, JsonSchema> {
  let known = knownProperties.get(operation);
  if (!known) {
    known = new Map(
      Object.entries((operation.inputSchema["properties"] ?? {}) as Record<string, JsonSchema>),
    );
    knownProperties.set(operation, known);
  }
  return known;
}

/** True for a field of a form such as `answers.size`: the part `size` of the open object `answers`. */
function isPartOfObject(name: string, properties: ReadonlyMap<string, JsonSchema>): boolean {
  const dot = name.indexOf(".");
  return dot > 0 && [properties.get(name.slice(0, dot))?.["type"]].flat().includes("object");
}

function setPart(input: Record<string, unknown>, name: string, value: unknown, faults: FieldFault[]): void {
  const dot = name.indexOf(".");
  const [object, part] = [name.slice(0, dot), name.slice(dot + 1)];
  const parts = (input[object] ?? Object.create(null)) as Record<string, unknown>;
  input[object] = parts;
  if (Array.isArray(value)) faults.push({ path: name, message: "must be sent only once", rule: "single" });
  // What was left empty was not answered.
  else if (value !== "" && part !== "__proto__") parts[part] = value;
}

function isNumber(schema: JsonSchema | undefined): boolean {
  return [schema?.["type"]].flat().includes("number");
}

function readBody(body: unknown, faults: FieldFault[]): Record<string, unknown> {
  if (body === undefined || body === null) return {};
  if (typeof body === "object" && !Array.isArray(body)) return body as Record<string, unknown>;
  faults.push({ path: "body", message: "must be a JSON object", rule: "type" });
  return {};
}

function coerceQuery(
  name: string,
  raw: unknown,
  schema: JsonSchema | undefined,
  faults: FieldFault[],
): unknown {
  const types = [schema?.["type"] ?? "string"].flat() as string[];
  if (types.includes("array")) {
    const items = [raw].flat().flatMap((text) => String(text).split(","));
    return items.map((item) => coerceText(item, (schema!["items"] as JsonSchema)["type"]));
  }
  if (Array.isArray(raw)) {
    faults.push({ path: name, message: "must be sent only once", rule: "single" });
    return raw[0];
  }
  const type = types.find((candidate) => candidate !== "null");
  return coerceText(String(raw), type);
}

/** Text as the wanted type where it is a plain form of it; otherwise as it came, for validation to refuse. */
function coerceText(text: string, type: unknown): unknown {
  if (type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === "number" && /^-?\d+(\.\d+)?(e-?\d{1,3})?$/i.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
