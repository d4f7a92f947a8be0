import type { CallContext } from "../../src/context.ts";
import { DomainError, validationError, type FieldFault } from "../../src/errors.ts";
import type { ToolCatalogue } from "./catalogue.ts";
import type { ToolEntry } from "./tool.types.ts";

/** What an agent asked to be shown: by its address, its query or its headers. */
export interface Selection {
  /** Few tools that find and call all others, or the tools themselves. */
  mode: "compact" | "direct";
  /** One app's tools; null for those of all. */
  app: string | null;
  /** Groups or toolsets, and single tools; empty for all. */
  toolsets: readonly string[];
  tools: readonly string[];
  readonly: boolean;
}

export interface SelectionSource {
  /** What follows `/mcp` in the path: nothing, `all` or an app. */
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
  const app = target === null || target === "all" ? null : target;
  if (app !== null && !catalogue.entries.some((entry) => entry.app === app))
    throw new DomainError("NOT_FOUND", `There are no tools of an app ${app}.`);
  const faults: FieldFault[] = [];
  for (const name of Object.keys(query)) {
    if (name !== "toolset")
      faults.push({ path: name, message: "is not a known query parameter", rule: "unknown" });
  }
  const toolsets = [...namesIn(query["toolset"]), ...namesIn(headers["x-mcp-toolsets"])];
  const tools = namesIn(headers["x-mcp-tools"]);
  const knownSets = new Set(
    catalogue.toolsets
      .filter((set) => app === null || set.app === app)
      .flatMap(({ id, group }) => [id, group]),
  );
  for (const name of toolsets.filter((id) => !knownSets.has(id)))
    faults.push({ path: "toolset", message: `there is no toolset ${name}`, rule: "unknown" });
  for (const name of tools.filter((tool) => !isToolOf(catalogue.get(tool), app)))
    faults.push({ path: "x-mcp-tools", message: `there is no tool ${name}`, rule: "unknown" });
  if (faults.length > 0) throw validationError(faults);
  const isNamed = toolsets.length > 0 || tools.length > 0;
  return {
    mode: target === null && !isNamed ? "compact" : "direct",
    app,
    toolsets,
    tools,
    readonly: source.readonly || isTrue(headers["x-mcp-readonly"]),
  };
}

/** The tools of a selection that the caller may call, in the order of the catalogue. */
export function selectTools(
  selection: Selection,
  catalogue: ToolCatalogue,
  call: CallContext,
): readonly ToolEntry[] {
  const { app, toolsets, tools, readonly } = selection;
  const isNamed = toolsets.length > 0 || tools.length > 0;
  return catalogue
    .visibleTo(call)
    .filter(
      (entry) =>
        isToolOf(entry, app) &&
        (!readonly || entry.tool.annotations.readOnlyHint) &&
        (!isNamed ||
          toolsets.includes(entry.toolset) ||
          toolsets.includes(entry.group) ||
          tools.includes(entry.tool.name)),
    );
}

function isToolOf(entry: ToolEntry | undefined, app: string | null): boolean {
  return entry !== undefined && (app === null || entry.app === app);
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
