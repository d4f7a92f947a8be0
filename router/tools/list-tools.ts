import { validationError, type FieldFault } from "../../src/errors.ts";
import type { ToolDoor } from "./door.ts";
import { pageOf } from "./pages.ts";
import type { ToolEntry } from "./tool.types.ts";

/** Filters of a catalogue request. */
export interface ToolQuery {
  count: boolean;
  app?: string | undefined;
  kind?: string | undefined;
  toolset?: string | undefined;
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

const maxLimit = 1000;
const known = new Set(["count", "app", "kind", "toolset", "q", "limit", "cursor"]);

/** Reads `GET /tools`; in the path form of an app, that app. Throws all faults together. */
export function readToolQuery(raw: Record<string, unknown>, appId: string | null): ToolQuery {
  const faults: FieldFault[] = [];
  for (const [name, value] of Object.entries(raw)) {
    if (!known.has(name))
      faults.push({ path: name, message: "is not a known query parameter", rule: "unknown" });
    else if (typeof value !== "string")
      faults.push({ path: name, message: "must be given once", rule: "single" });
  }
  const text = raw as Record<string, string | undefined>;
  const limit = text["limit"] ?? String(maxLimit);
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > maxLimit)
    faults.push({ path: "limit", message: `must be from 1 to ${maxLimit}`, rule: "range" });
  if (!["query", "mutation", undefined].includes(text["kind"]))
    faults.push({ path: "kind", message: "must be one of query, mutation", rule: "enum" });
  if (!["", "true", "false", undefined].includes(text["count"]))
    faults.push({ path: "count", message: "must be a boolean", rule: "type" });
  if (faults.length > 0) throw validationError(faults);
  const { app = appId ?? undefined, kind, toolset, q, cursor } = text;
  const count = text["count"] !== undefined && text["count"] !== "false";
  return { count, app, kind, toolset, q, limit: Number(limit), cursor };
}

/** One page of the tools that fit, by app and name; with words, the best first. */
export function listTools(
  visible: readonly ToolEntry[],
  { app, kind, toolset, q, limit, cursor }: ToolQuery,
  { search }: Pick<ToolDoor, "search">,
): { tools: unknown[]; total: number; nextCursor: string | null } {
  const fitting = visible.filter(
    (entry) =>
      (app === undefined || entry.app === app) &&
      (kind === undefined || entry.operation.kind === kind) &&
      (toolset === undefined || entry.toolset === toolset || entry.group === toolset),
  );
  const found = q === undefined ? fitting : rank(fitting, q, search);
  const list = JSON.stringify([app, kind, toolset, q]);
  const { items, nextCursor } = pageOf(found, { cursor, size: limit, list, nameOf: ({ tool }) => tool.name });
  return { tools: items.map(showEntry), total: found.length, nextCursor };
}

/** How many tools there are, in all and by app and kind: counted, so that no page needs to say it. */
export function countTools(visible: readonly ToolEntry[]): Record<string, unknown> {
  const apps: Record<string, number> = {};
  let queries = 0;
  for (const { app, operation } of visible) {
    apps[app] = (apps[app] ?? 0) + 1;
    if (operation.kind === "query") queries += 1;
  }
  return { total: visible.length, queries, mutations: visible.length - queries, apps };
}

export function showEntry({ tool, app, toolset, operation }: ToolEntry): Record<string, unknown> {
  return { ...tool, app, toolset, kind: operation.kind };
}

function rank(entries: readonly ToolEntry[], q: string, search: ToolDoor["search"]): ToolEntry[] {
  const byName = new Map(entries.map((entry) => [entry.tool.name, entry]));
  return search.find(q, (name) => byName.has(name)).map((name) => byName.get(name)!);
}
