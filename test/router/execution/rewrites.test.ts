import type { FetchRewrite } from "@graphql-hive/router-query-planner";
import { describe, expect, test } from "vitest";
import { compileRewrites } from "../../../router/execution/rewrites.ts";

const typeTest = (names: readonly string[]) => (name: unknown) => names.includes(name as string);
const rewrite = (value: unknown, ...rewrites: object[]) =>
  compileRewrites(rewrites as FetchRewrite[], typeTest)!(value);
const keys = (...names: string[]) => names.map((Key) => ({ Key }));

describe("a key that is renamed", () => {
  const rename = (...path: object[]) => ({ KeyRenamer: { path, renameKeyTo: "name" } });

  test("is renamed in every object of lists of lists, and stays where it is missing", () => {
    const data = {
      shelves: [
        [{ own: 1 }, null],
        [{ other: 2 }, 3],
      ],
    };
    expect(rewrite(data, rename(...keys("shelves", "own")))).toStrictEqual({
      shelves: [
        [{ name: 1 }, null],
        [{ other: 2 }, 3],
      ],
    });
  });

  test("is renamed in objects of the types of the path, and in those without a type name", () => {
    const data = { found: [{ __typename: "Book", own: 1 }, { __typename: "Tool", own: 2 }, { own: 3 }] };
    const path = [...keys("found"), { TypenameEquals: ["Book"] }, ...keys("own")];
    expect(rewrite(data, rename(...path))).toStrictEqual({
      found: [{ __typename: "Book", name: 1 }, { __typename: "Tool", own: 2 }, { name: 3 }],
    });
  });

  test("a path that ends with a type changes nothing", () => {
    const data = { found: { __typename: "Book", own: 1 } };
    expect(rewrite(data, rename(...keys("found"), { TypenameEquals: ["Book"] }))).toStrictEqual(data);
  });

  test("nulls and scalars on the path stay as they are", () => {
    expect(rewrite({ found: null }, rename(...keys("found", "own")))).toStrictEqual({ found: null });
    expect(rewrite({ found: "own" }, rename(...keys("found", "own")))).toStrictEqual({ found: "own" });
  });
});

describe("a value that is set", () => {
  const set = (...path: object[]) => ({ ValueSetter: { path, setValueTo: "Book" } });

  test("is set in every object of a list, without changing the original", () => {
    const data = { found: [{ __typename: "Item", id: 1 }, null, "text"] };
    const before = structuredClone(data);
    expect(rewrite(data, set(...keys("found", "__typename")))).toStrictEqual({
      found: [{ __typename: "Book", id: 1 }, null, "text"],
    });
    expect(data).toStrictEqual(before);
  });

  test("is set in objects of the types of the path only", () => {
    const path = [{ TypenameEquals: ["Item"] }, ...keys("__typename")];
    expect(rewrite({ __typename: "Item" }, set(...path))).toStrictEqual({ __typename: "Book" });
    expect(rewrite({ __typename: "Tool" }, set(...path))).toStrictEqual({ __typename: "Tool" });
  });

  test("a missing object on the path is not created, a missing last key is", () => {
    expect(rewrite({ id: 1 }, set(...keys("found", "__typename")))).toStrictEqual({ id: 1 });
    expect(rewrite({ id: 1 }, set(...keys("__typename")))).toStrictEqual({ id: 1, __typename: "Book" });
  });
});

test("rewrites run in their order, and no rewrites are none", () => {
  const renamed = { KeyRenamer: { path: keys("a"), renameKeyTo: "b" } };
  const again = { KeyRenamer: { path: keys("b"), renameKeyTo: "c" } };
  expect(rewrite({ a: 1 }, renamed, again)).toStrictEqual({ c: 1 });
  expect(compileRewrites([], typeTest)).toBeNull();
  expect(compileRewrites(undefined, typeTest)).toBeNull();
});
