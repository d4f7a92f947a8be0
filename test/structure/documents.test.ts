import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { retiredWords } from "./retired-words.ts";

/** Where a document may be: the map, the documents that stay at the top, and the folders by reader. */
const places =
  /^docs\/(?:(?:README|glossary|performance|security|testing|api-changes)\.md|(?:guides|maintainers|decisions)\/[\w-]+\.md|guides\/identity-providers\/[\w-]+\.md|examples\/[\w-]+\/README\.md)$/;

const documents = readdirSync(projectPath("docs"), { recursive: true })
  .map((name) => `docs/${String(name)}`)
  .filter((path) => path.endsWith(".md"))
  .sort();
const decisions = documents.filter((path) => /^docs\/decisions\/\d{4}-/.test(path));
const textOf = (path: string) => readFileSync(projectPath(path), "utf8");
const statusLine = /^Status: (?:accepted|(?:superseded|amended) by (\d{4}(?:(?:, | and )\d{4})*))$/;

/** The text that people read: without code spans, and of code blocks only the comments of shells. */
function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/^```[^\n]*\n[\s\S]*?^```$/gm, (block) => (block.match(/^# .*$/gm) ?? []).join("\n"))
    .replaceAll(/^ {4}.*$/gm, "")
    .replaceAll(/`[^`]*`/g, "");
}

/** Headings as GitHub links to them. */
function anchorsIn(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading!.toLowerCase());
  return new Set(headings.map((heading) => heading.replaceAll(/[^\w\- ]/g, "").replaceAll(" ", "-")));
}

/** Relative links of a document that lead nowhere. */
function brokenLinks(path: string, markdown: string): string[] {
  const links = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file, anchor] = link.split("#");
      const target = file ? posix.join(posix.dirname(path), file) : path;
      if (!existsSync(projectPath(target))) return true;
      return anchor !== undefined && !anchorsIn(textOf(target)).has(anchor);
    })
    .map((link) => `${path}: ${link}`);
}

/** Words of a document that the glossary retires. The glossary's own column of retired words does not count. */
function retiredIn(path: string, markdown: string): string[] {
  const text = path === "docs/glossary.md" ? markdown.replaceAll(/\|[^|\n]*\|$/gm, "|") : markdown;
  return proseOf(text)
    .split("\n")
    .flatMap((line) => retiredWords.exec(line)?.[0] ?? [])
    .map((word) => `${path}: ${word}`);
}

/** What is wrong with the lines below the title of a decision record. */
function faultOfHeader(path: string, markdown: string): string[] {
  const [title = "", , status = "", , date = ""] = markdown.split("\n");
  const number = posix.basename(path).slice(0, 4);
  const faults = [
    ...(title.startsWith(`# ${number} `) ? [] : ["title"]),
    ...(statusLine.test(status) ? [] : ["status"]),
    ...(/^Date: \d{4}-\d{2}-\d{2}$/.test(date) ? [] : ["date"]),
    ...(statusLine.exec(status)?.[1]?.match(/\d{4}/g) ?? []).filter(
      (other) => !decisions.some((name) => name.startsWith(`docs/decisions/${other}-`)),
    ),
  ];
  return faults.map((fault) => `${path}: ${fault}`);
}

test("every document is in a known place", () => {
  expect(documents.length).toBeGreaterThan(80);
  expect(documents.filter((path) => !places.test(path))).toEqual([]);
  expect(places.test("docs/limits.md")).toBe(false);
});

test("the map links to every document except decision records and single identity providers", () => {
  const linked = [...textOf("docs/README.md").matchAll(/\]\(([\w/-]+\.md)\)/g)].map(
    ([, link]) => `docs/${link}`,
  );
  const expected = documents.filter(
    (path) =>
      path !== "docs/README.md" && !decisions.includes(path) && !/identity-providers\/(?!README)/.test(path),
  );
  expect(linked.toSorted()).toEqual(expected);
});

test("every decision record has a title, a status and a date", () => {
  expect(decisions.length).toBeGreaterThan(50);
  expect(decisions.flatMap((path) => faultOfHeader(path, textOf(path)))).toEqual([]);
  const wrong = "# 0001 Doors\n\nStatus: superseded by 9999\n\nDate: soon\n";
  expect(faultOfHeader("docs/decisions/0001-a.md", wrong)).toHaveLength(2);
  expect(faultOfHeader("docs/decisions/0001-a.md", "# 0001 Doors\n\n## Context\n")).toHaveLength(2);
});

test("the index of decision records lists each record once", () => {
  const linked = [...textOf("docs/decisions/README.md").matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)];
  expect(linked.map(([, link]) => `docs/decisions/${link}`).toSorted()).toEqual(decisions);
});

test("relative links in documents resolve", () => {
  expect(documents.flatMap((path) => brokenLinks(path, textOf(path)))).toEqual([]);
  expect(
    brokenLinks("docs/a.md", "[a](b.md) [b](README.md) [c](README.md#nothing) [d](https://a.example)"),
  ).toEqual(["docs/a.md: b.md", "docs/a.md: README.md#nothing"]);
});

test("no document has a retired word in its prose", () => {
  expect(documents.flatMap((path) => retiredIn(path, textOf(path)))).toEqual([]);
  expect(
    retiredIn("docs/a.md", "The hub is told.\n\n```sh\n# heard\ntold\n```\n\n`tell` and a second stranger"),
  ).toEqual(["docs/a.md: told", "docs/a.md: heard", "docs/a.md: stranger"]);
});
