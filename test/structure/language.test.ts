import { readFileSync } from "node:fs";
import { parse, type DefinitionNode } from "graphql";
import { fleschKincaid } from "flesch-kincaid";
import { syllable } from "syllable";
import { expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { retiredWords } from "./retired-words.ts";

interface Described {
  coordinate: string;
  text: string | undefined;
}

const rootTypes = new Set(["Query", "Mutation", "Subscription"]);

/** All public parts of a subgraph's schema, with their descriptions. */
function describedIn(sdl: string): Described[] {
  return parse(sdl, { noLocation: true }).definitions.flatMap(describedBy);
}

function describedBy(definition: DefinitionNode): Described[] {
  if (!("name" in definition) || !definition.name || definition.kind.startsWith("Directive")) return [];
  const type = definition.name.value;
  const of = (coordinate: string, node: { description?: { value: string } | undefined }): Described => ({
    coordinate,
    text: node.description?.value,
  });
  const fields = "fields" in definition ? (definition.fields ?? []) : [];
  const values = "values" in definition ? (definition.values ?? []) : [];
  return [
    ...(rootTypes.has(type) || !("description" in definition) ? [] : [of(type, definition)]),
    ...fields.flatMap((field) => [
      of(`${type}.${field.name.value}`, field),
      ...("arguments" in field ? (field.arguments ?? []) : []).map((argument) =>
        of(`${type}.${field.name.value}(${argument.name.value})`, argument),
      ),
    ]),
    ...values.map((value) => of(`${type}.${value.name.value}`, value)),
  ];
}

const all = ["hub", "property", "gateway"].flatMap((name) =>
  describedIn(readFileSync(projectPath("schema", `${name}.graphql`), "utf8")),
);

const firstSentence = (text: string) => text.split(/(?<=[.!?])\s/, 1)[0]!;
const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;

test("every type, field, argument, input field and enum value has a description", () => {
  expect(all.length).toBeGreaterThan(7_000);
  expect(all.filter(({ text }) => !text).map(({ coordinate }) => coordinate)).toEqual([]);
});

test("a description says more than the name of what it describes", () => {
  const letters = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z]/g, "")
      .replace(/^the/, "");
  const nameOf = (coordinate: string) => coordinate.split(/[.(]/).at(-1)!;
  const empty = all.filter(({ coordinate, text }) => letters(text ?? "") === letters(nameOf(coordinate)));
  expect(empty.map(({ coordinate }) => coordinate)).toEqual([]);
});

test("no description has a retired word", () => {
  const found = all.filter(({ text }) => text !== undefined && retiredWords.test(text));
  expect(found.map(({ coordinate, text }) => `${coordinate}: ${text}`)).toEqual([]);
  expect(retiredWords.test("An address that is told of events.")).toBe(true);
});

test("first sentences are short enough for lists, tools and search", () => {
  const counts = all.map(({ coordinate, text }) => [wordsIn(firstSentence(text ?? "")), coordinate] as const);
  expect(counts.filter(([count]) => count > 16)).toEqual([]);
  const sorted = counts.map(([count]) => count).sort((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(10);
});

// Code, identifiers and values are no words of a sentence: they are taken out before the grade is computed.
function gradeOf(text: string): number {
  const prose = text.replaceAll(/`[^`]*`|\b\w*[a-z][A-Z]\w*\b|\b\w+_\w+\b|\S*[0-9/:=]\S*/g, "");
  const sentence = Math.max(1, prose.split(/[.!?](?:\s|$)/).filter((part) => /[a-z]/i.test(part)).length);
  const words = prose.match(/[a-z]+(?:'[a-z]+)?/gi) ?? [];
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0);
  return fleschKincaid({ sentence, word: words.length, syllable: syllables });
}

test("the median Flesch-Kincaid grade of descriptions is at most 10", () => {
  const grades = all.map(({ text }) => gradeOf(text ?? "")).filter((grade) => !Number.isNaN(grade));
  grades.sort((a, b) => a - b);
  expect(grades.length).toBeGreaterThan(7_000);
  expect(grades[Math.floor(grades.length / 2)]).toBeLessThanOrEqual(10);
  expect(gradeOf("Amount due in cents.")).toBeLessThan(5);
  const hard =
    "Administratively authoritative organizational representatives unconditionally reauthorize accounts.";
  expect(gradeOf(hard)).toBeGreaterThan(20);
});
