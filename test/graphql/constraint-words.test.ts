import { readFileSync } from "node:fs";
import { Kind, parse, visit } from "graphql";
import { expect, test } from "vitest";
import {
  constraintMessage,
  constraintPhrase,
  isPatternKnown,
  validatorWords,
} from "../../src/graphql/constraint-words.ts";

test("every pattern of the schema has words, so that no message shows a regular expression", () => {
  const patterns = new Set<string>();
  visit(parse(readFileSync("schema/supergraph.graphql", "utf8")), {
    Directive(node) {
      if (node.name.value !== "constraint") return;
      for (const { name, value } of node.arguments ?? [])
        if (/pattern$/i.test(name.value) && value.kind === Kind.STRING) patterns.add(value.value);
    },
  });
  expect(patterns.size).toBeGreaterThan(50);
  expect([...patterns].filter((pattern) => !isPatternKnown(pattern))).toEqual([]);
});

test.each([
  ["minItems", 1, "must have at least 1 item", "at least 1 item"],
  ["maxItems", 50, "must have at most 50 items", "at most 50 items"],
  ["minLength", 1, "must not be empty", "not empty"],
  ["maxLength", 10_000, "must have at most 10,000 characters", "at most 10,000 characters"],
  ["minimum", 0, "must be at least 0", "at least 0"],
  ["pattern", String.raw`\S`, "must not be blank", "not blank"],
  ["pattern", "^(open|paid)$", "must be one of open, paid", "one of open, paid"],
  ["format", "email", "must be an e-mail address", "an e-mail address"],
])("the constraint %s %s reads as a message and as a phrase", (name, value, message, phrase) => {
  expect(constraintMessage(name, value)).toBe(message);
  expect(constraintPhrase(name, value)).toBe(phrase);
});

test.each([
  ["must be longer than or equal to 3 characters", "must have at least 3 characters"],
  ["each value in codes must contain no more than 5 elements", "must have at most 5 items"],
  ["must not be less than 0.5", "must be at least 0.5"],
  ["must be one of the following values: holds,all", "must be one of holds, all"],
  ["must be a country as US", "must be a country as US"],
])("the validator's text %j becomes %j", (text, words) => {
  expect(validatorWords(text)).toBe(words);
});
