import { expect, test } from "vitest";
import { readSource } from "./imports.ts";
import { largestFolders, measureRooms } from "./rooms.ts";

const files = [
  readSource("a/x/one.ts", 'import { b } from "../y/two.ts";\nimport { c } from "./three.ts";'),
  readSource("a/x/three.ts", 'import { b } from "../y/two.ts";\nimport z from "zod";'),
  readSource("a/y/two.ts", 'import { c } from "../x/three.ts";'),
  readSource("a/four.ts", 'import { b } from "./y/two.ts";'),
  readSource("b/five.ts", 'import { b } from "../a/y/two.ts";'),
];

test("a level's rooms, arrows and mutual pairs are counted once each, whatever the number of imports", () => {
  expect(measureRooms(files, "a")).toEqual({ folder: "a", rooms: 3, arrows: 3, mutual: ["x → y"] });
});

test("folders are ordered by how many files they hold themselves", () => {
  expect(largestFolders(files, 2)).toEqual([
    ["a/x", 2],
    ["a/y", 1],
  ]);
});
