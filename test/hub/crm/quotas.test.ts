import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../../../src/db/transaction.ts";
import { quotaLimit } from "../../../subgraphs/hub/crm/campaigns/quota-table.ts";
import {
  readQuotas,
  releaseQuota,
  reserveQuota,
  settleQuota,
} from "../../../subgraphs/hub/crm/campaigns/quotas.service.ts";
import { createKeyOwner, setTiers } from "../api-keys/key-owners.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

const now = new Date("2031-05-31T23:59:59.999Z");

const newOwner = async (plan?: string): Promise<string> =>
  (await createKeyOwner(app, plan === undefined ? {} : { plan })).ownerId;

const reserve = (
  ownerId: string,
  amount: number,
  kind: "email" | "sms" | "callMinutes" = "email",
  at = now,
) => inTransaction(app.contextFor(ownerId), (em) => reserveQuota(em, { ownerId, kind, amount, now: at }));

const quotasOf = async (ownerId: string, at = now) =>
  (await readQuotas(app.contextFor(ownerId, { at }))).quotas;

describe("the table of quotas", () => {
  test.each([
    ["free", 100, 0, 0, 250],
    ["starter", 2_000, 100, 60, 2_500],
    ["professional", 20_000, 1_000, 600, 25_000],
    ["business", 100_000, 5_000, 3_000, 100_000],
    ["enterprise", -1, -1, -1, -1],
  ] as const)("is the documented one for %s", (plan, email, sms, callMinutes, contacts) => {
    expect(quotaLimit(plan, "email")).toBe(email);
    expect(quotaLimit(plan, "sms")).toBe(sms);
    expect(quotaLimit(plan, "callMinutes")).toBe(callMinutes);
    expect(quotaLimit(plan, "contacts")).toBe(contacts);
  });
});

describe("reserving", () => {
  test("50 parallel reservations take no more than the quota, each all or nothing", async () => {
    const ownerId = await newOwner();
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => reserve(ownerId, 7)));
    const won = outcomes.filter(({ status }) => status === "fulfilled");
    expect(won).toHaveLength(14);
    for (const lost of outcomes.filter(({ status }) => status === "rejected"))
      expect((lost as PromiseRejectedResult).reason).toMatchObject({
        code: "RATE_LIMIT_EXCEEDED",
        status: 429,
        details: { reason: "quota", kind: "email", limit: 100, requested: 7 },
      });
    const { email } = await quotasOf(ownerId);
    expect(email).toEqual({
      limit: 100,
      used: 0,
      reserved: 98,
      remaining: 2,
      resetsAt: new Date("2031-06-01T00:00:00.000Z"),
    });
  });

  test("a rejected reservation has the time of the next quota", async () => {
    const ownerId = await newOwner();
    await expect(reserve(ownerId, 101)).rejects.toMatchObject({
      details: { remaining: 100, resetAt: "2031-06-01T00:00:00.000Z", retryAfterSeconds: 1 },
    });
    await expect(reserve(ownerId, 1, "sms")).rejects.toMatchObject({ details: { limit: 0 } });
    await reserve(ownerId, 100);
    await expect(reserve(ownerId, 1)).rejects.toMatchObject({ details: { remaining: 0 } });
    await reserve(ownerId, 100, "email", new Date(now.getTime() + 1));
  });

  test("a reservation whose transaction does not commit reserves nothing", async () => {
    const ownerId = await newOwner();
    const lost = inTransaction(app.contextFor(ownerId), async (em) => {
      await reserveQuota(em, { ownerId, kind: "email", amount: 60, now });
      throw new Error("the campaign is not good");
    });
    await expect(lost).rejects.toThrow("the campaign is not good");
    expect((await quotasOf(ownerId)).email.reserved).toBe(0);
  });

  test("a larger plan counts at once, and after a downgrade the rest is never below zero", async () => {
    const ownerId = await newOwner();
    await reserve(ownerId, 100);
    await setTiers(app, ownerId, { plan: "starter" });
    await reserve(ownerId, 1_900);
    await expect(reserve(ownerId, 1)).rejects.toMatchObject({ details: { limit: 2_000 } });
    await setTiers(app, ownerId, {});
    expect((await quotasOf(ownerId)).email).toMatchObject({ limit: 100, reserved: 2_000, remaining: 0 });
    await expect(reserve(ownerId, 1)).rejects.toMatchObject({ details: { remaining: 0 } });
    await reserve(ownerId, 0);
  });

  test("enterprise has no quota limit", async () => {
    const ownerId = await newOwner("enterprise");
    await reserve(ownerId, 1_000_000);
    expect((await quotasOf(ownerId)).email).toMatchObject({ limit: -1, remaining: -1, reserved: 1_000_000 });
  });
});

describe("settling", () => {
  test("settling counts the usage and releases the rest, once of 20 at once", async () => {
    const ownerId = await newOwner();
    const held = await reserve(ownerId, 60);
    const settle = () => inTransaction(app.contextFor(ownerId), (em) => settleQuota(em, held, 45, now));
    const ended = await Promise.all(Array.from({ length: 20 }, settle));
    expect(ended.filter(Boolean)).toHaveLength(1);
    expect((await quotasOf(ownerId)).email).toMatchObject({ used: 45, reserved: 0, remaining: 55 });
    expect(await inTransaction(app.contextFor(ownerId), (em) => releaseQuota(em, held, now))).toBe(false);
    expect((await quotasOf(ownerId)).email.used).toBe(45);
  });

  test("settling counts in the month of the reservation", async () => {
    const ownerId = await newOwner();
    const held = await reserve(ownerId, 60);
    const later = new Date("2031-06-02T00:00:00.000Z");
    await inTransaction(app.contextFor(ownerId), (em) => settleQuota(em, held, 60, later));
    expect((await quotasOf(ownerId, later)).email.used).toBe(0);
    expect((await quotasOf(ownerId)).email.used).toBe(60);
  });

  test("settling cannot use more than was reserved", async () => {
    const ownerId = await newOwner();
    const held = await reserve(ownerId, 5);
    const over = inTransaction(app.contextFor(ownerId), (em) => settleQuota(em, held, 6, now));
    await expect(over).rejects.toThrow();
    expect((await quotasOf(ownerId)).email).toMatchObject({ used: 0, reserved: 5 });
  });

  test("settling is possible for the own account only", async () => {
    const ownerId = await newOwner();
    const held = await reserve(ownerId, 5);
    const stranger = await newOwner();
    expect(await inTransaction(app.contextFor(stranger), (em) => settleQuota(em, held, 0, now))).toBe(false);
    expect((await quotasOf(ownerId)).email.reserved).toBe(5);
  });
});
