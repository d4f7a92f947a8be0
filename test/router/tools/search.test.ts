import { beforeAll, describe, expect, test } from "vitest";
import { createSearch, createToolSearch, type ToolSearch } from "../../../router/tools/search/search.ts";
import { stem, wordsOf } from "../../../router/tools/search/words.ts";
import { readToolCatalogue } from "../../support/tool-catalogue.ts";
import { catalogueSentences, furtherSentences, unseenSentences } from "./catalogue-sentences.ts";
import { freshSentences, readSentences } from "./plain-sentences.ts";

type Sentence = readonly [sentence: string, tool: string];

describe("over all tools", () => {
  let search: ToolSearch;
  let names: ReadonlySet<string>;
  beforeAll(async () => {
    const { entries } = await readToolCatalogue();
    search = createToolSearch(entries);
    names = new Set(entries.map(({ tool }) => tool.name));
  });

  /** Sentences about existing tools; the lists also contain some about planned features. */
  const answerable = (sentences: readonly Sentence[]) => sentences.filter(([, tool]) => names.has(tool));

  function recallAt5(sentences: readonly Sentence[]): number {
    const found = sentences.filter(([sentence, tool]) =>
      search
        .find(sentence, () => true)
        .slice(0, 5)
        .includes(tool),
    );
    return found.length / sentences.length;
  }

  // The second figure is the number of sentences about existing tools: a renamed tool must not drop out unseen.
  test.each([
    ["sentences that the words were chosen for", catalogueSentences, 67, 0.98],
    ["sentences that were written apart", furtherSentences, 49, 0.98],
    ["sentences whose misses were looked at once", unseenSentences, 44, 0.95],
    ["sentences as people of small firms say them", readSentences, 97, 0.95],
  ] as const)("the tool is among the first five for nearly all %s", (_what, sentences, count, recall) => {
    const asked = answerable(sentences);
    expect(asked.length).toBeGreaterThanOrEqual(count);
    expect(recallAt5(asked)).toBeGreaterThanOrEqual(recall);
  });

  // Measured 0.79, 50 of 63. Raised when it is better, never by words for these.
  test("the tool is among the first five for four of five sentences that no word was chosen for", () => {
    const asked = answerable(freshSentences);
    expect(asked.length).toBeGreaterThanOrEqual(54);
    const seen = new Set(
      [...catalogueSentences, ...furtherSentences, ...readSentences].map(([text]) => text),
    );
    expect(freshSentences.filter(([text]) => seen.has(text))).toEqual([]);
    expect(recallAt5(asked)).toBeGreaterThanOrEqual(0.79);
  });

  test("takes a millisecond, not more than a few", () => {
    const start = performance.now();
    for (const [sentence] of catalogueSentences) search.find(sentence, () => true);
    expect((performance.now() - start) / catalogueSentences.length).toBeLessThan(20);
  });
});

describe("a search", () => {
  const search = createSearch([
    { name: "create_invoice", description: "Creates an invoice.", group: "Invoices" },
    { name: "list_invoices", description: "Lists invoices.", group: "Invoices" },
    { name: "create_booking", description: "Books a slot.", group: "Bookings", keywords: ["haircut"] },
  ]);

  test("search finds tools by everyday words and row keywords, and only allowed ones", () => {
    expect(search.find("bill my customer", () => true)[0]).toBe("create_invoice");
    expect(search.find("haircut", () => true)).toEqual(["create_booking"]);
    const others = search.find("invoice", (name) => name !== "create_invoice");
    expect(others[0]).toBe("list_invoices");
    expect(others).not.toContain("create_invoice");
  });

  test("search finds nothing for unknown words, and handles any text", () => {
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

test("stop words are dropped", () =>
  expect(wordsOf("what do I have to do with my invoices")).toEqual(["invoic"]));
