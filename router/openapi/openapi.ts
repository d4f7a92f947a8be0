import { memoizeLast } from "../../src/concurrency/memoize-last.ts";
import { needsFullToken, type AccessFacts } from "../../src/access/rules.ts";
import { detailsOf } from "../operations/document.ts";
import { restPaths, type OperationRegistry, type StoredOperation } from "../operations/registry.ts";
import { standardSchema, type JsonSchema } from "../schema/json-schema.ts";
import { sharedErrors } from "./error-responses.ts";
import { inputConventions } from "./input-conventions.ts";
import { linkPaths } from "./link-paths.ts";
import { exampleFacts } from "./example-facts.ts";
import { appHeader, parametersOf, shareParameters } from "./parameters.ts";
import { publishedFacts, typedFields } from "./published-facts.ts";
import { requestBodyOf } from "./request-body.ts";
import { responsesOf, sharedHeaders } from "./responses.ts";
import { SchemaComponents } from "./schema-components.ts";
import { appOf } from "../tools/toolsets.ts";
import { signatureParameters, webhookEventsOf } from "./webhook-events.ts";

/** An OpenAPI 3.1 document. */
export type OpenApi = Record<string, unknown>;

export type Paths = Record<string, Record<string, Record<string, unknown>>>;

const aboutApps = `Operations with the parameter ${appHeader.name} are listed once. Each is also available without that header at \`/a/{appId}\` and its path (\`x-path-form\` of the parameter).`;

/**
 * Builds the OpenAPI 3.1 document from the rows that mount the routes and the schemas that validate requests.
 * Types of the graph, and parts that operations share, are components.
 */
export function buildOpenApi(
  registry: OperationRegistry,
  info: { version: string; serverUrl: string },
): OpenApi {
  const { tags, named } = describe(registry);
  return {
    openapi: "3.1.0",
    info: {
      title: "Hub platform",
      version: info.version,
      description: `REST API of the platform. Every path runs the same stored operation as GraphQL and the agent tools. ${aboutApps} ${inputConventions}`,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
      contact: { name: "Platform team", url: info.serverUrl },
    },
    servers: [{ url: info.serverUrl }],
    tags: [...tags].map(([name, description]) => ({ name, description })),
    security: anyCredential,
    paths: standardSchema(named.content.paths),
    webhooks: standardSchema(named.content.webhooks),
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description:
            "Access token or API key. A token with scopes can call operations of its scopes (x-scope), but none with x-full-token. A member of an organization acts for it with its ID in the header x-account-id, and needs the scope and the right (x-right).",
        },
        apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
      },
      parameters: standardSchema(named.content.parameters),
      headers: sharedHeaders,
      responses: named.content.responses,
      schemas: standardSchema(named.schemas),
    },
  };
}

/** The part of the document that depends on the operations only. */
const describe = memoizeLast((registry: OperationRegistry) => {
  const schemas = createSchemas(registry.values());
  const tags = new Map<string, string>();
  const paths = pathsOf(registry, schemas, tags);
  const parameters = shareParameters(Object.values(paths).flatMap((item) => Object.values(item)));
  const named = schemas.finish({
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
    parameters: { ...parameters, ...signatureParameters },
    webhooks: webhookEventsOf(registry, schemas),
    responses: usedIn(paths, "responses", sharedErrors(schemas)),
  });
  return { tags, named };
});

/** The components of a kind that a part of a document refers to. */
export function usedIn<T>(part: object, kind: string, components: Record<string, T>): Record<string, T> {
  const text = JSON.stringify(part);
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  );
}

/** Named schemas that know the shapes of the graph's open objects. */
export function createSchemas(operations: Iterable<StoredOperation>): SchemaComponents {
  const schemas: SchemaComponents = new SchemaComponents((typeName, schema) => {
    const properties = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
    if (!properties.some(([name]) => typedFields.has(`${typeName}.${name}`))) return schema;
    const typed = properties.map(([name, own]): [string, JsonSchema] => {
      const known = typedFields.get(`${typeName}.${name}`);
      return [name, known ? { ...own, additionalProperties: schemas.add(known.name, known.schema) } : own];
    });
    return { ...schema, properties: Object.fromEntries(typed) };
  }, detailsOf(operations));
  return schemas;
}

function pathsOf(registry: OperationRegistry, schemas: SchemaComponents, tags: Map<string, string>): Paths {
  const paths: Paths = {};
  for (const operation of registry.values()) {
    if (!operation.row.rest) continue;
    tags.set(operation.area.area, operation.area.title);
    describedPaths(operation).forEach((path, index) => {
      (paths[path] ??= {})[operation.row.rest!.method.toLowerCase()] = operationItem(operation, schemas, {
        path,
        index,
      });
    });
  }
  for (const { path, method, ...item } of linkPaths) paths[path] = { ...paths[path], [method]: item };
  return paths;
}

/** The paths of an operation but that below `/a/{appId}`, which the parameter for the app describes. */
function describedPaths({ row }: StoredOperation): string[] {
  const below = `/a/{appId}${row.rest!.path}`;
  return restPaths(row).filter((path) => !row.rest!.needsApp || path !== below);
}

function operationItem(
  operation: StoredOperation,
  schemas: SchemaComponents,
  { path, index }: { path: string; index: number },
): Record<string, unknown> {
  const { row, area, description, access } = operation;
  const input = operation.describeInput(schemas.place);
  const summary = firstSentence(description);
  const tier = access.tier ?? publishedFacts.get(row.name)?.tier;
  return {
    // Each path needs an id of its own; the first one is the operation's name.
    operationId: index === 0 ? row.name : `${row.name}_${index + 1}`,
    summary,
    ...(description === `${summary}.` ? {} : { description }),
    tags: [area.area],
    ...(row.rest!.deprecatedAliases?.includes(path) ? { deprecated: true } : {}),
    parameters: parametersOf(operation, path, input),
    ...requestBodyOf(operation, path, { input, schemas }),
    responses: responsesOf(operation, schemas),
    ...securityOf(access),
    "x-app": appOf(operation),
    ...(row.documented ? { "x-documented": true } : {}),
    "x-operation": row.field,
    ...exampleFacts(operation),
    ...(access.scope ? { "x-scope": access.scope } : {}),
    ...(access.right ? { "x-right": access.right } : {}),
    ...(access.approval ? { "x-approval": access.approval } : {}),
    ...(needsFullToken(access) ? { "x-full-token": true } : {}),
    ...(tier ? { "x-tier": tier } : {}),
    ...(access.cost ? { "x-credits-operation": access.cost } : {}),
    ...(access.limit ? { "x-limit-class": access.limit } : {}),
    ...(row.tool ? { "x-tool": row.tool.name } : {}),
  };
}

/** Security of an operation without its own. */
const anyCredential = [{ bearer: [] }, { apiKey: [] }];

function securityOf(access: Partial<AccessFacts>): Record<string, unknown> {
  if (access.auth === "caller") return {};
  return { security: access.auth === "public" ? [{}] : [{ bearer: [] }] };
}

function firstSentence(text: string): string {
  return (text.split(/(?<=[.!?])\s/)[0] ?? text).replace(/\.$/, "");
}
