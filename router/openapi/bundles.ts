import type { ToolCatalogue } from "../tools/catalogue.ts";
import { callTool } from "../tools/call-tool.ts";
import { shorten } from "../tools/describe-tool.ts";
import type { Tool, ToolEntry } from "../tools/tool.types.ts";
import { restPaths, type StoredOperation } from "../operations/registry.ts";
import { standardSchema, type JsonSchema } from "../schema/json-schema.ts";
import { sharedErrors } from "./error-responses.ts";
import { createSchemas, usedIn, type OpenApi, type Paths } from "./openapi.ts";
import { shareParameters } from "./parameters.ts";
import { publishedFacts } from "./published-facts.ts";
import { bodySchemaOf, placeBody } from "./request-body.ts";
import { responsesOf, sharedHeaders } from "./responses.ts";
import type { SchemaComponents } from "./schema-components.ts";

/** Limits of agents that import an API description: number of operations, and lengths of texts. */
export const bundleLimits = {
  operations: 30,
  description: 300,
  parameterDescription: 700,
  pageSize: 25,
} as const;

export interface BundleParts {
  catalogue: ToolCatalogue;
  /** Tools that every bundle ends with: they find and call all others. */
  searchTool: Tool;
  version: string;
  serverUrl: string;
}

/** The bundles: one for each app with tools. */
export function bundleNames(catalogue: ToolCatalogue): string[] {
  return [...new Set(catalogue.entries.map(({ app }) => app))];
}

/**
 * The description of an app for agents that import one: its tools as operations, those needed on the first day
 * first, at most 28, and the two that find and call all others. Null for an app without tools.
 */
export function buildBundle(app: string, parts: BundleParts): OpenApi | null {
  const own = parts.catalogue.entries.filter((entry) => entry.app === app);
  if (own.length === 0) return null;
  const chosen = inOrderOfNeed(own).slice(0, bundleLimits.operations - 2);
  const schemas = createSchemas(parts.catalogue.entries.map(({ operation }) => operation));
  const scope = { all: parts.catalogue.entries, schemas, responsesOf: openResponses };
  const platform = [parts.searchTool, callTool].map((tool) => operationOfTool(tool, true));
  return documentOf(app, [...chosen.map((entry) => operationOfEntry(entry, scope)), ...platform], {
    ...parts,
    schemas,
  });
}

/** The description of an app with all of its tools, for code generators. Null for an app without tools. */
export function buildAppDocument(app: string, parts: BundleParts): OpenApi | null {
  const own = parts.catalogue.entries.filter((entry) => entry.app === app);
  if (own.length === 0) return null;
  const schemas = createSchemas(parts.catalogue.entries.map(({ operation }) => operation));
  const scope: EntryScope = {
    all: own,
    schemas,
    responsesOf: ({ operation }) => responsesOf(operation, schemas),
  };
  const operations = own.map((entry) => operationOfEntry(entry, scope));
  const parameters = shareParameters(operations.map(({ operation }) => operation));
  return documentOf(app, operations, { ...parts, schemas, parameters });
}

function inOrderOfNeed(entries: readonly ToolEntry[]): ToolEntry[] {
  const rank = ({ position, operation: { row } }: ToolEntry) =>
    row.tool!.firstDay ? position : entries.length + (row.documented ? 0 : 1);
  return entries.toSorted((a, b) => rank(a) - rank(b));
}

/** Where an app's paths begin: with the app, which then needs no header; data that belongs to no app has no such form. */
function baseOf(app: string, entries: readonly ToolEntry[]): string {
  const isApp = app === "central" || entries.some(({ operation }) => operation.access.app === app);
  return isApp ? `/a/${app}` : "";
}

interface Path {
  path: string;
  method: string;
  operation: Record<string, unknown>;
}

/** One server URL, so that requests need no header except the key's; and the components that its operations use. */
function documentOf(
  app: string,
  operations: readonly Path[],
  {
    version,
    serverUrl,
    catalogue,
    schemas,
    parameters = {},
  }: BundleParts & { schemas: SchemaComponents; parameters?: Record<string, unknown> },
): OpenApi {
  const paths: Paths = {};
  for (const { path, method, operation } of operations) (paths[path] ??= {})[method] = operation;
  const responses = usedIn(paths, "responses", sharedErrors(schemas));
  const named = schemas.finish({ paths, parameters, responses });
  const headers = usedIn({ paths, responses }, "headers", sharedHeaders);
  return {
    openapi: "3.1.0",
    info: { title: `Hub platform: ${app}`, version, description: `Operations for agents in ${app}.` },
    servers: [{ url: serverUrl + baseOf(app, catalogue.entries) }],
    paths: standardSchema(named.content.paths),
    components: {
      schemas: shortSchema(standardSchema(named.schemas)),
      ...unlessEmpty("parameters", standardSchema(named.content.parameters)),
      ...unlessEmpty("headers", headers),
      ...unlessEmpty("responses", named.content.responses),
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "x-api-key" } },
    },
    security: [{ apiKey: [] }],
  };
}

