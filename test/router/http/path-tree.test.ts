import { expect, test } from "vitest";
import { PathTree } from "../../../router/http/path-tree.ts";

const tree = new PathTree<string>();
for (const pattern of ["/", "/a", "/a/:id", "/a/latest", "/a/:id/b", "/a/latest/c", "/files/*"])
  tree.add(pattern, () => pattern);

test.each([
  ["/", "/"],
  ["/a", "/a"],
  ["/a/", "/a"],
  ["/a/1", "/a/:id"],
  ["/a/latest", "/a/latest"],
  ["/a/1/b", "/a/:id/b"],
  // The literal leads nowhere.
  ["/a/latest/b", "/a/:id/b"],
  ["/files/x/y", "/files/*"],
  [`/a/${"x".repeat(100)}`, "/a/:id"],
  [`/a/${"x".repeat(101)}`, null],
  ["/a//b", null],
  ["/b", null],
  ["/A", null],
])("%s belongs to the pattern %s", (path, pattern) => {
  expect(tree.find(path)).toBe(pattern);
});

test("a pattern that is not accepted gives way to the next one", () => {
  expect(tree.find("/a/latest", (pattern) => pattern.includes(":"))).toBe("/a/:id");
  expect(tree.find("/a/latest", () => false)).toBeNull();
});

test("a pattern that is added again keeps its value", () => {
  expect(tree.add("/a/:other", () => "new")).toBe("/a/:id");
});
