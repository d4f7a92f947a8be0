import type { InputRewrite, RequiresSelection } from "@graphql-hive/router-query-planner";
import type { ResponseObject, TypeTest } from "./execution.types.ts";
import { compileRewrites } from "./rewrites.ts";

/**
 * Creates the representation by which a subgraph finds an entity; null when the fetch does not cover the
 * entity's type.
 */
export type MakeRepresentation = (entity: ResponseObject) => ResponseObject | null;

type Writer = (source: ResponseObject, target: ResponseObject) => void;

/** Compiles a fetch's `requires`: for an entity, its type name and the key and required fields of its type. */
export function compileRepresentation(
  requires: readonly RequiresSelection[],
  rewrites: readonly InputRewrite[],
  typeTest: (names: readonly string[]) => TypeTest,
): MakeRepresentation {
  const parts = requires.map((selection) => compileTopLevel(selection, typeTest));
  const rewrite = compileRewrites(rewrites, typeTest);
  return (entity) => {
    const typeName = entity["__typename"];
    if (typeName === undefined || typeName === null) return null;
    const representation: ResponseObject = { __typename: typeName };
    let isAskedFor = false;
    for (const { test, write } of parts) {
      if (!test(typeName)) continue;
      isAskedFor = true;
      write(entity, representation);
    }
    if (!isAskedFor) return null;
    return rewrite ? rewrite(representation) : representation;
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
): { test: TypeTest; write: Writer } {
  if (selection.kind === "InlineFragment") {
    return {
      test: typeTest([selection.typeCondition]),
      write: compileSelections(selection.selections, typeTest),
    };
  }
  return { test: () => true, write: compileSelections([selection], typeTest) };
}

function compileSelections(
  selections: readonly RequiresSelection[],
  typeTest: (names: readonly string[]) => TypeTest,
): Writer {
  const writers = selections.map((selection) => compileSelection(selection, typeTest));
  return (source, target) => {
    for (const write of writers) write(source, target);
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
      if (typeName === undefined || test(typeName)) write(source, target);
    };
  }
  const from = selection.alias ?? selection.name;
  const to = selection.name;
  if (!selection.selections?.length) {
    return (source, target) => {
      if (source[from] !== undefined) target[to] = source[from];
    };
  }
  const write = compileSelections(selection.selections, typeTest);
  return (source, target) => {
    const value = projectNested(source[from], write);
    if (value !== undefined) target[to] = value;
  };
}

function projectNested(value: unknown, write: Writer): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => projectNested(item, write));
  const target: ResponseObject = {};
  // Plans omit it from nested objects, but a subgraph needs it to distinguish the members of a union.
  const typeName = (value as ResponseObject)["__typename"];
  if (typeName !== undefined) target["__typename"] = typeName;
  write(value as ResponseObject, target);
  return target;
}
