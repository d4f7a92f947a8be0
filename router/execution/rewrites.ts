import type { FetchNodePathSegment, FetchRewrite } from "@graphql-hive/router-query-planner";
import type { ResponseObject, TypeTest } from "./execution.types.ts";

/** Changes a value in place, or returns its replacement. */
type Rewrite = <T>(value: T) => T;

type Segment = { key: string } | { test: TypeTest };

/** Compiles rewrites that run in order; null without rewrites. */
export function compileRewrites(
  rewrites: readonly FetchRewrite[] | undefined,
  typeTest: (names: readonly string[]) => TypeTest,
): Rewrite | null {
  if (!rewrites || rewrites.length === 0) return null;
  const compiled = rewrites.map((rewrite) => compileRewrite(rewrite, typeTest));
  return (value) => compiled.reduce((current, rewrite) => rewrite(current), value);
}

/** Response keys that output rewrites rename; error paths follow them. */
export function renamedKeys(rewrites: readonly FetchRewrite[] | undefined): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const rewrite of rewrites ?? []) {
    if (!("KeyRenamer" in rewrite)) continue;
    const last = rewrite.KeyRenamer.path.findLast((segment) => "Key" in segment);
    if (last) renamed.set(last.Key, rewrite.KeyRenamer.renameKeyTo);
  }
  return renamed;
}

function compileRewrite(rewrite: FetchRewrite, typeTest: (names: readonly string[]) => TypeTest): Rewrite {
  if ("KeyRenamer" in rewrite) {
    const { path, renameKeyTo } = rewrite.KeyRenamer;
    const segments = compilePath(path, typeTest);
    return (value) => {
      renameKey(value, segments, 0, renameKeyTo);
      return value;
    };
  }
  const { path, setValueTo } = "ValueSetter" in rewrite ? rewrite.ValueSetter : rewrite;
  const segments = compilePath(path, typeTest);
  return (value) => setValue(value, segments, 0, setValueTo) as typeof value;
}

function compilePath(
  path: readonly FetchNodePathSegment[],
  typeTest: (names: readonly string[]) => TypeTest,
): Segment[] {
  return path.map((segment) =>
    "Key" in segment ? { key: segment.Key } : { test: typeTest(segment.TypenameEquals) },
  );
}

function isOfType(value: ResponseObject, test: TypeTest): boolean {
  const typeName = value["__typename"];
  return typeName === undefined || test(typeName);
}

function renameKey(value: unknown, path: readonly Segment[], index: number, to: string): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) renameKey(item, path, index, to);
    return;
  }
  const segment = path[index];
  if (!segment) return;
  const object = value as ResponseObject;
  if ("test" in segment) {
    if (isOfType(object, segment.test)) renameKey(object, path, index + 1, to);
  } else if (index < path.length - 1) renameKey(object[segment.key], path, index + 1, to);
  else if (Object.hasOwn(object, segment.key)) {
    object[to] = object[segment.key];
    delete object[segment.key];
  }
}

function setValue(value: unknown, path: readonly Segment[], index: number, to: string): unknown {
  const segment = path[index];
  if (!segment) return to;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => setValue(item, path, index, to));
  const object = value as ResponseObject;
  if ("test" in segment)
    return isOfType(object, segment.test) ? setValue(object, path, index + 1, to) : object;
  // A missing key is not created; only the last one is the target of the rewrite.
  if (object[segment.key] === undefined && index < path.length - 1) return object;
  return { ...object, [segment.key]: setValue(object[segment.key], path, index + 1, to) };
}
