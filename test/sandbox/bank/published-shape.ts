import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Ajv, type ValidateFunction } from "ajv";
import { projectPath } from "../../../src/project-root.ts";

type Schema = { [key: string]: unknown };

interface Document {
  paths: Record<string, { post?: { requestBody: Body; responses: Record<string, Body> } }>;
  components: { schemas: Record<string, Schema> };
}
interface Body {
  content: { "application/json": { schema: Schema } };
}

let loaded: PublishedBank | null = null;

/** The provider's own description of its API; read at first use. */
export function publishedBank(): PublishedBank {
  return (loaded ??= new PublishedBank());
}

class PublishedBank {
  readonly #document: Document;
  readonly #ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor() {
    const file = readFileSync(projectPath("test", "fixtures", "api-descriptions", "plaid.json.gz"));
    this.#document = JSON.parse(gunzipSync(file).toString()) as Document;
    const { schemas } = this.#document.components;
    // The published document is older than the type that this refusal has by the provider's own words.
    (schemas["PlaidErrorType"]!["enum"] as string[]).push("TRANSACTIONS_ERROR");
    Object.values(schemas).forEach(allowNull);
    this.#ajv.addSchema({ components: { schemas } }, "published");
  }

  /** The faults of a request and its response, one line each. A refused request may be invalid on purpose. */
  checkExchange(path: string, request: unknown, reply: { status: number; body: unknown }): string[] {
    const operation = this.#document.paths[path]?.post;
    if (!operation) return [`POST ${path} is not published`];
    if (reply.status !== 200) return this.checkObject("PlaidError", reply.body);
    return [
      ...this.#check(`request ${path}`, operation.requestBody.content["application/json"].schema, request),
      ...this.#check(
        `reply ${path}`,
        operation.responses["200"]!.content["application/json"].schema,
        reply.body,
      ),
    ];
  }

  checkObject(name: string, value: unknown): string[] {
    return this.#check(`object ${name}`, { $ref: `#/components/schemas/${name}` }, value);
  }

  #check(name: string, schema: Schema, value: unknown): string[] {
    let validate = this.#validators.get(name);
    if (!validate) {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"published#/components/');
      this.#validators.set(name, (validate = this.#ajv.compile(JSON.parse(text) as Schema)));
    }
    if (validate(value)) return [];
    return validate.errors!.map(
      (error) => `${name}: ${error.instancePath || "/"} ${error.message} ${JSON.stringify(error.params)}`,
    );
  }
}

/** Converts OpenAPI 3.0's `nullable` and exclusive bounds to JSON Schema, at any depth. */
function allowNull(schema: Schema): void {
  for (const value of Object.values(schema)) {
    if (Array.isArray(value)) value.filter(isSchema).forEach(allowNull);
    else if (isSchema(value)) allowNull(value);
  }
  if (schema["exclusiveMinimum"] === false) delete schema["exclusiveMinimum"];
  if (schema["exclusiveMinimum"] === true) {
    schema["exclusiveMinimum"] = schema["minimum"];
    delete schema["minimum"];
  }
  if (schema["nullable"] !== true) return;
  const { nullable: _nullable, ...rest } = schema;
  for (const key of Object.keys(schema)) delete schema[key];
  schema["anyOf"] = [{ type: "null" }, rest];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
