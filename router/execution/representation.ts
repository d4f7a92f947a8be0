import type { InputRewrite, RequiresSelection } from "@graphql-hive/router-query-planner";
import type { ResponseObject, TypeTest } from "./execution.types.ts";
import type { EntityKeys } from "./entity-keys.ts";
import { compileRewrites } from "./rewrites.ts";

/**
 * Makes the representation by which a subgraph finds an entity; null when the entity's type is not asked for, or when
 * too little is known of it: nothing but its type name, or none of the subgraph's keys as a whole. No subgraph could find
 * it by that, and some fail for the whole list.
 */
export type MakeRepresentation = (entity: ResponseObject) => ResponseObject | null;

/** Copies fields and returns what it met, as a sum of `valued` and `missing`. */
type Writer = (source: ResponseObject, target: ResponseObject) => number;

/** A field, apart from type names, has a value. */
const valued = 1;
/** A field was not fetched. */
const missing = 2;

/** What a fetch sends of each entity. */
interface EntityNeeds {
  requires?: readonly RequiresSelection[] | null;
  inputRewrites?: readonly InputRewrite[] | null;
}

interface RepresentationScope {
  typeTest(names: readonly string[]): TypeTest;
  entityKeys: EntityKeys;
}

/**
 * Compiles a fetch's `requires`: for an entity, its type name and the key and required fields of its type.
 *
 * A required field is missing when its fetch failed: the others of the same fetch can still be answered, so only an
 * incomplete key keeps an entity from being sent.
 */
export function compileRepresentation(
  { requires, inputRewrites }: EntityNeeds,
  serviceName: string,
  { typeTest, entityKeys }: RepresentationScope,
): MakeRepresentation {
  const parts = (requires ?? []).map((selection) => compileTopLevel(selection, typeTest));
  const rewrite = compileRewrites(inputRewrites ?? [], typeTest);
  return (entity) => {
    const typeName = entity["__typename"];
    if (typeName === undefined || typeName === null) return null;
    const representation: ResponseObject = { __typename: typeName };
    let met = 0;
    for (const { test, write, isKeyless } of parts) {
      if (test(typeName)) met |= write(entity, representation) | (isKeyless ? valued : 0);
    }
    if (!(met & valued)) return null;
    const sent = rewrite ? rewrite(representation) : representation;
    return met & missing && !entityKeys.isComplete(serviceName, sent) ? null : sent;
  };
}

/**
 * Numbers representations so that equal ones get the same number. Most fetches are about entities of one type
 * with one string key: these are compared by its value, and the others by their JSON.
 */
export class RepresentationNumbers {
  #typeName: unknown = null;
  #keyName: string | null = null;
  readonly #byKey = new Map<string, number>();
  #byText: Map<string, number> | null = null;

  /** The number of an equal representation that was there before, or else `next`, which is its own from now on. */
  numberOf(representation: ResponseObject, next: number): number {
    const keyName = onlyKeyOf(representation);
    if (keyName !== null) {
      const typeName = representation["__typename"];
      if (this.#keyName === null) {
        this.#keyName = keyName;
        this.#typeName = typeName;
      }
      if (this.#keyName === keyName && this.#typeName === typeName) {
        return find(this.#byKey, representation[keyName] as string, next);
      }
    }
    return find((this.#byText ??= new Map()), JSON.stringify(representation), next);
  }
}

function find(numbers: Map<string, number>, key: string, next: number): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, next);
  return next;
}

/** The name of the one field besides the type name, where that is a string; null otherwise. */
function onlyKeyOf(representation: ResponseObject): string | null {
  const names = Object.keys(representation);
  if (names.length !== 2) return null;
  const keyName = names[0] === "__typename" ? names[1]! : names[0]!;
  return typeof representation[keyName] === "string" ? keyName : null;
}

function compileTopLevel(
  selection: RequiresSelection,
  typeTest: (names: readonly string[]) => TypeTest,
): { test: TypeTest; write: Writer; isKeyless: boolean } {
  const { test, selections } =
    selection.kind === "InlineFragment"
      ? { test: typeTest([selection.typeCondition]), selections: selection.selections }
      : { test: () => true, selections: [selection] };
  // A key may be the type name alone, of types that have one entity.
  const isKeyless = selections.every((child) => child.kind === "Field" && child.name === "__typename");
  return { test, write: compileSelections(selections, typeTest), isKeyless };
}

function compileSelections(
  selections: readonly RequiresSelection[],
  typeTest: (names: readonly string[]) => TypeTest,
): Writer {
  const writers = selections.map((selection) => compileSelection(selection, typeTest));
  return (source, target) => {
    let met = 0;
    for (const write of writers) met |= write(source, target);
    return met;
  };
}

function compileSelection(
  selection: RequiresSelection,
  typeTest: (names: readonly string[]) => TypeTest,
): Writer {
  if (selection.kind === "FragmentSpread") throw new Error("A plan's requires hold no fragment spreads");
  if (selection.kind === "InlineFragment") {
    const test = typeTest([selection.typeCondition]);
    const write = compileSelections(selection.selections, typeTest);
    return (source, target) => {
      const typeName = source["__typename"];
      return typeName === undefined || test(typeName) ? write(source, target) : 0;
    };
  }
  // A requirement that is not fetched under its own name stands under `name` and is sent as `alias`.
  const from = selection.name;
  const to = selection.alias ?? from;
  if (!selection.selections?.length) {
    const isTypeName = to === "__typename";
    return (source, target) => {
      const value = source[from];
      if (isTypeName) {
        if (value !== undefined) target[to] = value;
        return 0;
      }
      if (value === undefined) return missing;
      target[to] = value;
      return value === null ? 0 : valued;
    };
  }
  const write = compileSelections(selection.selections, typeTest);
  return (source, target) => {
    const value = source[from];
    if (value === undefined) return missing;
    const nested = { met: value === null ? 0 : valued };
    target[to] = projectNested(value, write, nested);
    return nested.met;
  };
}

function projectNested(value: unknown, write: Writer, nested: { met: number }): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => projectNested(item, write, nested));
  const target: ResponseObject = {};
  // Plans omit it from nested objects, but a subgraph needs it to distinguish the members of a union.
  const typeName = (value as ResponseObject)["__typename"];
  if (typeName !== undefined) target["__typename"] = typeName;
  nested.met |= write(value as ResponseObject, target) & missing;
  return target;
}
