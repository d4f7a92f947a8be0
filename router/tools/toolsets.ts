import type { StoredOperation } from "../operations/registry.ts";
import { groupPosition, groupTitle } from "../operations/tool-groups.ts";
import type { Toolset } from "./tool.types.ts";

/** The number of tools up to which agents choose reliably. */
export const maxToolset = 9;

/** Where a tool is listed. */
export interface Place {
  app: string;
  group: string;
  toolset: string;
  /** Its position in its app: by group, then in the order of the rows. */
  position: number;
}

/**
 * Puts every tool into the group of its row and into a toolset of at most nine: a larger group is split into queries and
 * mutations, and these, if need be, into equal parts in the order of the rows. Throws with every tool whose group its app
 * does not have.
 */
export function placeTools(operations: readonly StoredOperation[]): {
  places: ReadonlyMap<StoredOperation, Place>;
  toolsets: readonly Toolset[];
} {
  const places = new Map<StoredOperation, Place>();
  const toolsets: Toolset[] = [];
  const positions = new Map<string, number>();
  for (const { app, group, title, members } of groupsOf(operations)) {
    const first = positions.get(app) ?? 0;
    positions.set(app, first + members.length);
    for (const [id, part] of partsOf(group, members)) {
      for (const operation of part)
        places.set(operation, { app, group, toolset: id, position: first + members.indexOf(operation) });
      const tools = part.map(({ row }) => row.tool!.name);
      toolsets.push({ id, app, group, description: describeSet(title, tools), tools });
    }
  }
  return { places, toolsets };
}

interface Group {
  app: string;
  group: string;
  title: string;
  members: StoredOperation[];
}

function groupsOf(operations: readonly StoredOperation[]): Group[] {
  const groups = new Map<string, Group>();
  const unknown: string[] = [];
  for (const operation of operations) {
    const app = appOf(operation);
    const { name, group } = operation.row.tool!;
    const title = groupTitle(app, group);
    if (title === null) {
      unknown.push(`${name}: the app ${app} has no tool group ${group}`);
      continue;
    }
    const known = groups.get(`${app} ${group}`) ?? { app, group, title, members: [] };
    known.members.push(operation);
    groups.set(`${app} ${group}`, known);
  }
  if (unknown.length > 0) throw new Error(`Tools do not fit their groups:\n  ${unknown.join("\n  ")}`);
  return [...groups.values()].sort((a, b) => groupPosition(a.app, a.group) - groupPosition(b.app, b.group));
}

/** The app that lists an operation's tool. */
export function appOf({ access, area }: Pick<StoredOperation, "access" | "area">): string {
  return access.app ?? area.app ?? "central";
}

function partsOf(group: string, members: readonly StoredOperation[]): [string, readonly StoredOperation[]][] {
  if (members.length <= maxToolset) return [[group, members]];
  const reads = members.filter(({ kind }) => kind === "query");
  const changes = members.filter(({ kind }) => kind === "mutation");
  return [...equalParts(`${group}-read`, reads), ...equalParts(`${group}-change`, changes)];
}

function equalParts(id: string, members: readonly StoredOperation[]): [string, readonly StoredOperation[]][] {
  const count = Math.ceil(members.length / maxToolset);
  const size = Math.ceil(members.length / count);
  return Array.from({ length: count }, (_, index) => [
    index === 0 ? id : `${id}-${index + 1}`,
    members.slice(index * size, (index + 1) * size),
  ]);
}

function describeSet(title: string, tools: readonly string[]): string {
  return `${title}: ${tools.map((name) => name.replaceAll("_", " ")).join(", ")}.`;
}
