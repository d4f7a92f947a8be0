import { describe, expect, test } from "vitest";
import { effectiveLimits, tierLimits } from "../../../subgraphs/hub/api-keys/key-limits.ts";
import { keyAccessOf } from "../../../subgraphs/hub/api-keys/key-access.ts";

describe("a key's limits", () => {
  const hour = (
    plan: "free" | "business" | "enterprise",
    invoicerTier: "free" | "integration" | "business",
  ) => tierLimits({ plan, invoicerTier }).requestsPerHour;

  test("a key's limits are those of the wider tier", () => {
    expect(hour("free", "integration")).toBe(250);
    expect(hour("business", "free")).toBe(7_500);
    expect(hour("business", "integration")).toBe(7_500);
    expect(hour("business", "business")).toBe(-1);
    expect(hour("enterprise", "integration")).toBe(-1);
    expect(hour("free", "free")).toBe(250);
  });

  test("a key's own limits apply only when they are lower than the tier's", () => {
    const tier = { requestsPerHour: 250, requestsPerDay: -1, requestsPerMonth: 30_000 };
    const own = { requestsPerHour: 7_500, requestsPerDay: 10, requestsPerMonth: null };
    expect(effectiveLimits(tier, own)).toEqual({
      requestsPerHour: 250,
      requestsPerDay: 10,
      requestsPerMonth: 30_000,
    });
    expect(effectiveLimits(tier, { requestsPerHour: 250 }).requestsPerHour).toBe(250);
  });
});

test("after a downgrade keys are read-only for exactly seven days, and rejected for an account that never had the tier", () => {
  const ended = new Date("2026-03-01T00:00:00.000Z");
  const without = { plan: "free", invoicerTier: "free" } as const;
  const at = (time: string) => keyAccessOf(without, ended, new Date(time));
  expect(at("2026-03-07T23:59:59.999Z")).toBe("reading");
  expect(at("2026-03-08T00:00:00.000Z")).toBe("none");
  expect(keyAccessOf(without, null, ended)).toBe("none");
  expect(keyAccessOf({ plan: "business", invoicerTier: "free" }, ended, new Date("2027-01-01"))).toBe("full");
  expect(keyAccessOf({ plan: "professional", invoicerTier: "integration" }, null, ended)).toBe("full");
});
