import type { CallContext } from "../../src/context.ts";
import { callTool, callToolReadonly } from "../tools/call-tool.ts";
import type { ToolDoor } from "../tools/door.ts";
import { pageOf, pageSize } from "../tools/pages.ts";
import { selectTools, type Selection } from "../tools/selection.ts";
import type { Tool, ToolEntry } from "../tools/tool.types.ts";
import { shorten, type ShortTool } from "./short-tool.ts";

export interface ToolPage {
  /** The page's tools as JSON text, written out once. */
  toolsJson: string;
  nextCursor?: string;
}

/** The tools that an agent sees in a selection: the list in pages, and membership of a tool. */
export interface ToolLists {
  page(selection: Selection, call: CallContext, cursor: string | undefined): ToolPage;
  /** Also for the deprecated alias of a tool in the list. */
  has(selection: Selection, call: CallContext, name: string): boolean;
}

interface List {
  id: string;
  tools: readonly Pick<Tool, "name">[];
  names: ReadonlySet<string>;
  /** Texts of pages by the cursor that leads to them. */
  texts: Map<string, string>;
}

/** The compact list: tools that find, describe and call all others. */
const compactNames = [
  "search_tools",
  "describe_tools",
  callTool.name,
  callToolReadonly.name,
  "list_apps",
  "get_job",
];
/** Operations in the compact list: the remaining balance, and files for other tools. */
export const compactOperations = ["get_credit_balance", "upload_file"];

/**
 * Creates each list once for principals with equal rights. A list depends on rights and URL only, never on the
 * request.
 */
export function createToolLists(door: ToolDoor): ToolLists {
  const made = new WeakMap<readonly ToolEntry[], Map<string, List>>();
  const listOf = (selection: Selection, call: CallContext): List => {
    const visible = door.catalogue.visibleTo(call);
    const lists = made.get(visible) ?? new Map<string, List>();
    made.set(visible, lists);
    const id = JSON.stringify(selection);
    let list = lists.get(id);
    if (!list) {
      if (lists.size >= 200) lists.clear();
      const tools =
        selection.mode === "compact" ? compact(door, selection, call) : direct(door, selection, call);
      lists.set(id, (list = { id, tools, names: new Set(tools.map(({ name }) => name)), texts: new Map() }));
    }
    return list;
  };
  return {
    page: (selection, call, cursor) => {
      const { id, tools, texts } = listOf(selection, call);
      const page = pageOf(tools, { cursor, size: pageSize, list: id, nameOf: ({ name }) => name });
      let toolsJson = texts.get(cursor ?? "");
      if (toolsJson === undefined) texts.set(cursor ?? "", (toolsJson = JSON.stringify(page.items)));
      return { toolsJson, ...(page.nextCursor === null ? {} : { nextCursor: page.nextCursor }) };
    },
    has: (selection, call, name) =>
      listOf(selection, call).names.has(door.catalogue.successorOf(name) ?? name),
  };
}

function compact({ platform, catalogue }: ToolDoor, { readonly }: Selection, call: CallContext): ShortTool[] {
  const own = compactNames.flatMap((name) => platform.get(name) ?? []);
  const visible = new Set(catalogue.visibleTo(call));
  const operations = compactOperations.flatMap((name) => {
    const entry = catalogue.get(name);
    return entry && visible.has(entry) ? [entry.tool] : [];
  });
  const shown = [...own, ...operations].filter(({ annotations }) => !readonly || annotations.readOnlyHint);
  return shown.map(shorten);
}

/** The tools themselves; for tools that start background work, the tool that follows it as well. */
function direct({ platform, catalogue }: ToolDoor, selection: Selection, call: CallContext): Tool[] {
  const entries = selectTools(selection, catalogue, call);
  const follows = entries.some(({ operation }) => operation.row.tool!.job) ? [platform.get("get_job")!] : [];
  return [...entries.map(({ tool }) => tool), ...follows].sort(byAppAndName);
}

function byAppAndName(a: Tool, b: Tool): number {
  const [one, other] = [a, b].map(({ name, _meta }) => `${String(_meta?.["hub/app"])} ${name}`);
  return one! < other! ? -1 : 1;
}
