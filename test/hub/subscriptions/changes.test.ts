import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { updateSubscription } from "../../../subgraphs/hub/subscriptions/change-plan.service.ts";
import {
  cancelSubscription,
  pauseSubscription,
  reactivateSubscription,
  resumeSubscription,
} from "../../../subgraphs/hub/subscriptions/change-subscription.service.ts";
import { readInApp } from "../../../subgraphs/hub/subscriptions/subscriptions.service.ts";
import { eventOf } from "./fake-processor.ts";
import { createSubscriptionWorld, type SubscriptionWorld } from "./subscription-world.ts";

let world: SubscriptionWorld;
beforeAll(async () => {
  world = await createSubscriptionWorld();
});
afterAll(() => world?.app.close());

const central = { appId: "central" };
const atEnd = { ...central, cancelAtPeriodEnd: true };
const atOnce = { ...central, cancelAtPeriodEnd: false };
const professional = {
  ...central,
  newPriceId: "price_central_professional_monthly",
  prorationBehavior: "create_prorations" as const,
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/** The processor's writes during a call. */
async function writesOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = world.processor.writes.length;
  await work();
  return world.processor.writes.slice(before).map(({ call }) => call);
}

describe("an end with the period", () => {
  test("a cancellation at period end is scheduled once, keeps access until then, and can be undone", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    const ctx = world.contextFor(ownerId);
    const canceled = await cancelSubscription(ctx, atEnd);
    expect(canceled.subscription).toMatchObject({
      status: "active",
      cancelAtPeriodEnd: true,
      cancelAt: subscription.currentPeriodEnd,
      entitled: true,
    });
    expect(await writesOf(() => cancelSubscription(ctx, atEnd))).toEqual([]);
    expect(await world.tiers(ownerId, new Date(subscription.currentPeriodEnd.getTime() - 1))).toEqual({
      central: "starter",
    });
    expect(await world.tiers(ownerId, subscription.currentPeriodEnd)).toEqual({ central: "free" });
    const { subscription: on } = await reactivateSubscription(ctx, central);
    expect(on).toMatchObject({ cancelAtPeriodEnd: false, cancelAt: null, canceledAt: null });
    expect(await writesOf(() => reactivateSubscription(ctx, central))).toEqual([]);
    expect(await world.tiers(ownerId, inDays(400))).toEqual({ central: "starter" });
    const names = ["activated", "cancel_scheduled", "reactivated"];
    expect(await world.eventTypes(ownerId)).toEqual(names.map((name) => `subscription.${name}`));
  });
});

describe("an end at once", () => {
  test("a cancellation at once removes the plan, and every later change is rejected", async () => {
    const { ownerId } = await world.createSubscriber();
    const ctx = world.contextFor(ownerId);
    const { subscription } = await cancelSubscription(ctx, atOnce);
    expect(subscription).toMatchObject({ status: "canceled", entitled: false });
    expect(subscription.endedAt).toBeInstanceOf(Date);
    expect(await world.tiers(ownerId)).toEqual({});
    for (const change of [
      () => cancelSubscription(ctx, atOnce),
      () => cancelSubscription(ctx, atEnd),
      () => reactivateSubscription(ctx, central),
      () => pauseSubscription(ctx, central),
      () => resumeSubscription(ctx, central),
      () => updateSubscription(ctx, professional),
    ]) {
      await expect(change()).rejects.toMatchObject({
        code: "SUBSCRIPTION_STATE_CONFLICT",
        details: { currentState: "canceled", allowed: ["create-checkout"] },
      });
    }
    expect(await readInApp(ctx, "central")).toMatchObject({ status: "canceled" });
  });

  test("a cancellation keeps an entitlement from another source", async () => {
    const { ownerId } = await world.createSubscriber();
    await world.app.database.query(
      "INSERT INTO hub.entitlements (owner_id, app_id, tier) VALUES ($1, 'invoicer', 'business')",
      [ownerId],
    );
    await cancelSubscription(world.contextFor(ownerId), atOnce);
    expect(await world.tiers(ownerId)).toEqual({ invoicer: "business" });
  });

  test("a subscription replaces an entitlement from another source, and leaves nothing behind", async () => {
    const ownerId = await world.createPerson();
    await world.app.database.query(
      "INSERT INTO hub.entitlements (owner_id, app_id, tier) VALUES ($1, 'central', 'enterprise')",
      [ownerId],
    );
    const { id } = world.processor.subscribe(ownerId);
    await world.deliver(eventOf("customer.subscription.created", id));
    expect(await world.tiers(ownerId)).toEqual({ central: "starter" });
    await cancelSubscription(world.contextFor(ownerId), atOnce);
    expect(await world.tiers(ownerId)).toEqual({});
  });
});

