import { expect, test } from "vitest";
import { listedValues } from "../../src/text/listed-values.ts";

test.each([
  ["^(holds)$", ["holds"]],
  ["^(?:draft|sent)$", ["draft", "sent"]],
  [String.raw`^(read:\*|a\|b|1\.5)$`, ["read:*", "a|b", "1.5"]],
  ["^(US-CA|in-progress|two words)$", ["US-CA", "in-progress", "two words"]],
])("%s lets just its values through", (pattern, values) => {
  expect(listedValues(pattern)).toEqual(values);
  for (const value of values) expect(value).toMatch(new RegExp(pattern));
});

test.each([
  String.raw`^(\d|a)$`,
  "^(a|b)",
  "(a|b)$",
  "^(a|b*)$",
  "^(a|[bc])$",
  "^(a|(b|c))$",
  "^a$",
  String.raw`^(a|\w)$`,
])("%s lists no values", (pattern) => expect(listedValues(pattern)).toBeNull());
