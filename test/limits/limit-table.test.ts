import { describe, expect, test } from "vitest";
import { anonymous, planKeys, type Principal } from "../../src/access/principal.ts";
import {
  classLimit,
  planLimits,
  tierIn,
  type AddressClass,
  type LimitClass,
} from "../../src/limits/limit-table.ts";

function person(more: Partial<Principal>): Principal {
  return { ...anonymous, kind: "user", id: "ann", ownerId: "ann", ...more };
}

test("the tiers are those of the documents", () => {
  const rows = planKeys.map((plan) => [
    planLimits[plan].minute,
    planLimits[plan].day,
    planLimits[plan].month,
  ]);
  expect(rows).toEqual([
    [10, 100, 1_000],
    [30, 1_000, 10_000],
    [60, 10_000, 100_000],
    [120, 50_000, 500_000],
    [null, null, null],
  ]);
});

test.each([
  ["ai-text", [5, 15, 30, 60, 300]],
  ["ai-image", [2, 5, 10, 20, 60]],
  ["ai-search", [5, 15, 30, 60, 300]],
  ["payment-create", [5, 10, 10, 20, 20]],
  ["crm-send", [2, 5, 10, 20, 60]],
  ["money", [30, 30, 30, 30, null]],
  ["calls", [10, 10, 10, 10, null]],
  ["search", [60, 60, 60, 60, null]],
] as [Exclude<LimitClass, AddressClass>, (number | null)[]][])(
  "the class %s is capped by plan",
  (name, row) => {
    expect(planKeys.map((plan) => classLimit(name, plan))).toEqual(row);
  },
);

describe("a plan", () => {
  test("covers the app it is held for; the others share the free quota", () => {
    const sam = person({ plan: "starter", tiers: { central: "starter", payroll: "business" } });
    expect(tierIn(sam, "central")).toEqual({ limits: planLimits.starter, isPaid: true });
    expect(tierIn(sam, "payroll")).toEqual({ limits: planLimits.business, isPaid: true });
    expect(tierIn(sam, "finance")).toEqual({ limits: planLimits.free, isPaid: false });
  });

  test("of enterprise for central covers every app; service accounts are like that", () => {
    for (const caller of [person({ plan: "enterprise" }), person({ kind: "serviceAccount" })]) {
      expect(tierIn(caller, "hvut")).toEqual({ limits: planLimits.enterprise, isPaid: true });
    }
  });

  test("of enterprise for another app covers that app alone", () => {
    const held = person({ tiers: { hvut: "enterprise" } });
    expect(tierIn(held, "hvut").limits).toBe(planLimits.enterprise);
    expect(tierIn(held, "central")).toEqual({ limits: planLimits.free, isPaid: false });
  });
});

describe("in the invoicing app", () => {
  test("integration has 1,000 calls a day, and business no limit but the minute's", () => {
    const ira = person({ invoicerTier: "integration", tiers: { invoicer: "integration" } });
    expect(tierIn(ira, "invoicer").limits).toMatchObject({ minute: 60, day: 1_000, month: 30_000 });
    expect(tierIn(ira, "central").isPaid).toBe(false);
    const own = person({ invoicerTier: "business", tiers: { invoicer: "business" } });
    expect(tierIn(own, "invoicer").limits).toMatchObject({ minute: 120, day: null, month: null });
  });

  test("the hub's business plan includes the app's, a smaller one does not", () => {
    expect(tierIn(person({ plan: "business" }), "invoicer").limits).toMatchObject({ minute: 120, day: null });
    expect(tierIn(person({ plan: "professional" }), "invoicer").isPaid).toBe(false);
  });
});
