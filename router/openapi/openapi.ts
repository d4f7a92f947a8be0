import { needsFullToken, type AccessFacts } from "../../src/access/rules.ts";
import type { RestDoor } from "../operations/operation.ts";
import { restPaths, type OperationRegistry, type StoredOperation } from "../operations/registry.ts";
import { standardSchema, type JsonSchema } from "../schema/json-schema.ts";
import { outputSchema } from "../schema/output-schema.ts";
import { inputConventions } from "./input-conventions.ts";
import { linkPaths } from "./link-paths.ts";

/** An OpenAPI 3.1 document. */
export type OpenApi = Record<string, unknown>;

/** Makes the OpenAPI 3.1 document from the rows that mount the routes and the schemas that check the calls. */
export function buildOpenApi(
  registry: OperationRegistry,
  info: { version: string; serverUrl: string },
): OpenApi {
  const paths: Record<string, Record<string, unknown>> = {};
  const tags = new Map<string, string>();
  for (const operation of registry.values()) {
    if (!operation.row.rest) continue;
    tags.set(operation.area.area, operation.area.title);
    restPaths(operation.row).forEach((path, index) => {
      paths[path] ??= {};
      paths[path][operation.row.rest!.method.toLowerCase()] = pathItem(operation, path, index);
    });
  }
  for (const { path, method, ...item } of linkPaths) paths[path] = { ...paths[path], [method]: item };
  return {
    openapi: "3.1.0",
    info: {
      title: "Hub platform",
      version: info.version,
      description: `REST door of the platform. Every path runs the same stored operation as the GraphQL and the agent door. ${inputConventions}`,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
      contact: { name: "Platform team", url: info.serverUrl },
    },
    servers: [{ url: info.serverUrl }],
    tags: [...tags].map(([name, description]) => ({ name, description })),
    paths: standardSchema(Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b)))),
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description:
            "Access token, or a key. A token that is limited to scopes calls operations of its scopes (x-scope), and none with x-full-token.",
        },
        apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
      },
      schemas: { Error: errorSchema },
      responses: Object.fromEntries(
        errorResponses.map(([status, description]) => [`Error${status}`, response(description)]),
      ),
    },
  };
}

const errorResponses: [number, string][] = [
  [400, "The input is not valid; `details.fields` names every fault."],
  [401, "The credential is missing or not valid."],
  [402, "The credits do not suffice."],
  [403, "The role, tier, scope, app or address does not suffice."],
  [404, "There is no such thing, or not for this caller."],
  [409, "The state does not allow it, or the first call with this key still runs."],
  [410, "It is over."],
  [413, "The body is too large."],
  [415, "The body is of another type than is taken here."],
  [416, "There is no such part."],
  [422, "The idempotency key was used with another body."],
  [429, "A limit is reached; `Retry-After` and `resetAt` tell when the call fits again."],
  [500, "Something went wrong on our side."],
];

const errorSchema: JsonSchema = {
  type: "object",
  required: ["error", "code", "details"],
  properties: {
    error: { type: "string", description: "What went wrong, for people." },
    code: { type: "string", description: "What went wrong, for programs." },
    details: { type: "object" },
    success: { type: "boolean", const: false },
  },
};

const locationHeader = { Location: { schema: { type: "string" } } };

function response(description: string): Record<string, unknown> {
  return { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } };
}

