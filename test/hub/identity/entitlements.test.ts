import { describe, expect, test } from "vitest";
import { keyTierEndedAt, tiersAt } from "../../../subgraphs/hub/identity/entitlements.ts";

const [before, start, middle, end, after] = [1, 2, 3, 4, 5].map((day) => `2026-03-0${day}T00:00:00.000Z`) as [
  string,
  string,
  string,
  string,
  string,
];
const at = (text: string) => new Date(text);

describe("tiers that hold for a time", () => {
  test.each([
    ["without bounds", [null, null], middle, true],
    ["before its end", [null, end], middle, true],
    ["at its end", [null, end], end, false],
    ["at its start", [start, null], start, true],
    ["before its start", [start, null], before, false],
    ["between both", [start, end], middle, true],
    ["after both", [start, end], after, false],
  ] as const)("%s", (_name, [from, until], now, holds) => {
    const stored = { central: ["business", from, until], invoicer: ["integration", from, until] } as const;
    const expected = holds
      ? {
          plan: "business",
          invoicerTier: "integration",
          tiers: { central: "business", invoicer: "integration" },
        }
      : { plan: "free", invoicerTier: "free", tiers: {} };
    expect(tiersAt(stored, at(now))).toEqual(expected);
  });
});

describe("when the tier for keys ended", () => {
  test.each([
    ["never, while it holds", { invoicer: ["integration", null, end] }, middle, null],
    ["at its end", { invoicer: ["integration", null, end] }, end, end],
    ["with a plan that admits keys", { central: ["business", null, end] }, after, end],
    ["never, with a plan that does not", { central: ["starter", null, end] }, after, null],
    [
      "with the later of two",
      { central: ["business", null, start], invoicer: ["business", null, end] },
      after,
      end,
    ],
    ["never, without bounds", { central: ["enterprise", null, null] }, after, null],
  ] as const)("%s", (_name, stored, now, expected) => {
    expect(keyTierEndedAt(stored, at(now))).toEqual(expected === null ? null : at(expected));
  });
});
