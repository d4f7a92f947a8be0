import { readFileSync } from "node:fs";
import { parse } from "graphql";
import { expect, test } from "vitest";
import { createCompiledExecutor } from "../../../router/execution/executor.ts";
import { createLibraryExecutor } from "../../../router/execution/library-executor.ts";
import { copyValue, mergeInto } from "../../../router/execution/merge.ts";
import { projectPath } from "../../../src/project-root.ts";
import { withoutPollution } from "../../support/global-objects.ts";

const hostile = (): Record<string, unknown> =>
  JSON.parse('{"id": 1, "__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 2}}}');

test("a key of a subgraph's response never reaches a prototype", async () => {
  await withoutPollution(async () => {
    const target: Record<string, unknown> = { inner: { id: 0 }, list: [{ a: 1 }] };
    mergeInto(target, { inner: hostile(), list: [hostile()], ...hostile() });
    mergeInto(target, hostile());
    const own = { id: 1, constructor: { prototype: { polluted: 2 } } };
    expect(JSON.stringify(target)).toBe(JSON.stringify({ inner: own, list: [{ a: 1, ...own }], ...own }));
    expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
    const copy = copyValue({ inner: [hostile()] });
    expect(JSON.stringify(copy)).toBe(JSON.stringify({ inner: [own] }));
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

test("what an object inherits is not taken for data that was there before", () => {
  const target: Record<string, unknown> = {};
  mergeInto(target, { toString: { a: 1 }, valueOf: [1] });
  expect(Object.entries(target)).toEqual([
    ["toString", { a: 1 }],
    ["valueOf", [1]],
  ]);
});

test("the executor is safe without the door: every alias is answered as a key of its own", async () => {
  const sdl = readFileSync(projectPath("schema", "supergraph.graphql"), "utf8");
  const answer = {
    data: { a0: { id: "1" }, a1: { a0: "2", a2: "3" } },
  };
  const executor = await createCompiledExecutor(sdl, new Map([["hub", () => answer]]));
  const document = parse("{ __proto__: me { id } constructor: me { __proto__: id toString: id } }");
  await withoutPollution(async () => {
    const result = await executor.execute({ document, variables: {}, call: {} as never });
    expect(JSON.stringify(result)).toBe(
      '{"data":{"__proto__":{"id":"1"},"constructor":{"__proto__":"2","toString":"3"}}}',
    );
  });
});

test("the library executor rejects aliases that every object inherits, and takes others", async () => {
  const sdl = readFileSync(projectPath("schema", "supergraph.graphql"), "utf8");
  const executor = await createLibraryExecutor(sdl, new Map());
  const prepare = (query: string) => executor.prepare({ document: parse(query) });
  for (const alias of ["constructor", "__proto__"])
    expect(() => prepare(`{ me { ${alias}: id } }`)).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR" }),
    );
  expect(prepare("{ me { id own: id } }")).toMatchObject({ plan: null });
});