function unlessEmpty(name: string, members: Record<string, unknown>): Record<string, unknown> {
  return Object.keys(members).length === 0 ? {} : { [name]: members };
}

interface EntryScope {
  all: readonly ToolEntry[];
  schemas: SchemaComponents;
  responsesOf(entry: ToolEntry): Record<string, unknown>;
}

/** By its own path where that has the form of an app, else as a call of its tool. */
function operationOfEntry(entry: ToolEntry, scope: EntryScope): Path {
  const { all, schemas } = scope;
  const { operation, tool, asksFirst } = entry;
  const base = baseOf(entry.app, all) === "" ? "" : "/a/{appId}";
  const path = restPaths(operation.row).find((candidate) => candidate.startsWith(`${base}/`));
  const takesBody = operation.row.rest && ["POST", "PUT", "PATCH"].includes(operation.row.rest.method);
  if (!path || operation.row.rest?.rawBody) return operationOfTool(tool, asksFirst);
  const short = path.slice(base.length);
  const inPath = [...short.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const input = operation.describeInput(schemas.place);
  const { bounds = {} } = publishedFacts.get(operation.row.name) ?? {};
  const required = new Set((input["required"] ?? []) as string[]);
  const parameters = Object.entries((input["properties"] ?? {}) as Record<string, JsonSchema>)
    .filter(([name]) => inPath.includes(name) || !takesBody)
    .map(([name, schema]) =>
      parameterOf(name, { ...schema, ...bounds[name] }, inPath.includes(name), required.has(name)),
    );
  const body = takesBody ? bodySchemaOf(input, { elsewhere: inPath, bounds }) : null;
  return {
    path: short,
    method: operation.row.rest!.method.toLowerCase(),
    operation: {
      ...wordsOf(tool, asksFirst),
      parameters,
      ...(body ? bodyOf(shortSchema(body), operation, schemas) : {}),
      responses: scope.responsesOf(entry),
    },
  };
}

function operationOfTool(tool: Tool, isConsequential: boolean): Path {
  const isGeneric = tool.name === callTool.name;
  const args = isGeneric
    ? { properties: { arguments: { type: "object", properties: {} } }, required: [] }
    : { properties: { arguments: withoutExamples(tool.inputSchema) }, required: ["arguments"] };
  return {
    path: isGeneric ? "/tools/{name}/call" : `/tools/${tool.name}/call`,
    method: "post",
    operation: {
      ...wordsOf(tool, isConsequential),
      parameters: isGeneric
        ? [parameterOf("name", { type: "string", description: "Name of the tool." }, true, true)]
        : [],
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: { type: "object", ...args, additionalProperties: false } },
        },
      },
      responses: openResponsesOf(200),
    },
  };
}

function wordsOf(tool: Tool, isConsequential: boolean): Record<string, unknown> {
  return {
    operationId: tool.name,
    summary: tool.title,
    description: shorten(tool.description, bundleLimits.description),
    "x-openai-isConsequential": isConsequential,
  };
}

function parameterOf(name: string, schema: JsonSchema, isInPath: boolean, isRequired: boolean) {
  const { description, ...own } = schema;
  const isPageSize = (name === "limit" || name === "first") && !isInPath;
  const list = own["type"] === "array" ? { style: "form", explode: false } : {};
  return {
    name,
    in: isInPath ? "path" : "query",
    required: isInPath || isRequired,
    schema: isPageSize ? { ...own, default: bundleLimits.pageSize } : own,
    description: shorten(String(description ?? name), bundleLimits.parameterDescription),
    ...list,
  };
}

function bodyOf(
  body: JsonSchema,
  operation: StoredOperation,
  schemas: SchemaComponents,
): Record<string, unknown> {
  const schema = placeBody(body, operation, schemas);
  return {
    requestBody: { required: body["required"] !== undefined, content: { "application/json": { schema } } },
  };
}

/** The schema with descriptions no longer than importers take. */
function shortSchema<T>(schema: T): T {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === "description" && typeof value === "string"
        ? shorten(value, bundleLimits.parameterDescription)
        : value,
    ),
  ) as T;
}

function withoutExamples(schema: JsonSchema): JsonSchema {
  const { examples: _examples, ...own } = schema;
  return shortSchema(own);
}

/** Responses are not described field by field: the import stays small, and agents read the actual response. */
function openResponses({ operation }: ToolEntry): Record<string, unknown> {
  return openResponsesOf(operation.row.rest!.status);
}

function openResponsesOf(status: number | undefined) {
  const content = {
    "application/json": { schema: { type: "object", properties: {}, additionalProperties: true } },
  };
  return {
    [String(status ?? 200)]: { description: "Done.", content },
    default: { description: "Error. `code` and `details` have the reason.", content },
  };
}
