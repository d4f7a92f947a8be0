import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cancelSubscription } from "../../../subgraphs/hub/subscriptions/change-subscription.service.ts";
import { endUnusable } from "../../../subgraphs/hub/subscriptions/endings.service.ts";
import { recordLapses } from "../../../subgraphs/hub/subscriptions/lapses.service.ts";
import { reconcileSubscriptions } from "../../../subgraphs/hub/subscriptions/reconcile-subscriptions.service.ts";
import { openSubscriptionCheckout } from "../../../subgraphs/hub/subscriptions/subscription-checkout.service.ts";
import {
  listSubscriptions,
  readInApp,
  readOverview,
} from "../../../subgraphs/hub/subscriptions/subscriptions.service.ts";
import { eraseDueAccounts } from "../../../subgraphs/hub/erasure/erase-accounts.service.ts";
import { hubOwnData } from "../../../subgraphs/hub/own-data.ts";
import type {
  ProcessorInvoice,
  ProcessorSubscription,
} from "../../../subgraphs/hub/processor/processor.port.ts";
import { eventOf } from "./fake-processor.ts";
import { createSubscriptionWorld, type SubscriptionWorld } from "./subscription-world.ts";

let world: SubscriptionWorld;
beforeAll(async () => {
  world = await createSubscriptionWorld();
});
afterAll(() => world?.app.close());

const day = 86_400_000;
const checkout = { appId: "central", planId: "professional", interval: "monthly" as const };

/** The paid invoice of the subscription's first period. */
function invoiceOf({ id, customerId, createdAt }: ProcessorSubscription): ProcessorInvoice {
  return {
    id: `in_${id}`,
    number: null,
    customerId,
    subscriptionId: id,
    status: "paid",
    amount: 2_900,
    currency: "USD",
    createdAt,
    periodStart: null,
    periodEnd: null,
    paidAt: createdAt,
    attemptCount: 1,
    hostedInvoiceUrl: null,
    pdfUrl: null,
    requiresActionUrl: null,
    metadata: {},
  };
}

/** Refunded payments of these subscriptions, in order. */
function refunds(of: readonly ProcessorSubscription[]): string[] {
  const keys = of.map(({ id }) => `hub:refund:in_${id}`);
  return world.processor.writes.filter(({ key }) => keys.includes(key)).map(({ call }) => call);
}

async function audited(action: string): Promise<{ target_id: string | null; changes: unknown }[]> {
  return world.app.database.query(
    "SELECT target_id, changes FROM hub.audit_log WHERE action = $1 ORDER BY at, id",
    [action],
  );
}

describe("changes by time are announced once, and without the processor", () => {
  test("an end at the period's end is announced once", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    const ctx = world.contextFor(ownerId);
    await cancelSubscription(ctx, { appId: "central", cancelAtPeriodEnd: true });
    const end = subscription.currentPeriodEnd;
    world.processor.isDown = true;
    await recordLapses(world.system(new Date(end.getTime() - 1)));
    expect((await world.stored(ownerId))[0]!.status).toBe("active");
    await recordLapses(world.system(end));
    await recordLapses(world.system(new Date(end.getTime() + day)));
    world.processor.isDown = false;
    expect(await world.stored(ownerId)).toMatchObject([
      { status: "canceled", endedAt: end, entitled: false },
    ]);
    expect(await world.tiers(ownerId)).toEqual({});
    expect((await world.eventTypes(ownerId)).at(-1)).toBe("subscription.canceled");
    // A later event of the processor with the same state changes nothing.
    const known = world.processor.subscriptions.get(subscription.id)!;
    world.processor.subscriptions.set(subscription.id, {
      ...known,
      processorStatus: "canceled",
      endedAt: end,
    });
    await world.deliver(eventOf("customer.subscription.deleted", subscription.id));
    expect(await world.eventTypes(ownerId)).toHaveLength(3);
  });

  test("the grace period is exactly seven days", async () => {
    const currentPeriodStart = new Date(Math.floor(Date.now() / 1000) * 1000);
    const { ownerId } = await world.createSubscriber({ processorStatus: "past_due", currentPeriodStart });
    const end = new Date(currentPeriodStart.getTime() + 7 * day);
    const shown = async (at: Date) =>
      (await readInApp(world.contextFor(ownerId, { at }), "central")).subscription!;
    expect(await shown(new Date(end.getTime() - 1))).toMatchObject({ status: "past_due", entitled: true });
    expect(await shown(end)).toMatchObject({ status: "past_due", entitled: false });
    expect(await world.tiers(ownerId, new Date(end.getTime() - 1))).toEqual({ central: "starter" });
    expect(await world.tiers(ownerId, end)).toEqual({ central: "free" });
    await recordLapses(world.system(end));
    expect((await world.stored(ownerId))[0]).toMatchObject({ status: "past_due", entitled: false });
    expect(await world.eventTypes(ownerId)).toEqual(
      ["activated", "past_due", "updated"].map((name) => `subscription.${name}`),
    );
  });
});

