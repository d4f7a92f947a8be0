import { brotliCompressSync, constants } from "node:zlib";
import MiniSearch from "minisearch";
import { beforeAll, expect, test } from "vitest";
import { scanCode } from "../../../router/explorer/data/code-scan.ts";
import { docsFiles } from "../../../router/explorer/data/docs-files.ts";
import {
  documentsOf,
  foundKinds,
  searchOptions,
  type FoundKind,
  type SearchedDocument,
  type SearchEntry,
} from "../../../router/explorer/search-options.ts";
import { findDocuments } from "../../../router/explorer/search-query.ts";
import { questions, untunedQuestions, type Question } from "./questions.ts";

let file: string;
let index: MiniSearch<SearchedDocument>;
beforeAll(async () => {
  file = (await docsFiles(scanCode())).get("data/search.json")!;
  index = new MiniSearch<SearchedDocument>(searchOptions);
  index.addAll(documentsOf(JSON.parse(file) as SearchEntry[]));
}, 120_000);

const firstThree = (words: string): string[] =>
  findDocuments(index, words)
    .slice(0, 3)
    .map(({ href }) => href);

/** A page of a guide is right at any of its sections; patterns have a star. */
function isRight(href: string, page: string): boolean {
  if (!page.includes("*")) return page.includes("#") ? href === page : href.split("#")[0] === page;
  const path = href.split("#")[0]!.toLowerCase();
  const [start, ...parts] = page.toLowerCase().split("*") as [string, ...string[]];
  return path.startsWith(start) && parts.every((part) => path.slice(start.length).includes(part));
}

/** The questions without a right page among the first three, with what was found. */
function misses(list: readonly Question[]): string[] {
  return list
    .map(([words, ...pages]) => ({ words, pages, found: firstThree(words) }))
    .filter(({ pages, found }) => !found.some((href) => pages.some((page) => isRight(href, page))))
    .map(({ words, found }) => `${words}: ${found.join(" ")}`);
}

test("50 questions have the right page among the first three, at least 90 in 100", () => {
  expect(questions).toHaveLength(50);
  const missed = misses(questions);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(5);
});

test("30 questions that the ranking was not tuned with have the right page, at least 75 in 100", () => {
  expect(untunedQuestions).toHaveLength(30);
  const missed = misses(untunedQuestions);
  console.log(`Untuned questions: ${30 - missed.length} of 30.\n${missed.join("\n")}`);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(7);
});

const entriesOf = (kind: FoundKind) =>
  (JSON.parse(file) as SearchEntry[]).filter(([kindIndex]) => foundKinds[kindIndex] === kind);

/** Questions of one form about everything of a kind, whose right pages follow from the documentation. */
const classes: readonly [name: string, questions: () => Question[]][] = [
  [
    "statuses",
    () =>
      statuses().flatMap(([status, ...pages]) => [
        [status, ...pages],
        [`status ${status}`, ...pages],
        [`what does ${status} mean`, ...pages],
        [`why do I get a ${status}`, ...pages],
      ]),
  ],
  [
    "codes in words",
    () =>
      entriesOf("error").map(([, code, , href]) => [
        `${code.toLowerCase().replaceAll("_", " ")} error`,
        href,
      ]),
  ],
  ["causes", () => entriesOf("error").map(([, , cause, href]) => [cause, href])],
  [
    "guides",
    () =>
      entriesOf("guide").flatMap(([, title, , href]) => [
        [title, href],
        [`how does ${title} work`, href],
      ]),
  ],
  ["pages", () => entriesOf("page").map(([, title, , href]) => [`where is ${title}`, href])],
  [
    "events",
    () => entriesOf("event").map(([, type, , href]) => [`${type.replaceAll(/[._]/g, " ")} event`, href]),
  ],
];

function statuses(): Question[] {
  const byStatus = new Map<string, string[]>();
  for (const [, , , href, words] of entriesOf("error")) {
    const [status] = words.split(" ");
    byStatus.set(status!, [...(byStatus.get(status!) ?? ["/guides/errors", "/errors"]), href]);
  }
  return [...byStatus].map(([status, pages]): Question => [status, ...pages]);
}

test.each(classes)("questions about %s have the right page, at least 90 in 100", (name, list) => {
  const asked = list();
  const missed = misses(asked);
  console.log(
    `${name}: ${asked.length - missed.length} of ${asked.length}.\n${missed.slice(0, 12).join("\n")}`,
  );
  expect(missed.length / asked.length, missed.join("\n")).toBeLessThanOrEqual(0.1);
});

test("a question about nothing on the platform is not counted as found", () => {
  expect(misses([["zebra crossing", "/guides/errors"]])).toHaveLength(1);
});

test("the name of something finds it first, in any of its forms", () => {
  const first = (words: string) => firstThree(words)[0];
  expect(first("POST /credits/consume")).toBe("/rest/ConsumeCredits");
  expect(first("create invoice")).toBe("/tools/create_invoice");
  expect(first("Invoice.amountDue")).toBe("/schema/Invoice/amountDue");
  expect(first("idempotency_key_reused")).toBe("/errors#IDEMPOTENCY_KEY_REUSED");
});

test("nothing is found for an empty question, and hostile text is only text", () => {
  expect(findDocuments(index, "  ")).toEqual([]);
  expect(() => findDocuments(index, "\\ ( [ * + ? ^ $ __proto__ constructor \u0000")).not.toThrow();
});

test("the search loads less than 250 KB", () => {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  expect(brotliCompressSync(file, { params: quality }).length).toBeLessThan(250 * 1024);
});
