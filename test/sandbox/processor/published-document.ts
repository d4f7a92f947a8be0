import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Ajv, type ValidateFunction } from "ajv";
import { projectPath } from "../../../src/project-root.ts";
import { newerFields, newerParameters, newerValues } from "./published-differences.ts";

/** A JSON schema as the published document writes them. */
export type Schema = { [key: string]: unknown };

interface Operation {
  parameters?: { in: string; name: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

let loaded: PublishedDocument | null = null;

/** The processor's own description of its API; read at first use. */
export function publishedDocument(): PublishedDocument {
  loaded ??= new PublishedDocument();
  return loaded;
}

class PublishedDocument {
  readonly #document: Document;
  readonly #replies = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  /** Form values are texts: they are parsed as the schema's types. */
  readonly #requests = new Ajv({ strict: false, validateFormats: false, allErrors: true, coerceTypes: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor() {
    const file = readFileSync(projectPath("test", "fixtures", "api-descriptions", "stripe.json.gz"));
    this.#document = JSON.parse(gunzipSync(file).toString()) as Document;
    const { schemas } = this.#document.components;
    for (const schema of Object.values(schemas)) allowNull(schema);
    adaptToPinnedVersion(schemas);
    for (const ajv of [this.#replies, this.#requests])
      ajv.addSchema({ components: { schemas } }, "published");
  }

  /** The published path that a request's path is one of; null when it is not published. */
  findOperation(method: string, path: string): { template: string; operation: Operation } | null {
    const parts = path.split("/");
    const candidates = Object.keys(this.#document.paths).filter((template) => {
      const names = template.split("/");
      return (
        names.length === parts.length &&
        names.every((name, index) => name.startsWith("{") || name === parts[index])
      );
    });
    // A written-out part is closer than a placeholder.
    const template = candidates.sort((a, b) => a.split("{").length - b.split("{").length)[0];
    const operation = template && this.#document.paths[template]![method.toLowerCase()];
    return operation ? { template, operation } : null;
  }

  /** The faults of a request's parameters, one line each. */
  checkRequest(key: string, operation: Operation, method: string, input: unknown): string[] {
    return this.#check(`request ${key}`, this.#requests, () => requestSchema(key, operation, method), input);
  }

  checkReply(key: string, operation: Operation, status: number, body: unknown): string[] {
    const reply = operation.responses[String(status)] ?? operation.responses["default"]!;
    const name = operation.responses[String(status)] ? String(status) : "default";
    const schema = () => allowNull(reply.content["application/json"]!.schema);
    return this.#check(`reply ${name} ${key}`, this.#replies, schema, body);
  }

  /** The faults of an object, by the schema of its kind (`checkout.session`, `event`). */
  checkObject(kind: string, body: unknown): string[] {
    const reference = { $ref: `#/components/schemas/${kind}` };
    return this.#check(`object ${kind}`, this.#replies, () => reference, body);
  }

  #check(name: string, ajv: Ajv, schema: () => Schema, value: unknown): string[] {
    const validate = this.#validators.get(name) ?? ajv.compile(pointToDocument(schema()));
    this.#validators.set(name, validate);
    if (validate(value)) return [];
    return validate.errors!.map(
      (error) => `${name}: ${error.instancePath || "/"} ${error.message} ${JSON.stringify(error.params)}`,
    );
  }
}

function requestSchema(key: string, operation: Operation, method: string): Schema {
  const more = Object.fromEntries((newerParameters[key] ?? []).map((name) => [name, {}]));
  if (method === "POST") {
    const form = operation.requestBody?.content["application/x-www-form-urlencoded"]?.schema ?? {};
    const { properties = {}, ...rest } = form as { properties?: Schema };
    return { ...rest, properties: { ...properties, ...more } };
  }
  const queries = operation.parameters?.filter((parameter) => parameter.in === "query") ?? [];
  const properties = Object.fromEntries(queries.map(({ name, schema }) => [name, schema]));
  const required = queries.filter((parameter) => parameter.required).map(({ name }) => name);
  return { type: "object", additionalProperties: false, properties: { ...properties, ...more }, required };
}

/** Converts OpenAPI 3.0's `nullable`, which also occurs beside `anyOf` and `enum`, to JSON Schema. */
function allowNull(schema: Schema): Schema {
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties") Object.values(value as Schema).forEach((one) => allowNull(one as Schema));
    else if (key === "anyOf") (value as Schema[]).forEach(allowNull);
    else if ((key === "items" || key === "additionalProperties") && typeof value === "object")
      allowNull(value as Schema);
  }
  if (schema["nullable"] !== true) return schema;
  const { nullable: _, ...rest } = schema;
  for (const key of Object.keys(schema)) delete schema[key];
  return Object.assign(schema, { anyOf: [{ type: "null" }, rest] });
}

/** Applies the differences of the pinned version to the published one. */
function adaptToPinnedVersion(schemas: Record<string, Schema>): void {
  for (const [kind, { gone = [], loosened = [] }] of Object.entries(newerFields)) {
    const schema = schemas[kind] as { required?: string[]; properties: Record<string, Schema> };
    schema.required = schema.required?.filter((name) => !gone.includes(name)) ?? [];
    for (const name of loosened) schema.properties[name] = {};
  }
  for (const [path, values] of Object.entries(newerValues)) {
    const [kind, field] = path.split("/") as [string, string];
    const { properties } = schemas[kind] as { properties: Record<string, Schema> };
    properties[field] = { anyOf: [properties[field], { enum: values }] };
  }
}

/** References of a schema that is compiled on its own lead to the document. */
function pointToDocument(schema: Schema): Schema {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"published#/components/');
  return JSON.parse(text) as Schema;
}
