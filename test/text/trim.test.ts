import { expect, test } from "vitest";
import { matchWithin } from "../../src/text/match-within.ts";
import { trimEndWhere, trimWhere } from "../../src/text/trim.ts";

test("trims the characters of a pattern from both ends, and from nowhere else", () => {
  expect(trimWhere(" .a. b. ", /[\s.]/)).toBe("a. b");
  expect(trimWhere("...", /[\s.]/)).toBe("");
  expect(trimWhere("", /[\s.]/)).toBe("");
});

test("trims from the end alone", () => {
  expect(trimEndWhere("00100", /0/)).toBe("001");
  expect(trimEndWhere("000", /0/)).toBe("");
  expect(trimEndWhere("1", /0/)).toBe("1");
});

test("a pattern runs on text of the maximum length and on no longer one", () => {
  expect(matchWithin("aab", 3, /a+/)?.[0]).toBe("aa");
  expect(matchWithin("bbb", 3, /a+/)).toBeNull();
  expect(matchWithin("aaab", 3, /a+/)).toBeNull();
});
