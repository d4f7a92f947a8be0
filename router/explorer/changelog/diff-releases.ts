import { CriticalityLevel, diff } from "@graphql-inspector/core";
import type { AccessFacts } from "../../../src/access/rules.ts";
import { diffAccess, diffPrice } from "./diff-access.ts";
import type { Change, ChangeLevel, Release, ReleasedOperation } from "./release.types.ts";
import { usesOf, type Uses } from "./uses.ts";

/**
 * All differences between two releases, the most severe first. Besides the schema, it compares rules,
 * prices, routes and tools. Each change lists the affected stored operations.
 */
export async function diffReleases(before: Release, after: Release): Promise<Change[]> {
  const [old, now] = [usesOf(before), usesOf(after)];
  const found = [
    ...(await schemaChanges(old, now)),
    ...ruleChanges(before, after, [old, now]),
    ...doorChanges(before, after),
  ];
  return found.map((change) => withUses(change, { before, after, old, now })).sort(byGravity);
}

type Bare = Omit<Change, "operations" | "doors"> & { operation?: string };

const levels: Record<CriticalityLevel, ChangeLevel> = {
  [CriticalityLevel.Breaking]: "breaking",
  [CriticalityLevel.Dangerous]: "dangerous",
  [CriticalityLevel.NonBreaking]: "safe",
};

async function schemaChanges(old: Uses, now: Uses): Promise<Bare[]> {
  const changes = await diff(old.schema, now.schema);
  return (
    changes
      .filter(({ type }) => !/DESCRIPTION|DIRECTIVE/.test(type))
      // An added or removed type is one change, not one per member.
      .filter(({ path = "" }) => [old, now].every((side) => hasParent(path, side)))
      .map(({ type, path = "schema", message, criticality }) => ({
        id: `${type} ${path}`,
        level: levels[criticality.level],
        area: "schema" as const,
        subject: path,
        message,
      }))
  );
}

/** Whether the type, or the field, that a member belongs to is there. */
function hasParent(path: string, side: Uses): boolean {
  const [type = "", field, argument] = path.split(".");
  if (field === undefined) return true;
  return argument === undefined ? side.schema.getType(type) !== undefined : isIn(`${type}.${field}`, side);
}

/** Compares rules and prices of fields in both releases. Those of new fields are no change. */
function ruleChanges(before: Release, after: Release, sides: readonly Uses[]): Bare[] {
  const [oldRules, newRules] = [rulesOf(before), rulesOf(after)];
  const fields = new Set([...oldRules.keys(), ...newRules.keys()]);
  return [...fields].sort().flatMap((coordinate): Bare[] => {
    if (!sides.every((side) => isIn(coordinate, side))) return [];
    const rule = oldRules.get(coordinate) ?? null;
    const next = newRules.get(coordinate) ?? null;
    const policy = diffAccess(coordinate, rule, next).map((change) => ({
      ...change,
      area: "policy" as const,
    }));
    const price = diffPrice(
      coordinate,
      { rule, prices: before.prices },
      { rule: next, prices: after.prices },
    );
    return [...policy, ...price.map((change) => ({ ...change, area: "prices" as const }))];
  });
}

function rulesOf({ access }: Release): Map<string, Partial<AccessFacts>> {
  return new Map(access.flatMap(({ rule, fields }) => fields.map((field) => [field, rule] as const)));
}

function isIn(coordinate: string, { schema }: Uses): boolean {
  const [typeName, field] = coordinate.split(".") as [string, string];
  const type = schema.getType(typeName);
  return type !== undefined && "getFields" in type && Object.hasOwn(type.getFields(), field);
}

function doorChanges(before: Release, after: Release): Bare[] {
  const changesOf = (word: "route" | "tool", doors: (operation: ReleasedOperation) => readonly string[]) => {
    const [old, now] = [doorsOf(before, doors), doorsOf(after, doors)];
    const kind = word.toUpperCase();
    const gone = [...old].filter(([door]) => !now.has(door));
    const come = [...now].filter(([door]) => !old.has(door));
    const say = (door: string, operation: string, level: ChangeLevel, what: "removed" | "added"): Bare => ({
      id: `${kind}_${what.toUpperCase()} ${door}`,
      level,
      area: "doors",
      subject: door,
      message: `The ${word} ${door} was ${what}.`,
      operation,
    });
    return [
      ...gone.map(([door, name]) => say(door, name, "breaking", "removed")),
      ...come.map(([door, name]) => say(door, name, "safe", "added")),
    ];
  };
  return [
    ...changesOf("route", ({ routes }) => routes),
    ...changesOf("tool", ({ tool, toolAliases = [] }) => (tool === null ? [] : [tool, ...toolAliases])),
  ];
}

/** Each door with the operation behind it. Names of path parameters are no part of a route. */
function doorsOf(
  { operations }: Release,
  doors: (operation: ReleasedOperation) => readonly string[],
): Map<string, string> {
  return new Map(
    Object.entries(operations).flatMap(([name, operation]) =>
      doors(operation).map((door) => [door.replaceAll(/\{\w+\}/g, "{}"), name] as const),
    ),
  );
}

interface Sides {
  before: Release;
  after: Release;
  old: Uses;
  now: Uses;
}

function withUses({ operation, ...change }: Bare, { before, after, old, now }: Sides): Change {
  if (change.level === "safe") return { ...change, operations: [], doors: [] };
  const names = operation
    ? [operation]
    : [...new Set([...old.of(change.subject), ...now.of(change.subject)])];
  const doors = names.flatMap((name) => {
    const found = before.operations[name] ?? after.operations[name];
    return found ? [...found.routes.slice(0, 1), ...(found.tool === null ? [] : [`tool ${found.tool}`])] : [];
  });
  return { ...change, operations: names.sort(), doors };
}

const gravity: Record<ChangeLevel, number> = { breaking: 0, review: 1, dangerous: 2, safe: 3 };

function byGravity(a: Change, b: Change): number {
  return gravity[a.level] - gravity[b.level] || a.id.localeCompare(b.id);
}
