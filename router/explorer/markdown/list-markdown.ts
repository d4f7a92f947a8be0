import { accessLine } from "../access-words.ts";
import type { AreaDocs, ErrorDocs, OverviewDocs, PersistedDocs, TypeSummary } from "../data/docs.types.ts";
import { block, code, document, table } from "./text.ts";

/** The first page as Markdown. */
export function overviewMarkdown({ version, subgraphs, counts }: OverviewDocs): string {
  return document(
    "# Hub platform",
    `Version ${version}: ${subgraphs.length} subgraphs (${subgraphs.join(", ")}), ${counts.types} types, ${counts.rest} REST operations, ${counts.tools} agent tools.`,
    "Three doors to the same operations: GraphQL at `/graphql`, REST (see `/openapi.json`), and agent tools through MCP at `/mcp`.",
    "[REST](/rest.md), [tools](/tools.md), [stored operations](/operations.md), [types](/schema.md), [errors](/errors.md).",
  );
}

/** All REST paths as Markdown, by area. */
export function restListMarkdown(areas: readonly AreaDocs[]): string {
  return document(
    "# REST reference",
    "Per app:",
    [...new Set(areas.flatMap(({ apps }) => apps))]
      .toSorted()
      .map(
        (app) =>
          `- ${app}: [OpenAPI](/openapi/${app}.json), [Postman](/collections/${app}/postman.json), [Bruno](/collections/${app}/bruno.json)`,
      )
      .join("\n"),
    ...areas.flatMap(({ title, operations }) => {
      const rows = operations.filter(({ rest }) => rest);
      if (rows.length === 0) return [];
      return [
        `## ${title}`,
        table(
          ["Path", "Description", "Access"],
          rows.map(({ name, rest, summary, access }) => [
            `[${rest!.method} ${rest!.path}](/rest/${name}.md)`,
            summary,
            accessLine(access),
          ]),
        ),
      ];
    }),
  );
}

/** All agent tools as Markdown. */
export function toolListMarkdown(areas: readonly AreaDocs[]): string {
  const rows = areas.flatMap(({ operations }) => operations).filter(({ tool }) => tool);
  return document(
    "# Agent tools",
    'Call them through MCP at `/mcp`, or as plain JSON: `POST /tools/{name}/call` with `{"arguments": {…}}`.',
    table(
      ["Tool", "Description", "App", "Access"],
      rows.map(({ tool, summary, access }) => [
        `[${tool!.name}](/tools/${tool!.name}.md)`,
        summary,
        tool!.app,
        accessLine(access),
      ]),
    ),
  );
}

/** All stored operations as Markdown. */
export function operationListMarkdown(
  areas: readonly AreaDocs[],
  persisted: readonly PersistedDocs[],
): string {
  const byName = new Map(persisted.map((one) => [one.name, one]));
  return document(
    "# Stored operations",
    table(
      ["Operation", "Kind", "Description", "Id"],
      areas.flatMap(({ operations }) =>
        operations.map(({ name, kind, summary, rest, tool }) => [
          rest ? `[${name}](/rest/${name}.md)` : tool ? `[${name}](/tools/${tool.name}.md)` : name,
          kind,
          summary,
          code(`sha256:${byName.get(name)?.hash ?? ""}`),
        ]),
      ),
    ),
  );
}

/** All types as Markdown. */
export function typeListMarkdown(types: readonly TypeSummary[]): string {
  return document(
    "# Schema",
    table(
      ["Type", "Kind", "Subgraphs", "Description"],
      types.map(({ name, kind, isEntity, subgraphs, summary }) => [
        `[${name}](/schema/${name}.md)`,
        isEntity ? `${kind}, entity` : kind,
        subgraphs.join(", "),
        summary,
      ]),
    ),
  );
}

/** All error codes as Markdown. */
export function errorsMarkdown(errors: readonly ErrorDocs[]): string {
  return document(
    "# Errors",
    table(
      ["Code", "Status", "Cause", "Fix"],
      errors.map(({ code: name, status, cause, fix }) => [code(name), String(status), cause, fix]),
    ),
    "## Example",
    ...errors
      .filter(({ code: name }) => name === "FORBIDDEN")
      .flatMap(({ rest, graphql }) => [
        block("json", JSON.stringify(rest, null, 2)),
        block("json", JSON.stringify(graphql, null, 2)),
      ]),
  );
}
