import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { toolGroups } from "../../../router/tools/groups.ts";
import { createSearch, type ToolSearch } from "../../../router/tools/search/search.ts";
import { toolWords } from "../../../router/tools/search/tool-words.ts";
import { stem, wordsOf } from "../../../router/tools/search/words.ts";
import { projectPath } from "../../../src/project-root.ts";
import { freshSentences, readSentences } from "./plain-sentences.ts";
import { catalogueSentences, furtherSentences, unseenSentences } from "./catalogue-sentences.ts";

const file = projectPath("..", "shared", "spec", "catalogue.json");

interface Row {
  tool: string;
  semantics: string;
  group: string;
}

function recallAt5(search: ToolSearch, sentences: readonly (readonly [string, string])[]): number {
  const found = sentences.filter(([sentence, tool]) =>
    search
      .find(sentence, () => true)
      .slice(0, 5)
      .includes(tool),
  );
  return found.length / sentences.length;
}

describe.skipIf(!existsSync(file))("over the whole catalogue", () => {
  const rows = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Row[]) : [];
  const search = createSearch(
    rows.map(({ tool, semantics, group }) => ({ name: tool, description: semantics, group })),
  );

  test.each([
    ["sentences that the words were chosen for", catalogueSentences],
    ["sentences that were written apart", furtherSentences],
    ["sentences whose misses were looked at once", unseenSentences],
    ["sentences as people of small firms say them", readSentences],
  ])("the tool is among the first five of 696 for nine of ten %s", (_what, sentences) => {
    expect(sentences.length).toBeGreaterThanOrEqual(40);
    for (const [, tool] of sentences)
      expect(
        rows.some((row) => row.tool === tool),
        tool,
      ).toBe(true);
    expect(recallAt5(search, sentences)).toBeGreaterThanOrEqual(0.9);
  });

  // Measured 0.77; before everyday words and words for every tool, 0.67. Raised when it is better, never by words for these.
  test("the tool is among the first five for three of four sentences that no word was chosen for", () => {
    expect(freshSentences.length).toBeGreaterThanOrEqual(60);
    const known = new Set(rows.map(({ tool }) => tool));
    expect(freshSentences.filter(([, tool]) => !known.has(tool))).toEqual([]);
    const seen = new Set(
      [...catalogueSentences, ...furtherSentences, ...readSentences].map(([text]) => text),
    );
    expect(freshSentences.filter(([text]) => seen.has(text))).toEqual([]);
    expect(recallAt5(search, freshSentences)).toBeGreaterThanOrEqual(0.75);
  });

  test("every tool of the catalogue has words of people", () => {
    expect(rows.filter(({ tool }) => !toolWords[tool]).map(({ tool }) => tool)).toEqual([]);
  });

  test("takes a millisecond, not more than a few", () => {
    const start = performance.now();
    for (const [sentence] of catalogueSentences) search.find(sentence, () => true);
    expect((performance.now() - start) / catalogueSentences.length).toBeLessThan(20);
  });

  test("groups name every tool of the catalogue", () => {
    const named = Object.values(toolGroups)
      .flatMap((groups) => Object.values(groups))
      .flatMap((names) => names.split(" "))
      .map((name) => name.replace("*", ""));
    expect(named.toSorted()).toEqual(rows.map(({ tool }) => tool).toSorted());
  });
});

describe("a search", () => {
  const search = createSearch([
    { name: "create_invoice", description: "Creates an invoice.", group: "Invoices" },
    { name: "list_invoices", description: "Lists invoices.", group: "Invoices" },
    { name: "create_booking", description: "Books a slot.", group: "Bookings", keywords: ["haircut"] },
  ]);

  test("finds by words of people, by keywords of rows, and only what is allowed", () => {
    expect(search.find("bill my customer", () => true)[0]).toBe("create_invoice");
    expect(search.find("haircut", () => true)).toEqual(["create_booking"]);
    const others = search.find("invoice", (name) => name !== "create_invoice");
    expect(others[0]).toBe("list_invoices");
    expect(others).not.toContain("create_invoice");
  });

  test("finds nothing for words that nobody knows, and does not break on any text", () => {
    expect(search.find("qwertz zuiop", () => true)).toEqual([]);
    for (const text of ["", " ", "💥", "a".repeat(400), "'; DROP TABLE", "____"])
      expect(Array.isArray(search.find(text, () => true))).toBe(true);
  });
});

test.each([
  ["invoices", "invoice"],
  ["categories", "category"],
  ["paid", "pays"],
  ["planned", "planning"],
  ["taxes", "tax"],
  ["statuses", "status"],
  ["cancelled", "cancels"],
  ["cancellation", "cancel"],
  ["connection", "connect"],
  ["drove", "drives"],
  ["agreed", "agree"],
])("%s and %s are one word", (a, b) => expect(stem(a)).toBe(stem(b)));

test("words that say nothing are left out", () =>
  expect(wordsOf("what do I have to do with my invoices")).toEqual(["invoic"]));
