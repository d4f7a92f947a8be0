import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CallContext } from "../../src/context.ts";
import type { ToolDoor } from "../tools/door.ts";
import type { Selection } from "../tools/selection.ts";
import type { ToolEntry } from "../tools/tool.types.ts";
import type { ToolLists } from "./tool-lists.ts";
import { toCallResult } from "./tool-result.ts";

/** Who answers. */
export const serverInfo = (version: string) => ({ name: "hub-platform", title: "Hub platform", version });

/**
 * The result of a read-only tool, without a server; null for any other or unknown tool. It runs without
 * confirmation.
 */
export async function callReadingTool(
  { tools, lists, publicUrl }: { tools: ToolDoor; lists: ToolLists; publicUrl: string },
  { call, selection }: { call: CallContext; selection: Selection },
  { name, args }: { name: string; args: Record<string, unknown> },
): Promise<CallToolResult | null> {
  const entry = tools.catalogue.get(name);
  if (!entry?.tool.annotations.readOnlyHint || entry.asksFirst || !lists.has(selection, call, name))
    return null;
  try {
    const result = await tools.run({ kind: "operation", entry, args, calledAs: name }, call);
    return withAliasHint(toCallResult(result, publicUrl), { entry, calledAs: name });
  } catch (thrown) {
    return toCallResult(tools.refuse(thrown, call), publicUrl);
  }
}

/** The result of a call by a deprecated alias says so in its `_meta`. */
export function withAliasHint(
  result: CallToolResult,
  { entry, calledAs }: { entry: ToolEntry; calledAs: string },
): CallToolResult {
  const { name } = entry.tool;
  return calledAs === name
    ? result
    : { ...result, _meta: { "hub/deprecated": { name: calledAs, successor: name } } };
}