describe("a pause", () => {
  test("a pause stops billing and keeps access; its end can be moved, and it can be ended", async () => {
    const { ownerId } = await world.createSubscriber();
    const ctx = world.contextFor(ownerId);
    const { subscription: first } = await pauseSubscription(ctx, { ...central, resumeAt: inDays(10) });
    expect(first).toMatchObject({ status: "active", entitled: true, pause: { behavior: "void" } });
    const later = inDays(20);
    const { subscription: moved } = await pauseSubscription(ctx, { ...central, resumeAt: later });
    expect(moved.pause).toMatchObject({ resumesAt: later, pausedAt: first.pause!.pausedAt });
    expect(await writesOf(() => pauseSubscription(ctx, { ...central, resumeAt: later }))).toEqual([]);
    expect((await resumeSubscription(ctx, central)).subscription.pause).toBeNull();
    expect(await writesOf(() => resumeSubscription(ctx, central))).toEqual([]);
    const names = ["activated", "paused", "updated", "resumed"];
    expect(await world.eventTypes(ownerId)).toEqual(names.map((name) => `subscription.${name}`));
  });

  test("a pause is over at its end time, before any job has recorded it", async () => {
    const { ownerId } = await world.createSubscriber();
    const resumeAt = inDays(10);
    await pauseSubscription(world.contextFor(ownerId), { ...central, resumeAt });
    const shown = async (at: Date) =>
      (await readInApp(world.contextFor(ownerId, { at }), "central")).subscription;
    expect((await shown(new Date(resumeAt.getTime() - 1)))!.pause).not.toBeNull();
    expect((await shown(resumeAt))!.pause).toBeNull();
  });

  test("a pause that ends too soon or too late is rejected without calling the processor", async () => {
    const { ownerId } = await world.createSubscriber();
    const ctx = world.contextFor(ownerId);
    const refused = await writesOf(async () => {
      for (const resumeAt of [new Date(), inDays(367)])
        await expect(pauseSubscription(ctx, { ...central, resumeAt })).rejects.toMatchObject({
          code: "VALIDATION_ERROR",
        });
    });
    expect(refused).toEqual([]);
  });
});

describe("another plan", () => {
  test("a plan change applies at once, reports its cost, and is idempotent", async () => {
    const { ownerId } = await world.createSubscriber();
    const ctx = world.contextFor(ownerId);
    const changed = await updateSubscription(ctx, professional);
    expect(changed).toMatchObject({
      subscription: { planId: "professional", priceId: professional.newPriceId, interval: "monthly" },
      proration: { amount: 33.33, currency: "USD" },
    });
    expect(await world.tiers(ownerId)).toEqual({ central: "professional" });
    const again = await updateSubscription(ctx, professional);
    expect(again).toMatchObject({ subscription: { planId: "professional" }, proration: null });
    expect(await writesOf(() => updateSubscription(ctx, professional))).toEqual([]);
    expect(await world.eventTypes(ownerId)).toEqual(["subscription.activated", "subscription.updated"]);
  });

  test("a plan change without proration reports none", async () => {
    const { ownerId } = await world.createSubscriber();
    const input = { ...professional, prorationBehavior: "none" as const };
    expect((await updateSubscription(world.contextFor(ownerId), input)).proration).toBeNull();
  });

  test.each([
    ["of another app", "price_payroll_professional_monthly"],
    ["that is sold no more", "price_central_enterprise_yearly"],
    ["that nobody knows", "price_nowhere"],
    ["of credits", "price_credits_bulk"],
  ])("at a price %s is refused", async (_name, newPriceId) => {
    const { ownerId } = await world.createSubscriber();
    const input = { ...professional, newPriceId };
    const writes = await writesOf(() =>
      expect(updateSubscription(world.contextFor(ownerId), input)).rejects.toMatchObject({
        code: "PRICE_MISMATCH",
      }),
    );
    expect(writes).toEqual([]);
  });

  test("a plan change to another currency is rejected", async () => {
    const { ownerId } = await world.createSubscriber({ currency: "EUR" });
    await expect(updateSubscription(world.contextFor(ownerId), professional)).rejects.toMatchObject({
      code: "PRICE_MISMATCH",
    });
  });

  test("a plan chosen at the processor is mapped by the price list, whatever the metadata says", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    const priceId = "price_central_business_yearly";
    world.processor.subscriptions.set(subscription.id, { ...subscription, priceId, interval: "year" });
    await world.deliver(eventOf("customer.subscription.updated", subscription.id));
    expect(await world.stored(ownerId)).toMatchObject([{ planId: "business", interval: "yearly" }]);
    expect(await world.tiers(ownerId)).toEqual({ central: "business" });
  });
});

