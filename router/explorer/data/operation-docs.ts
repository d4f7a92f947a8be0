import { createHash } from "node:crypto";
import { print } from "graphql";
import { buildOpenApi } from "../../openapi/openapi.ts";
import type { StoredOperation } from "../../operations/registry.ts";
import { standardSchema } from "../../schema/json-schema.ts";
import { outputSchema } from "../../operations/output-schema.ts";
import { appOf } from "../../tools/toolsets.ts";
import type { DocsSource } from "./docs-source.ts";
import type {
  AccessDocs,
  AreaDocs,
  AreaLinks,
  OperationDocs,
  OperationSummary,
  PersistedDocs,
  PersistedList,
  ToolDocs,
} from "./docs.types.ts";
import { choiceMeanings } from "./choice-meanings.ts";
import { exampleDocs } from "./operation-example.ts";
import { errorsOf } from "./operation-errors.ts";
import { firstSentence } from "./first-sentence.ts";
import { readsOf } from "./reach.ts";
import { restDocs, type OpenApiParts } from "./rest-docs.ts";

/** All operations by area, as lists show them. */
export function areaDocs(source: DocsSource): AreaDocs[] {
  const areas = new Map<string, OperationSummary[]>();
  const titles = new Map<string, string>();
  const apps = new Map<string, Set<string>>();
  for (const operation of source.registry.values()) {
    const { area, title } = operation.area;
    titles.set(area, title);
    const known = apps.get(area) ?? new Set();
    apps.set(area, operation.row.rest ? known.add(appOf(operation)) : known);
    areas.set(area, [...(areas.get(area) ?? []), summarize(operation, source)]);
  }
  return [...areas].map(([area, operations]) => ({
    area,
    title: titles.get(area)!,
    apps: [...apps.get(area)!],
    operations,
  }));
}

/** The operations of an area, as the navigation shows them. */
export function areaLinks({ title, operations }: AreaDocs): AreaLinks {
  return {
    title,
    operations: operations.map(({ name, rest, tool }) => ({
      name,
      rest: rest && { method: rest.method, path: rest.path },
      tool: tool?.name ?? null,
    })),
  };
}

/** The operation of each tool, one file each. */
export function* toolFiles({ registry }: DocsSource): Generator<readonly [string, { operation: string }]> {
  for (const { row } of registry.values()) {
    if (row.tool) yield [`tools/${row.tool.name}.json`, { operation: row.name }];
  }
}

/** The stored documents with their ids. */
export function persistedDocs({ registry, schema }: DocsSource): PersistedDocs[] {
  return [...registry.values()].map((operation) => {
    const reads = readsOf(operation, schema);
    const types = new Set(reads.map((coordinate) => coordinate.split(".")[0]));
    return { name: operation.row.name, hash: hashOf(operation), fields: reads.length, types: types.size };
  });
}

/** Distinguishes the documents of a list. */
const listedHashLength = 7;

/** The stored documents in the order of the areas' operations. */
export function persistedList(
  areas: readonly AreaDocs[],
  documents: readonly PersistedDocs[],
): PersistedList {
  const byName = new Map(documents.map((document) => [document.name, document]));
  const inOrder = areas.flatMap(({ operations }) => operations.map(({ name }) => byName.get(name)!));
  return {
    hashes: inOrder.map(({ hash }) => hash.slice(0, listedHashLength)),
    fields: inOrder.map(({ fields }) => fields),
  };
}

/** The id that the GraphQL door knows a stored document by: the digest of its text as it is printed. */
function hashOf({ document }: StoredOperation): string {
  return createHash("sha256").update(print(document)).digest("hex");
}

/** Everything about each operation, one file each. */
export function* operationFiles(source: DocsSource): Generator<readonly [string, OperationDocs]> {
  const openApi = buildOpenApi(source.registry, {
    version: source.version,
    serverUrl: "",
  }) as unknown as OpenApiParts;
  for (const operation of source.registry.values()) {
    yield [`operations/${operation.row.name}.json`, describeOperation(operation, source, openApi)];
  }
}

function summarize(operation: StoredOperation, { facts, tools }: DocsSource): OperationSummary {
  const { row, kind, area, description } = operation;
  const coordinate = `${kind === "query" ? "Query" : "Mutation"}.${operation.rootField.name}`;
  const tool = row.tool && tools.get(row.tool.name);
  return {
    name: row.name,
    kind,
    coordinate,
    subgraph: facts.ownerOf(...(coordinate.split(".") as [string, string])) ?? "",
    area: area.area,
    summary: firstSentence(description),
    documented: row.documented,
    access: accessDocs(operation),
    rest: row.rest
      ? {
          method: row.rest.method,
          path: row.rest.path,
          others: [...(row.rest.aliases ?? []), ...(row.rest.deprecatedAliases ?? [])],
        }
      : null,
    tool: tool ? { name: tool.tool.name, app: tool.app, group: tool.group } : null,
  };
}

function describeOperation(
  operation: StoredOperation,
  source: DocsSource,
  openApi: OpenApiParts,
): OperationDocs {
  const { rest: _rest, tool: _tool, ...summary } = summarize(operation, source);
  const { row, area, description, document, rootKey, inputSchema } = operation;
  return {
    ...summary,
    areaTitle: area.title,
    hash: hashOf(operation),
    description,
    family: row.family,
    document: print(document),
    rootKey,
    input: standardSchema(inputSchema),
    output: standardSchema(outputSchema(operation)),
    meanings: choiceMeanings(operation, source.schema),
    ...exampleDocs(operation),
    rest: restDocs(operation, openApi),
    tool: toolDocs(operation, source),
    errors: errorsOf(operation, source.scan),
    reads: readsOf(operation, source.schema),
  };
}

/** Requirements of a request, including the signature of a webhook's sender. */
function accessDocs({ access, row }: StoredOperation): AccessDocs {
  const signatureHeader = row.rest?.rawBody?.signatureHeader;
  return { ...access, auth: access.auth!, ...(signatureHeader ? { signatureHeader } : {}) };
}

function toolDocs({ row }: StoredOperation, { tools }: DocsSource): ToolDocs | null {
  const entry = row.tool && tools.get(row.tool.name);
  if (!entry) return null;
  const { tool, app, group, toolset, asksFirst } = entry;
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    app,
    group,
    toolset,
    input: tool.inputSchema,
    output: standardSchema(tool.outputSchema),
    hints: {
      readOnly: readOnlyHint,
      destructive: destructiveHint,
      idempotent: idempotentHint,
      openWorld: openWorldHint,
    },
    asksFirst,
  };
}