function pathItem(operation: StoredOperation, path: string, index: number): Record<string, unknown> {
  const { row, area, description, access } = operation;
  const statuses = errorStatusesOf(operation);
  return {
    // Each path needs an id of its own; the first one is the operation's name.
    operationId: index === 0 ? row.name : `${row.name}_${index + 1}`,
    summary: firstSentence(description),
    description,
    tags: [area.area],
    ...(row.rest!.deprecatedAliases?.includes(path) ? { deprecated: true } : {}),
    parameters: parametersOf(operation, path),
    ...requestBodyOf(operation, path),
    responses: {
      [String(row.rest!.status ?? 200)]: {
        description: "Done.",
        content: { "application/json": { schema: outputSchema(operation) }, ...fileContentOf(operation) },
      },
      ...(row.rest!.replayStatus === undefined
        ? {}
        : {
            [String(row.rest!.replayStatus)]: {
              description: "The answer of the first call with this key, again.",
              content: { "application/json": { schema: outputSchema(operation) } },
            },
          }),
      ...(row.rest!.redirect
        ? { "302": { description: "Sent on, unless JSON is accepted.", headers: locationHeader } }
        : {}),
      ...(row.rest!.maxAgeSeconds === undefined && !row.rest!.revalidates
        ? {}
        : { "304": { description: "Not changed since the ETag in If-None-Match." } }),
      ...Object.fromEntries(
        statuses.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
    security: securityOf(access),
    "x-documented": row.documented,
    "x-operation": row.field,
    ...(access.scope ? { "x-scope": access.scope } : {}),
    ...(needsFullToken(access) ? { "x-full-token": true } : {}),
    ...(access.tier ? { "x-tier": access.tier } : {}),
    ...(access.cost ? { "x-credits-operation": access.cost } : {}),
    ...(access.limit ? { "x-limit-class": access.limit } : {}),
    ...(row.tool ? { "x-tool": row.tool.name } : {}),
  };
}

/** The bytes of an answer that is a file; the type that is accepted says which. */
function fileContentOf({ row }: StoredOperation): Record<string, unknown> {
  const types = row.rest!.file?.types ?? [];
  return Object.fromEntries(types.map((type) => [type, { schema: { type: "string", format: "binary" } }]));
}

function errorStatusesOf({ access, kind, row }: StoredOperation): number[] {
  const takesBody = row.rest!.method !== "GET" && row.rest!.method !== "DELETE";
  return [
    400,
    // A bad credential is refused where none is needed, too.
    401,
    ...(access.cost ? [402] : []),
    // A credential may be limited to apps, addresses and scopes, whatever the operation asks for.
    403,
    404,
    ...(kind === "mutation" ? [409] : []),
    ...(takesBody ? [413, 415] : []),
    ...(kind === "mutation" ? [422] : []),
    429,
    500,
  ];
}

function securityOf(access: Partial<AccessFacts>): Record<string, string[]>[] {
  if (access.auth === "public") return [{}];
  return access.auth === "caller" ? [{ bearer: [] }, { apiKey: [] }] : [{ bearer: [] }];
}

function parametersOf(operation: StoredOperation, path: string): unknown[] {
  const { inputSchema, row, kind } = operation;
  const properties = (inputSchema["properties"] ?? {}) as Record<string, JsonSchema>;
  const required = (inputSchema["required"] ?? []) as string[];
  const inPath = pathNames(path);
  const parameters: unknown[] = inPath.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: describeless(properties[name] ?? { type: "string" }),
    description: (properties[name]?.["description"] as string) ?? "The app that the call is for.",
  }));
  const takesBody = row.rest!.method !== "GET" && row.rest!.method !== "DELETE";
  const inQuery = takesBody ? (row.rest!.queryParameters ?? []) : Object.keys(properties);
  if (inQuery.length > 0) {
    for (const [name, schema] of Object.entries(properties)) {
      if (inPath.includes(name) || !inQuery.includes(name)) continue;
      const list = schema["type"] === "array" ? { style: "form", explode: false } : {};
      parameters.push({
        name,
        in: "query",
        required: required.includes(name),
        schema: describeless(schema),
        description: (schema["description"] as string) ?? name,
        ...list,
      });
    }
  }
  if (row.rest!.needsApp && !inPath.includes("appId")) {
    parameters.push({
      name: "x-app-id",
      in: "header",
      required: true,
      schema: { type: "string" },
      description: "The app that the call is for.",
    });
  }
  if (row.rest!.rawBody) {
    parameters.push({
      name: row.rest!.rawBody.signatureHeader,
      in: "header",
      required: true,
      schema: { type: "string" },
      description: "The sender's signature of the body.",
    });
  }
  if (kind === "mutation" && !row.rest!.rawBody) {
    parameters.push({
      name: "Idempotency-Key",
      in: "header",
      required: false,
      schema: { type: "string", minLength: 1, maxLength: 255 },
      description: "The same key and body again give the first answer, not a second effect.",
    });
  }
  return parameters;
}

function requestBodyOf(operation: StoredOperation, path: string): Record<string, unknown> {
  const { row, inputSchema } = operation;
  if (row.rest!.method === "GET" || row.rest!.method === "DELETE") return {};
  if (row.rest!.rawBody) return rawRequestBody;
  const inPath = [...pathNames(path), ...(row.rest!.queryParameters ?? [])];
  const properties = Object.entries((inputSchema["properties"] ?? {}) as Record<string, JsonSchema>).filter(
    ([name]) => !inPath.includes(name),
  );
  const required = ((inputSchema["required"] ?? []) as string[]).filter((name) => !inPath.includes(name));
  if (properties.length === 0) return {};
  const schema = {
    ...inputSchema,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : { required: undefined }),
  };
  return {
    requestBody: {
      required: required.length > 0,
      content: {
        "application/json": { schema: stripUndefined(schema) },
        ...textContentOf(row.rest!),
        ...(row.rest!.formBody
          ? { "application/x-www-form-urlencoded": { schema: stripUndefined(schema) } }
          : {}),
      },
    },
  };
}

/** The argument that may be the body itself; the others are then in the query. */
function textContentOf({ textBody }: RestDoor): Record<string, unknown> {
  return textBody ? { [textBody.type]: { schema: { type: "string" } } } : {};
}

/** The signature is that of the very bytes, whose form is the sender's. */
const rawRequestBody = {
  requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
};

function stripUndefined(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

function describeless({ description: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function firstSentence(text: string): string {
  return (text.split(/(?<=[.!?])\s/)[0] ?? text).replace(/\.$/, "");
}
