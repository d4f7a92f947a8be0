import type { FlattenNodePathSegment, RequiresSelection } from "@graphql-hive/router-query-planner";
import { isListType, isNonNullType, type GraphQLOutputType } from "graphql";
import type { TypeTest } from "../execution.types.ts";
import {
  CodeWriter,
  giveUp,
  openPlace,
  quote,
  readField,
  refuseNonObject,
  sourcesOf,
} from "./code-writer.ts";
import type { Place, PlacedField } from "./data-places.ts";
import { Unsupported } from "./unsupported.ts";

/** The way to the objects that an entity fetch continues from. */
export interface PlacePath {
  steps: readonly { key: string; from: Place; field: PlacedField }[];
  place: Place;
}

/** Resolves a path of the plan through the fetches that come before. All lists on the way are walked through. */
export function resolvePath(root: Place, path: readonly FlattenNodePathSegment[]): PlacePath {
  const steps: PlacePath["steps"][number][] = [];
  let place = root;
  for (const segment of path) {
    if (segment === "@") continue;
    if ("Field" in segment) {
      const field = place.fields.get(segment.Field);
      if (!field?.place) throw new Unsupported("a path through unknown objects");
      steps.push({ key: segment.Field, from: place, field });
      place = field.place;
    } else if (!segment.TypeCondition.includes(place.type.name)) {
      throw new Unsupported("a path through a type condition");
    }
  }
  return { steps, place };
}

/** A field of a representation. */
export interface KeyField {
  from: string;
  to: string;
}

/** The fields by which a fetch finds entities of a type. */
export function readRequires(
  requires: readonly RequiresSelection[],
  typeName: string,
  typeTest: (names: readonly string[]) => TypeTest,
): KeyField[] {
  const keys = new Map<string, string>();
  const add = (selections: readonly RequiresSelection[]): void => {
    for (const selection of selections) {
      if (selection.kind === "FragmentSpread") throw new Unsupported("a fragment in requires");
      if (selection.kind === "InlineFragment") {
        if (typeTest([selection.typeCondition])(typeName)) add(selection.selections);
        continue;
      }
      if (selection.selections?.length) throw new Unsupported("a nested requirement");
      const to = selection.alias ?? selection.name;
      if (to !== "__typename") keys.set(to, selection.name);
    }
  };
  add(requires);
  if (keys.size === 0) throw new Unsupported("an entity without a key");
  return [...keys].map(([to, from]) => ({ from, to }));
}

export interface CollectedPath extends PlacePath {
  keys: readonly KeyField[];
}

/**
 * Writes the pass that collects an entity fetch's representations: equal ones once, and for each object met the number
 * of its representation.
 */
export function writeCollection(paths: readonly CollectedPath[]): string {
  const writer = new CodeWriter();
  writer.line("const representations = [];");
  writer.line("const known = new Map();");
  const numbers = paths.map((path) => {
    const own = writer.constant("[]");
    writer.startWalk();
    writePath(path, 0, null, { writer, own, isOnlyKey: hasOneKey(paths) });
    return own;
  });
  writer.line(`return { representations, numbers: [${numbers.join(", ")}] };`);
  return writer.body();
}

/** True when the value of one field distinguishes all entities of the fetch. */
function hasOneKey(paths: readonly CollectedPath[]): boolean {
  const kinds = new Set(
    paths.map(({ place, keys }) => [place.type.name, ...keys.map(({ to }) => to)].join(" ")),
  );
  return kinds.size === 1 && paths[0]!.keys.length === 1;
}

interface Target {
  writer: CodeWriter;
  /** The list of the path's representation numbers. */
  own: string;
  isOnlyKey: boolean;
}

function writePath(path: CollectedPath, index: number, object: string | null, target: Target): void {
  const { writer } = target;
  const step = path.steps[index];
  if (!step) return writeEntity(path, object, target);
  const variables = openPlace(writer, step.from, object, new Set(step.field.sources));
  const value = writer.constant(readField(step.key, step.field, variables));
  writeEach(step.field.type, value, writer, (item) => {
    refuseNonObject(writer, item);
    writePath(path, index + 1, item, target);
  });
}

/** Writes loops over the lists of a type; what is null or missing is left out. */
function writeEach(
  type: GraphQLOutputType,
  value: string,
  writer: CodeWriter,
  write: (item: string) => void,
): void {
  if (isNonNullType(type)) return writeEach(type.ofType, value, writer, write);
  writer.line(`if (${value} !== null && ${value} !== undefined) {`);
  if (isListType(type)) {
    writer.line(`if (!Array.isArray(${value})) ${giveUp}`);
    const index = writer.name();
    writer.line(`for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {`);
    writeEach(type.ofType, writer.constant(`${value}[${index}]`), writer, write);
    writer.line("}");
  } else write(value);
  writer.line("}");
}

function writeEntity({ place, keys }: CollectedPath, object: string | null, target: Target): void {
  const { writer, own, isOnlyKey } = target;
  if (object === null) throw new Unsupported("an entity at the root");
  const read = ["__typename", ...keys.map(({ from }) => from)];
  const variables = openPlace(writer, place, object, sourcesOf(place, read));
  const valueOf = (key: string): string => {
    const field = place.fields.get(key);
    if (!field || field.place) throw new Unsupported("a key that no fetch has");
    return writer.constant(readField(key, field, variables));
  };
  const typeName = quote(place.type.name);
  writer.line(`if (${valueOf("__typename")} !== ${typeName}) ${giveUp}`);
  const values = keys.map(({ from, to }) => ({ to, value: valueOf(from) }));
  refuseUnfindable(
    writer,
    values.map(({ value }) => value),
    isOnlyKey,
  );
  const fields = values.map(({ to, value }) => `, ${quote(to)}: ${value}`).join("");
  const texts = values.map(({ to, value }) => `${quote(to)}, ${value}`).join(", ");
  const key = isOnlyKey ? values[0]!.value : `JSON.stringify([${typeName}, ${texts}])`;
  const number = writer.name();
  writer.line(`let ${number} = known.get(${key});`);
  writer.line(`if (${number} === undefined) {`);
  writer.line(`${number} = representations.push({ "__typename": ${typeName}${fields} }) - 1;`);
  writer.line(`known.set(${key}, ${number});`);
  writer.line("}");
  writer.line(`${own}.push(${number});`);
}

/**
 * Writes the checks after which the general executor takes over: a key of an entity has no value, or is missing. A single
 * key is compared by `===`, so it must be text or a finite number.
 */
function refuseUnfindable(writer: CodeWriter, values: readonly string[], isOnlyKey: boolean): void {
  if (isOnlyKey) {
    const [value] = values;
    writer.line(`if (typeof ${value} !== "string" && !Number.isFinite(${value})) ${giveUp}`);
    return;
  }
  writer.line(`if (${values.map((value) => `${value} === undefined`).join(" || ")}) ${giveUp}`);
  writer.line(`if (${values.map((value) => `${value} === null`).join(" && ")}) ${giveUp}`);
}
