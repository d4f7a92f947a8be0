import type { StoredOperation } from "../operations/registry.ts";
import { toolGroups } from "./groups.ts";
import type { Toolset } from "./tool.types.ts";

/** The most tools that agents choose among well at once. */
export const maxToolset = 9;

interface Place {
  app: string;
  group: string;
  toolset: string;
}

/**
 * Puts every tool into a group of its app and into a toolset of at most nine: a group that is larger is parted into what
 * reads and what changes, and these, if need be, into equal parts in the order of the group.
 */
export function placeTools(operations: readonly StoredOperation[]): {
  places: ReadonlyMap<StoredOperation, Place>;
  toolsets: readonly Toolset[];
} {
  const groups = new Map<string, { app: string; group: string; members: StoredOperation[] }>();
  for (const operation of operations) {
    const app = appOf(operation);
    const group = groupOf(operation, app);
    const known = groups.get(`${app} ${group}`) ?? { app, group, members: [] };
    known.members.push(operation);
    groups.set(`${app} ${group}`, known);
  }
  const places = new Map<StoredOperation, Place>();
  const toolsets: Toolset[] = [];
  for (const { app, group, members } of groups.values()) {
    for (const [id, part] of partsOf(group, members)) {
      for (const operation of part) places.set(operation, { app, group, toolset: id });
      const tools = part.map(({ row }) => row.tool!.name);
      toolsets.push({ id, app, group, description: describeSet(group, tools), tools });
    }
  }
  return { places, toolsets };
}

function appOf({ access, area }: StoredOperation): string {
  return access.app ?? area.app ?? "central";
}

function groupOf({ row, area }: StoredOperation, app: string): string {
  const { name, group } = row.tool!;
  return slug(group ?? knownGroup(app, name) ?? area.area);
}

const knownGroups = new Map(
  Object.entries(toolGroups).flatMap(([app, groups]) =>
    Object.entries(groups).flatMap(([group, names]) =>
      names.split(" ").map((name): [string, string] => [`${app} ${name.replace("*", "")}`, group]),
    ),
  ),
);

function knownGroup(app: string, name: string): string | undefined {
  return knownGroups.get(`${app} ${name}`);
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
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

function describeSet(group: string, tools: readonly string[]): string {
  const words = group.replaceAll("-", " ");
  const list = tools.map((name) => name.replaceAll("_", " ")).join(", ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${list}.`;
}