describe("while the processor cannot be reached", () => {
  test("during an outage plans keep working, and changes return an error", async () => {
    const { ownerId } = await world.createSubscriber();
    const ctx = world.contextFor(ownerId);
    world.processor.isDown = true;
    expect(await readOverview(ctx, null)).toMatchObject({
      status: "active",
      subscription: { entitled: true },
    });
    expect(await readInApp(ctx, "central")).toMatchObject({ status: "active" });
    expect((await listSubscriptions(ctx)).subscriptions).toHaveLength(1);
    expect(await world.tiers(ownerId, new Date(Date.now() + 90 * day))).toEqual({ central: "starter" });
    const change = cancelSubscription(ctx, { appId: "central", cancelAtPeriodEnd: true });
    await expect(change).rejects.toMatchObject({ code: "PROCESSOR_ERROR", status: 500 });
    world.processor.isDown = false;
    expect((await world.stored(ownerId))[0]).toMatchObject({ status: "active", cancelAtPeriodEnd: false });
  });
});

describe("one live subscription a person and app", () => {
  test("a checkout is rejected while a subscription exists, in every state of it", async () => {
    for (const processorStatus of ["active", "trialing", "past_due", "unpaid"]) {
      const { ownerId } = await world.createSubscriber({ processorStatus });
      const opened = openSubscriptionCheckout(world.contextFor(ownerId), checkout);
      await expect(opened).rejects.toMatchObject({ code: "SUBSCRIPTION_EXISTS", status: 409 });
    }
  });

  test("a checkout is accepted after the subscription ended, and once its end date has come", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    await cancelSubscription(world.contextFor(ownerId), { appId: "central", cancelAtPeriodEnd: true });
    const end = subscription.currentPeriodEnd;
    const before = world.contextFor(ownerId, { at: new Date(end.getTime() - 1) });
    await expect(openSubscriptionCheckout(before, checkout)).rejects.toMatchObject({
      code: "SUBSCRIPTION_EXISTS",
    });
    const opened = await openSubscriptionCheckout(world.contextFor(ownerId, { at: end }), checkout);
    expect(opened.url).toMatch(/^https:/);
  });

  test("of two subscriptions paid at once one stays, and the other is ended at the processor", async () => {
    const ownerId = await world.createPerson();
    const two = [world.processor.subscribe(ownerId), world.processor.subscribe(ownerId)];
    for (const one of two) world.processor.invoices.set(`in_${one.id}`, invoiceOf(one));
    const events = two.map(({ id }) => eventOf("customer.subscription.created", id));
    await Promise.all([...events, ...events].map((event) => world.deliver(event)));
    const rows = await world.stored(ownerId);
    expect(rows).toMatchObject([{ status: "active" }]);
    expect(await world.tiers(ownerId)).toEqual({ central: "starter" });
    expect(world.logLines.filter((line) => line.includes("duplicate_subscription"))).toHaveLength(1);
    expect(await audited("subscription.duplicate_refused")).toHaveLength(1);
    await endUnusable(world.system());
    await endUnusable(world.system());
    const kept = rows[0]!.processorSubscriptionId;
    const other = two.find(({ id }) => id !== kept)!.id;
    expect(world.processor.subscriptions.get(kept)!.processorStatus).toBe("active");
    expect(world.processor.subscriptions.get(other)!.processorStatus).toBe("canceled");
    expect(world.processor.writes.filter(({ key }) => key === `hub:end:${other}`)).toHaveLength(1);
    expect(refunds(two)).toEqual([`refund pi_in_${other}`]);
    expect(await world.tiers(ownerId)).toEqual({ central: "starter" });
  });

  test("the ended duplicate is refunded also when the processor fails in between", async () => {
    const { ownerId } = await world.createSubscriber();
    const second = world.processor.subscribe(ownerId);
    const invoice = invoiceOf(second);
    world.processor.invoices.set(invoice.id, invoice);
    await world.deliver(eventOf("customer.subscription.created", second.id));
    const { refundDuplicate } = world.processor;
    world.processor.refundDuplicate = () => Promise.reject(new Error("lost"));
    await endUnusable(world.system());
    expect(world.processor.subscriptions.get(second.id)!.processorStatus).toBe("canceled");
    expect(refunds([second])).toEqual([]);
    await world.deliver(eventOf("customer.subscription.deleted", second.id));
    Object.assign(world.processor, { refundDuplicate });
    await endUnusable(world.system());
    await endUnusable(world.system());
    expect(refunds([second])).toEqual([`refund pi_${invoice.id}`]);
  });

  test("a duplicate whose invoice took no payment is ended without a refund", async () => {
    const { ownerId } = await world.createSubscriber();
    const second = world.processor.subscribe(ownerId);
    world.processor.invoices.set(`in_${second.id}`, { ...invoiceOf(second), amount: 0 });
    await world.deliver(eventOf("customer.subscription.created", second.id));
    await endUnusable(world.system());
    expect(world.processor.subscriptions.get(second.id)!.processorStatus).toBe("canceled");
    expect(refunds([second])).toEqual([]);
  });

  test("a duplicate that was in use before keeps its payments", async () => {
    const { ownerId, subscription: first } = await world.createSubscriber();
    world.processor.invoices.set(`in_${first.id}`, invoiceOf(first));
    await cancelSubscription(world.contextFor(ownerId), { appId: "central", cancelAtPeriodEnd: false });
    const second = world.processor.subscribe(ownerId);
    await world.deliver(eventOf("customer.subscription.created", second.id));
    world.processor.subscriptions.set(first.id, first);
    await world.deliver(eventOf("customer.subscription.updated", first.id));
    await endUnusable(world.system());
    expect(world.processor.subscriptions.get(first.id)!.processorStatus).toBe("canceled");
    expect(refunds([first])).toEqual([]);
  });

  test("a duplicate that is the only one by the time of its ending is adopted", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    const second = world.processor.subscribe(ownerId);
    await world.deliver(eventOf("customer.subscription.created", second.id));
    await cancelSubscription(world.contextFor(ownerId), { appId: "central", cancelAtPeriodEnd: false });
    expect(world.processor.subscriptions.get(subscription.id)!.processorStatus).toBe("canceled");
    await endUnusable(world.system());
    expect(world.processor.subscriptions.get(second.id)!.processorStatus).toBe("active");
    expect((await world.stored(ownerId)).map(({ status }) => status).sort()).toEqual(["active", "canceled"]);
    expect(await world.tiers(ownerId)).toEqual({ central: "starter" });
  });

  test("a subscription past its end date makes room for the next", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    const past = new Date(Date.now() - day);
    world.processor.subscriptions.set(subscription.id, {
      ...subscription,
      cancelAtPeriodEnd: true,
      cancelAt: past,
    });
    await world.app.database.query(
      "UPDATE hub.subscriptions SET cancel_at_period_end = true, cancel_at = $2 WHERE owner_id = $1",
      [ownerId, past],
    );
    const next = world.processor.subscribe(ownerId);
    await world.deliver(eventOf("customer.subscription.created", next.id));
    expect((await world.stored(ownerId)).map(({ status }) => status).sort()).toEqual(["active", "canceled"]);
    expect(await world.tiers(ownerId)).toEqual({ central: "starter" });
  });
});

