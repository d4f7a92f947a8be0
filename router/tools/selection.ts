import type { CallContext } from "../../src/context.ts";
import { DomainError, validationError, type FieldFault } from "../../src/errors.ts";
import type { ToolCatalogue } from "./catalogue.ts";
import type { ToolEntry } from "./tool.types.ts";

/** An agent's selection: from its URL, its query or its headers. */
export interface Selection {
  /** Few tools that find and call all others, or the tools themselves. */
  mode: "compact" | "direct";
  /** Tools of these apps; null for those of all. */
  apps: readonly string[] | null;
  /** Groups or toolsets, and single tools; empty for all. */
  toolsets: readonly string[];
  tools: readonly string[];
  readonly: boolean;
}

export interface SelectionSource {
  /** The rest of the path after `/mcp`: empty, `all` or an app. */
  target: string | null;
  readonly: boolean;
  query: Record<string, unknown>;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * Reads the selection of a call. Naming toolsets or tools shows them directly, at `/mcp` too. Throws 404 for an app
 * without tools, 400 for a toolset or tool that is not there.
 */
export function readSelection(source: SelectionSource, catalogue: ToolCatalogue): Selection {
  const { target, query, headers } = source;
  const { apps: known } = catalogue;
  const inPath = target === null || target === "all" ? [] : [target];
  if (inPath.some((app) => !known.has(app)))
    throw new DomainError("NOT_FOUND", `Unknown app: ${target}. Find apps with list_apps.`);
  const inQuery = namesIn(query["app"]);
  const apps = inPath.length > 0 ? inPath : inQuery.length > 0 ? inQuery : null;
  const toolsets = [...namesIn(query["toolset"]), ...namesIn(headers["x-mcp-toolsets"])];
  const tools = namesIn(headers["x-mcp-tools"]).map((name) => catalogue.successorOf(name) ?? name);
  const faults: FieldFault[] = Object.keys(query)
    .filter((name) => name !== "toolset" && name !== "app")
    .map((name) => ({ path: name, message: "is not a known query parameter", rule: "unknown" }));
  faults.push(...unknownNames("app", inQuery, (app) => known.has(app)));
  faults.push(...unknownNames("toolset", toolsets, (id) => hasToolset(catalogue, id, apps)));
  faults.push(...unknownNames("x-mcp-tools", tools, (tool) => isToolOf(catalogue.get(tool), apps)));
  if (faults.length > 0) throw validationError(faults);
  const isNamed = inQuery.length > 0 || toolsets.length > 0 || tools.length > 0;
  return {
    mode: target === null && !isNamed ? "compact" : "direct",
    apps,
    toolsets,
    tools,
    readonly: source.readonly || isTrue(headers["x-mcp-readonly"]),
  };
}

function hasToolset({ toolsets }: ToolCatalogue, name: string, apps: readonly string[] | null): boolean {
  return toolsets.some(
    ({ id, group, app }) => (id === name || group === name) && (apps === null || apps.includes(app)),
  );
}

function unknownNames(
  path: string,
  names: readonly string[],
  isKnown: (name: string) => boolean,
): FieldFault[] {
  return names
    .filter((name) => !isKnown(name))
    .map((name) => ({ path, message: `${name} is unknown`, rule: "unknown" }));
}

/** The tools of a selection that the principal may call, in the order of the catalogue. */
export function selectTools(
  selection: Selection,
  catalogue: ToolCatalogue,
  call: CallContext,
): readonly ToolEntry[] {
  const { apps, toolsets, tools, readonly } = selection;
  const isNamed = toolsets.length > 0 || tools.length > 0;
  return catalogue
    .visibleTo(call)
    .filter(
      (entry) =>
        isToolOf(entry, apps) &&
        (!readonly || entry.tool.annotations.readOnlyHint) &&
        (!isNamed ||
          toolsets.includes(entry.toolset) ||
          toolsets.includes(entry.group) ||
          tools.includes(entry.tool.name)),
    );
}

function isToolOf(entry: ToolEntry | undefined, apps: readonly string[] | null): boolean {
  return entry !== undefined && (apps === null || apps.includes(entry.app));
}

function namesIn(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap((text) => (typeof text === "string" ? text.split(",") : []))
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function isTrue(value: string | string[] | undefined): boolean {
  return [value].flat().some((text) => text === "true" || text === "1");
}
