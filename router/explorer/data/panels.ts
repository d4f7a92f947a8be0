import { print } from "graphql";
import { keyScopes } from "../../../src/access/scopes.ts";
import type { DocsSource } from "./docs-source.ts";
import type { PanelDocs, ScopeDocs } from "./panels.types.ts";

/** The panels of the dashboards by the name of their operation: what each sends, letter by letter. */
function panelDocs({ registry }: Pick<DocsSource, "registry">): Record<string, PanelDocs> {
  const rows = [...registry.values()].flatMap(({ row, kind, rootKey, document, description }) =>
    row.panel
      ? [[row.name, { ...row.panel, kind, rootKey, description, document: print(document) }] as const]
      : [],
  );
  return Object.fromEntries(rows);
}

/** Every scope of keys, with the operations that it allows. */
function scopeDocs({ registry }: Pick<DocsSource, "registry">): ScopeDocs[] {
  const operations = [...registry.values()];
  return keyScopes.map((scope) => ({
    scope,
    unlocks: operations
      .filter(({ access }) => access.scope === scope)
      .map(({ row, rootField, kind }) => ({
        operation: row.name,
        route: row.rest ? `${row.rest.method} ${row.rest.path}` : `${kind} ${rootField.name}`,
      })),
  }));
}

/** Data of the dashboards: the panels, and the operations that each scope allows. */
export function panelFiles(source: DocsSource): [string, unknown][] {
  return [
    ["panels.json", panelDocs(source)],
    ["scopes.json", scopeDocs(source)],
  ];
}