describe("nightly reconciliation", () => {
  test("reconciliation applies missed changes, and audits them", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    const quiet = await world.createSubscriber();
    world.processor.subscriptions.set(subscription.id, { ...subscription, processorStatus: "canceled" });
    const tomorrow = new Date(Date.now() + day + 1_000);
    expect(await reconcileSubscriptions(world.system(new Date(Date.now() + day - 60_000)))).toBe(0);
    await reconcileSubscriptions(world.system(tomorrow));
    expect(await world.stored(ownerId)).toMatchObject([{ status: "canceled" }]);
    expect(await world.tiers(ownerId)).toEqual({});
    const [stored] = await world.stored(ownerId);
    const [quietOne] = await world.stored(quiet.ownerId);
    const drifts = await audited("reconciliation.drift");
    expect(drifts.filter(({ target_id }) => target_id === stored!.id)).toMatchObject([
      { changes: { status: { ours: "active", theirs: "canceled" } } },
    ]);
    expect(drifts.filter(({ target_id }) => target_id === quietOne!.id)).toEqual([]);
  });

  test("a subscription that cannot be read is logged, and the others are reconciled", async () => {
    const [broken, other] = [await world.createSubscriber(), await world.createSubscriber()];
    world.processor.subscriptions.set(other.subscription.id, {
      ...other.subscription,
      processorStatus: "canceled",
    });
    const { readSubscription } = world.processor;
    Object.assign(world.processor, {
      readSubscription: (id: string) =>
        id === broken.subscription.id ? Promise.reject(new Error("unreadable")) : readSubscription(id),
    });
    await reconcileSubscriptions(world.system(new Date(Date.now() + day + 1_000)));
    Object.assign(world.processor, { readSubscription });
    const [stored] = await world.stored(broken.ownerId);
    expect(stored!.status).toBe("active");
    expect(await world.stored(other.ownerId)).toMatchObject([{ status: "canceled" }]);
    const lines = world.logLines.filter((line) => line.includes("could not be reconciled"));
    expect(lines.join()).toContain(stored!.id);
  });

  test("a subscription unknown to the processor keeps its plan, and logs an alert", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    world.processor.subscriptions.delete(subscription.id);
    await reconcileSubscriptions(world.system(new Date(Date.now() + day + 1_000)));
    const [stored] = await world.stored(ownerId);
    expect(stored!.status).toBe("active");
    expect((await audited("reconciliation.drift")).map(({ target_id }) => target_id)).toContain(stored!.id);
  });
});

test("an erased account's subscription is ended at the processor, and its rows are anonymous", async () => {
  const { ownerId, subscription } = await world.createSubscriber();
  await world.app.database.query(
    "UPDATE hub.users SET deleted_at = now(), deletion_scheduled_at = now() - interval '1 hour' WHERE id = $1",
    [ownerId],
  );
  await eraseDueAccounts(world.system(), [{ data: hubOwnData, ctx: world.system() }]);
  world.processor.isDown = true;
  await endUnusable(world.system());
  world.processor.isDown = false;
  expect(world.processor.subscriptions.get(subscription.id)!.processorStatus).toBe("active");
  await endUnusable(world.system());
  expect(world.processor.subscriptions.get(subscription.id)!.processorStatus).toBe("canceled");
  expect(await world.stored(ownerId)).toEqual([]);
  const rows = await world.app.database.query(
    "SELECT owner_id, status FROM hub.subscriptions WHERE processor_subscription_id = $1",
    [subscription.id],
  );
  expect(rows).toMatchObject([{ owner_id: expect.stringMatching(/^erased_/), status: "canceled" }]);
});
