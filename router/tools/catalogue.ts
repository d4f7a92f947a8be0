import { memoizeLast } from "../../src/concurrency/memoize-last.ts";
import { mayUseApp } from "../../src/access/principal.ts";
import { ruleFromFacts } from "../../src/access/rule-from-facts.ts";
import { isPublic, refuseReadOnlyKey } from "../../src/access/rules.ts";
import type { CallContext } from "../../src/context.ts";
import type { OperationRegistry } from "../operations/registry.ts";
import { describeTool } from "./describe-tool.ts";
import { placeTools } from "./toolsets.ts";
import type { ToolEntry, Toolset } from "./tool.types.ts";

/** Every tool of the platform. */
export interface ToolCatalogue {
  /** By app, then by name. */
  entries: readonly ToolEntry[];
  /** IDs of the apps that have tools. */
  apps: ReadonlySet<string>;
  toolsets: readonly Toolset[];
  /** The tool of this name, or of this deprecated alias. */
  get(name: string): ToolEntry | undefined;
  /** The present name of a tool that is named by a deprecated alias; null for every other name. */
  successorOf(name: string): string | null;
  /**
   * The tools that a principal may call, by app, then by name, including tools of a plan that the account does
   * not have. Throws the refusal of a principal whose account is closed. Principals with equal rights get the
   * same list object.
   */
  visibleTo(call: CallContext): readonly ToolEntry[];
}

/** Maximum number of cached lists, one per set of rights. */
const maxLists = 500;

/** The tools by app and name. Operations do not change, so they are described once. */
const describeTools = memoizeLast((registry: OperationRegistry) => {
  const operations = [...registry.values()].filter(({ row }) => row.tool);
  const { places, toolsets } = placeTools(operations);
  const entries = operations
    .map((operation) => describeTool(operation, places.get(operation)!))
    .sort((a, b) => compare(a.app, b.app) || compare(a.tool.name, b.tool.name));
  return { entries, toolsets };
});

/** Creates the catalogue of the operations that have a tool. */
export function createToolCatalogue(registry: OperationRegistry): ToolCatalogue {
  const { entries, toolsets } = describeTools(registry);
  const byName = new Map(entries.map((entry) => [entry.tool.name, entry]));
  const byAlias = new Map(
    entries.flatMap((entry) =>
      deprecatedAliasesOf(entry).map((alias): [string, ToolEntry] => [alias, entry]),
    ),
  );
  const lists = new Map<string, readonly ToolEntry[]>();
  return {
    entries,
    apps: new Set(entries.map(({ app }) => app)),
    toolsets,
    get: (name) => byName.get(name) ?? byAlias.get(name),
    successorOf: (name) => byAlias.get(name)?.tool.name ?? null,
    visibleTo: (call) => {
      const refusal = isPublic.check({ ctx: call, parent: null, args: {} });
      if (refusal) throw refusal;
      const rights = rightsOf(call);
      let list = lists.get(rights);
      if (!list) {
        if (lists.size >= maxLists) lists.clear();
        lists.set(rights, (list = entries.filter((entry) => isVisible(entry, call))));
      }
      return list;
    },
  };
}

function deprecatedAliasesOf({ operation }: ToolEntry): readonly string[] {
  return operation.row.tool!.deprecatedAliases ?? [];
}

function isVisible({ operation }: ToolEntry, call: CallContext): boolean {
  const { app, ...access } = operation.access;
  if (app !== undefined && !mayUseApp(call.principal, app)) return false;
  if (operation.kind === "mutation" && refuseReadOnlyKey(call)) return false;
  const refusal = ruleFromFacts(access).check({ ctx: call, parent: null, args: {} });
  return refusal === null || refusal.details["reason"] === "tier_required";
}

/** The principal's properties that `isVisible` depends on. */
function rightsOf({ principal }: CallContext): string {
  const { kind, scopes, appIds, isAdmin, isReadOnly = false, closed = null } = principal;
  const sorted = (names: readonly string[] | "all") => (names === "all" ? names : [...names].sort());
  return JSON.stringify([kind, sorted(scopes), sorted(appIds), isAdmin, isReadOnly, closed]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
