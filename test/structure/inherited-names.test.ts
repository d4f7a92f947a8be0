import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { parseSync } from "vite";
import { projectPath } from "../../src/project-root.ts";
import { codeFolders } from "./imports.ts";

/**
 * `name in object` and `for (name in object)` see inherited properties, so a client's `constructor` or
 * `__proto__` is mistaken for data. Dictionaries are accessed with `Object.hasOwn` or are Maps; keys come from
 * `Object.keys`. A literal name or a symbol on the left side tests for a shape and is fine.
 */
const allowed = new Map<string, string>();

const folders = [...codeFolders, "packages"];

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** The places in a source where inherited names count. */
function findInherited(path: string, text: string): string[] {
  const found: string[] = [];
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) return value.forEach(look);
    const node = value as Node;
    if (node.type === "ForInStatement" || (node.type === "BinaryExpression" && isDynamicIn(node, text))) {
      found.push(`${path}:${text.slice(0, node.start).split("\n").length}`);
    }
    Object.values(node).forEach(look);
  };
  look(program);
  return found;
}

function isDynamicIn({ operator, left }: Node, text: string): boolean {
  if (operator !== "in") return false;
  const { type, start, end } = left as Node;
  const isName = type === "Literal" || type === "PrivateIdentifier";
  return !isName && !text.slice(start, end).startsWith("Symbol.");
}

test("the scan finds names that count when they are inherited", () => {
  const find = (text: string) => findInherited("a.ts", text);
  expect(find("if (name in table) use(table);")).toEqual(["a.ts:1"]);
  expect(find("const a = 1;\nfor (const key in value) use(key);")).toEqual(["a.ts:2"]);
  expect(find("const isIn = given.name in (table as Record<string, string>);")).toEqual(["a.ts:1"]);
  expect(find("type T = { [K in keyof U]: K }; // name in table")).toEqual([]);
  expect(find('const a = "KeyRenamer" in rewrite || Symbol.iterator in list || #own in it;')).toEqual([]);
});

test("no dictionary lookup can see inherited names", () => {
  const paths = folders.flatMap((folder) =>
    readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /(?<!\.d)\.tsx?$/.test(name) && !name.includes("node_modules"))
      .map((name) => posix.join(folder, name)),
  );
  const places = [...paths, "main.ts"]
    .filter((path) => !allowed.has(path))
    .flatMap((path) => findInherited(path, readFileSync(projectPath(path), "utf8")));
  expect(paths.length).toBeGreaterThan(1_000);
  expect(places).toEqual([]);
});