describe("once and at once", () => {
  test("fifty requests with the same key have one effect and one response", async () => {
    const { ownerId } = await world.createSubscriber();
    const idempotencyKey = newId("k");
    const writes = await writesOf(async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () =>
          cancelSubscription(world.contextFor(ownerId, { idempotencyKey }), atEnd),
        ),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    });
    expect(writes).toEqual(["setCancelAtPeriodEnd"]);
  });

  test("a key is valid for its own input only", async () => {
    const { ownerId } = await world.createSubscriber();
    const idempotencyKey = newId("k");
    await cancelSubscription(world.contextFor(ownerId, { idempotencyKey }), atEnd);
    const other = cancelSubscription(world.contextFor(ownerId, { idempotencyKey }), atOnce);
    await expect(other).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  test("a change whose response was lost is settled by the same key", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    const idempotencyKey = newId("k");
    const { setCancelAtPeriodEnd } = world.processor;
    world.processor.setCancelAtPeriodEnd = async (...args) => {
      await setCancelAtPeriodEnd(...args);
      throw new Error("the line is cut");
    };
    const cut = cancelSubscription(world.contextFor(ownerId, { idempotencyKey }), atEnd);
    await expect(cut).rejects.toThrow("the line is cut");
    world.processor.setCancelAtPeriodEnd = setCancelAtPeriodEnd;
    const writes = await writesOf(async () => {
      const { subscription: now } = await cancelSubscription(
        world.contextFor(ownerId, { idempotencyKey }),
        atEnd,
      );
      expect(now.cancelAt).toEqual(subscription.currentPeriodEnd);
    });
    expect(writes).toEqual([]);
  });

  test("a change and its own concurrent event are announced once", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    const { setCancelAtPeriodEnd } = world.processor;
    world.processor.setCancelAtPeriodEnd = async (...args) => {
      const reply = await setCancelAtPeriodEnd(...args);
      await world.deliver(eventOf("customer.subscription.updated", subscription.id));
      return reply;
    };
    await cancelSubscription(world.contextFor(ownerId), atEnd);
    world.processor.setCancelAtPeriodEnd = setCancelAtPeriodEnd;
    expect(await world.eventTypes(ownerId)).toEqual([
      "subscription.activated",
      "subscription.cancel_scheduled",
    ]);
  });

  test("a change whose response is older than an event ends in the event's state", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    const { pauseCollection } = world.processor;
    world.processor.pauseCollection = async (...args) => {
      const reply = await pauseCollection(...args);
      const known = world.processor.subscriptions.get(subscription.id)!;
      world.processor.subscriptions.set(subscription.id, { ...known, processorStatus: "past_due" });
      await world.deliver(eventOf("invoice.payment_failed", subscription.id));
      return reply;
    };
    await pauseSubscription(world.contextFor(ownerId), central);
    world.processor.pauseCollection = pauseCollection;
    expect(await world.stored(ownerId)).toMatchObject([{ status: "past_due", pause: { behavior: "void" } }]);
  });
});

describe("missing subscriptions", () => {
  test("a user without a subscription has nothing to change", async () => {
    const ctx = world.contextFor(await world.createPerson());
    for (const change of [
      () => cancelSubscription(ctx, atEnd),
      () => reactivateSubscription(ctx, central),
      () => pauseSubscription(ctx, central),
      () => resumeSubscription(ctx, central),
      () => updateSubscription(ctx, professional),
    ])
      await expect(change()).rejects.toMatchObject({ code: "SUBSCRIPTION_NOT_FOUND", status: 404 });
  });
});
