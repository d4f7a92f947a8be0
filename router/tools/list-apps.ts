import type { CallContext } from "../../src/context.ts";
import type { ToolCatalogue } from "./catalogue.ts";

export interface AppTools {
  appId: string;
  tools: number;
  toolsets: { id: string; description: string; tools: number }[];
}

/** The apps with tools that a principal may call, and their toolsets, in the order of the catalogue. */
export function listApps(catalogue: ToolCatalogue, call: CallContext): AppTools[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { app, toolset } of catalogue.visibleTo(call)) {
    const own = counts.get(app) ?? new Map<string, number>();
    counts.set(app, own.set(toolset, (own.get(toolset) ?? 0) + 1));
  }
  const about = new Map(catalogue.toolsets.map((set) => [`${set.app} ${set.id}`, set.description]));
  return [...counts].map(([appId, own]) => ({
    appId,
    tools: [...own.values()].reduce((sum, count) => sum + count, 0),
    toolsets: [...own].map(([id, tools]) => ({ id, description: about.get(`${appId} ${id}`)!, tools })),
  }));
}
