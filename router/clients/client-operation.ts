import type { OpenApi, Paths } from "../openapi/openapi.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { operationsOf } from "./app-document.ts";

/** A field of a method's input. */
export interface InputField {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
  description: string;
}

/** How the pages of a list follow each other. */
export interface Paging {
  /** Field of the response that has the items. */
  items: string;
  /** Argument that continues: `after` and `cursor` take the response's `nextCursor`. */
  by: "after" | "cursor" | "page" | "offset";
  itemSchema: JsonSchema;
}

/** A REST operation as the generated clients call it. */
export interface ClientOperation {
  /** Name of the stored operation, PascalCase. */
  name: string;
  app: string;
  method: string;
  path: string;
  description: string;
  scope: string | null;
  /** Takes an idempotency key. */
  isWrite: boolean;
  needsApp: boolean;
  /** Path and query parameters. */
  parameters: readonly InputField[];
  /** Query parameters of an operation that has a body. */
  queryNames: readonly string[];
  body: JsonSchema | null;
  /** The fields of the body. */
  bodyFields: readonly InputField[];
  response: JsonSchema;
  paging: Paging | null;
}

/** Named schemas of a document. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: JsonSchema;
  description?: string;
}

/**
 * The operations of an OpenAPI document that programs call, sorted by name: one path of each, without requests that other
 * services send.
 */
export function clientOperations(document: OpenApi): ClientOperation[] {
  return operationsOf(document["paths"] as Paths)
    .filter(({ operation }) => operation["x-operation"] !== undefined)
    .filter(({ operation }) => !String(operation["operationId"]).includes("_"))
    .map((located) => read(document, located))
    .filter((operation) => operation !== null)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function read(
  document: OpenApi,
  { path, method, operation }: ReturnType<typeof operationsOf>[number],
): ClientOperation | null {
  const schemas = (document["components"] as { schemas: Schemas }).schemas;
  const parameters = ((operation["parameters"] ?? []) as JsonSchema[]).map(
    (one) => resolve(document, one) as unknown as Parameter,
  );
  const headers = parameters.filter((one) => one.in === "header").map(({ name }) => name);
  // The signature of another service: the request is not a client's.
  if (headers.some((name) => name !== "x-app-id" && name !== "Idempotency-Key")) return null;
  const inputs = parameters.filter((one) => one.in !== "header").map(toField);
  const body = jsonSchemaOf(resolve(document, (operation["requestBody"] ?? {}) as JsonSchema));
  const response = jsonSchemaOf(successOf(operation["responses"] as Record<string, JsonSchema>)) ?? {};
  const bodyFields = body ? fieldsOf(body, schemas) : [];
  return {
    name: String(operation["operationId"]),
    app: String(operation["x-app"]),
    method: method.toUpperCase(),
    path,
    description: String(operation["description"] ?? `${String(operation["summary"])}.`),
    scope: (operation["x-scope"] as string | undefined) ?? null,
    isWrite: headers.includes("Idempotency-Key"),
    needsApp: parameters.some((one) => one.name === "x-app-id" && one.required),
    parameters: inputs,
    queryNames: body ? parameters.filter((one) => one.in === "query").map(({ name }) => name) : [],
    body,
    bodyFields,
    response,
    paging: pagingOf([...inputs, ...bodyFields], response, schemas),
  };
}

function toField({ name, schema, required = false, description = "" }: Parameter): InputField {
  return { name, schema, isRequired: required, description };
}

/** The component that a reference names; anything else as it is. */
function resolve(document: OpenApi, one: JsonSchema): JsonSchema {
  const reference = one["$ref"];
  if (typeof reference !== "string") return one;
  const [, , kind, name] = reference.split("/") as [string, string, string, string];
  return (document["components"] as Record<string, Record<string, JsonSchema>>)[kind]![name]!;
}

function successOf(responses: Record<string, JsonSchema>): JsonSchema {
  const status = Object.keys(responses).find((one) => one.startsWith("2"));
  return status === undefined ? {} : responses[status]!;
}

function jsonSchemaOf(part: JsonSchema): JsonSchema | null {
  const content = part["content"] as Record<string, { schema: JsonSchema }> | undefined;
  return content?.["application/json"]?.schema ?? null;
}

/** The fields of an object schema, those of its references and parts included. */
function fieldsOf(schema: JsonSchema, schemas: Schemas): InputField[] {
  const reference = schema["$ref"];
  if (typeof reference === "string") return fieldsOf(schemas[nameOf(reference)]!, schemas);
  const required = (schema["required"] ?? []) as string[];
  const parts = ((schema["allOf"] ?? []) as JsonSchema[]).flatMap((part) => fieldsOf(part, schemas));
  const own = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  return [
    ...parts,
    ...own.map(([name, field]) => ({
      name,
      schema: field,
      isRequired: required.includes(name),
      description: typeof field["description"] === "string" ? field["description"] : "",
    })),
  ];
}

/** `#/components/schemas/Invoice` as `Invoice`. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

function pagingOf(inputs: readonly InputField[], response: JsonSchema, schemas: Schemas): Paging | null {
  const fields = fieldsOf(response, schemas);
  const hasField = (name: string) => fields.some((field) => field.name === name);
  const isArgument = (name: string) => inputs.some((field) => field.name === name);
  const list = fields.find(({ schema }) => schema["type"] === "array");
  const by = (["after", "cursor"] as const).find((name) => isArgument(name) && hasField("nextCursor"));
  const counted = (["page", "offset"] as const).find(isArgument);
  const chosen = by ?? counted;
  if (!list || !chosen) return null;
  return { items: list.name, by: chosen, itemSchema: list.schema["items"] as JsonSchema };
}

/** `ListInvoices` as `listInvoices`. */
export function camelCase(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** `ListInvoices` and `maxFloorArea` as `list_invoices` and `max_floor_area`. */
export function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}

/** `ai-caller` as `AiCaller`. */
export function pascalCase(app: string): string {
  return app.replaceAll(/(?:^|-)(\w)/g, (_match, first: string) => first.toUpperCase());
}

/** A call in the form that the clients' runtimes read: method, path and marks. See `packages/client/src/call.ts`. */
export function callText({ method, path, needsApp, isWrite, queryNames, paging }: ClientOperation): string {
  const marks = [
    method,
    path,
    ...(needsApp ? ["app"] : []),
    ...(isWrite ? ["write"] : []),
    ...(queryNames.length > 0 ? [`query=${queryNames.join(",")}`] : []),
    ...(paging ? [`items=${paging.items}`, `by=${paging.by}`] : []),
  ];
  return marks.join(" ");
}
