import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { codePaths } from "./message-texts.ts";
import { retiredWords } from "./retired-words.ts";

const paths = [
  "main.ts",
  ...codePaths("src", "router", "platform", "subgraphs", "sandbox", "bench", "packages", "test"),
];
const codeOf = (path: string) => readFileSync(projectPath(path), "utf8");
const withoutCode = (text: string) => text.replaceAll(/`[^`]*`/g, "");

/** Comments with a word that the glossary retires. Names in backticks are not read. */
function retiredComments(path: string, code: string): string[] {
  return parseSync(path, code)
    .comments.map(({ value }) => value)
    .filter((text) => retiredWords.test(withoutCode(text)))
    .map((text) => `${path}: ${text.trim()}`);
}

/** Titles of tests with such a word. */
function retiredTitles(path: string, code: string): string[] {
  return [...code.matchAll(/^\s*(?:test|it|describe)(?:\.\w+)*(?:\(.*\))?\(\s*(["'`])(.+?)\1/gm)]
    .map(([, , title]) => title!)
    .filter((title) => retiredWords.test(withoutCode(title)))
    .map((title) => `${path}: ${title}`);
}

const retiredNames =
  /(?:^|[-./])(?:turns|patience|parties|told|tell|hear|heard|judge|judgement|strangers?|wallets?|news|lapsed)(?:[-./]|$)/;

test("no comment has a retired word", () => {
  expect(paths.length).toBeGreaterThan(2_500);
  expect(paths.flatMap((path) => retiredComments(path, codeOf(path)))).toEqual([]);
});

test("no title of a test has a retired word", () => {
  const tests = paths.filter((path) => path.startsWith("test/"));
  expect(tests.flatMap((path) => retiredTitles(path, codeOf(path)))).toEqual([]);
});

test("no file is named by a retired word", () => {
  expect(paths.filter((path) => retiredNames.test(posix.basename(path)))).toEqual([]);
  expect(retiredNames.test("carrier-news.service.ts")).toBe(true);
});

test("a retired word is found in comments and titles, but not in code", () => {
  const code = 'const told = 1; // Whoever asks.\n/** `told` */\ntest("it is told of it", () => {});';
  expect(retiredComments("a.ts", code)).toEqual(["a.ts: Whoever asks."]);
  expect(retiredTitles("a.ts", code)).toEqual(["a.ts: it is told of it"]);
});
