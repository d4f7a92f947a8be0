import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { eventOf } from "./fake-processor.ts";
import { createSubscriptionWorld, type SubscriptionWorld } from "./subscription-world.ts";

let world: SubscriptionWorld;
beforeAll(async () => {
  world = await createSubscriptionWorld();
});
afterAll(() => world?.app.close());

/** Five events of one subscription's life, as the processor sends them. */
const life = [
  "customer.subscription.created",
  "invoice.paid",
  "customer.subscription.updated",
  "invoice.payment_failed",
  "checkout.session.completed",
];

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

/** What must be the same whatever came first. */
async function stateOf(ownerId: string): Promise<unknown> {
  const rows = await world.stored(ownerId);
  const tiers = await world.tiers(ownerId);
  return {
    tiers,
    rows: rows.map(
      ({ planId, status, processorStatus, cancelAtPeriodEnd, currentPeriodEnd, entitled, priceId }) => ({
        planId,
        status,
        processorStatus,
        cancelAtPeriodEnd,
        currentPeriodEnd,
        entitled,
        priceId,
      }),
    ),
  };
}

const period = { currentPeriodStart: new Date(), currentPeriodEnd: new Date(Date.now() + 30 * 86_400_000) };
const truth = {
  ...period,
  processorStatus: "past_due",
  priceId: "price_central_professional_monthly",
  cancelAtPeriodEnd: true,
  cancelAt: period.currentPeriodEnd,
  metadata: { planId: "starter" },
};

describe("events in any order, each of them twice", () => {
  test("all 120 orders of events end in the processor's state", async () => {
    const orders = permutations(life);
    expect(orders).toHaveLength(120);
    const expected = {
      tiers: { central: "professional" },
      rows: [
        {
          planId: "professional",
          status: "past_due",
          processorStatus: "past_due",
          cancelAtPeriodEnd: true,
          currentPeriodEnd: period.currentPeriodEnd,
          entitled: true,
          priceId: truth.priceId,
        },
      ],
    };
    for (const order of orders) {
      const ownerId = await world.createPerson();
      const { id } = world.processor.subscribe(ownerId, truth);
      for (const type of order) {
        const event = eventOf(type, id);
        expect(await world.deliver(event)).toEqual(["processed"]);
        expect(await world.deliver(event)).toEqual(["processed"]);
      }
      expect([order, await stateOf(ownerId)]).toEqual([order, expected]);
      expect(await world.eventTypes(ownerId)).toEqual(["subscription.activated", "subscription.past_due"]);
    }
  });

  test("a subscription that changes between its events ends in its last state, each change announced once", async () => {
    for (const order of permutations(life).filter((_, index) => index % 7 === 0)) {
      const ownerId = await world.createPerson();
      const { id } = world.processor.subscribe(ownerId);
      const states = ["active", "past_due", "active", "past_due", "canceled"];
      for (const [index, type] of order.entries()) {
        const known = world.processor.subscriptions.get(id)!;
        const endedAt = states[index] === "canceled" ? new Date() : null;
        world.processor.subscriptions.set(id, { ...known, processorStatus: states[index]!, endedAt });
        await Promise.all([world.deliver(eventOf(type, id)), world.deliver(eventOf(type, id))]);
      }
      expect(await stateOf(ownerId)).toMatchObject({
        tiers: {},
        rows: [{ status: "canceled", entitled: false }],
      });
      expect(await world.eventTypes(ownerId)).toEqual(
        ["activated", "past_due", "recovered", "past_due", "canceled"].map((name) => `subscription.${name}`),
      );
    }
  });

  test("a reading from before a change that arrives after it is repeated", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    const [before] = await world.stored(ownerId);
    const stale = { ...subscription };
    let isFirst = true;
    world.processor.beforeRead = async () => {
      if (!isFirst) return;
      isFirst = false;
      // While this event's answer is on its way, another one is read and taken in.
      world.processor.subscriptions.set(stale.id, { ...stale, processorStatus: "past_due" });
      await world.deliver(eventOf("invoice.payment_failed", stale.id));
      world.processor.subscriptions.set(stale.id, stale);
    };
    const event = eventOf("customer.subscription.updated", stale.id);
    expect(await world.deliver(event)).toEqual(["queued"]);
    world.processor.beforeRead = null;
    expect((await world.stored(ownerId))[0]!.status).toBe("past_due");
    expect(await world.deliver(event)).toEqual(["processed"]);
    const [after] = await world.stored(ownerId);
    expect([before!.revision, after!.revision, after!.status]).toEqual([1, 3, "active"]);
  });
});

describe("events of unknown objects", () => {
  test("an event of an unknown owner waits", async () => {
    const { id } = world.processor.subscribe(newId("usr"));
    expect(await world.deliver(eventOf("customer.subscription.updated", id))).toEqual(["queued"]);
  });

  test("an event of a subscription unknown to the processor waits", async () => {
    expect(await world.deliver(eventOf("customer.subscription.updated", "sub_nowhere"))).toEqual(["queued"]);
  });

  test("an invoice without a subscription is ignored", async () => {
    const event = { ...eventOf("invoice.paid", "x"), object: { id: "in_1", subscription: null } };
    expect(await world.deliver(event)).toEqual(["ignored"]);
  });

  test("an unpaid subscription begins with its payment", async () => {
    const ownerId = await world.createPerson();
    const { id } = world.processor.subscribe(ownerId, { processorStatus: "incomplete" });
    expect(await world.deliver(eventOf("customer.subscription.created", id))).toEqual(["ignored"]);
    expect(await world.stored(ownerId)).toEqual([]);
    const made = world.processor.subscriptions.get(id)!;
    world.processor.subscriptions.set(id, { ...made, processorStatus: "active" });
    expect(await world.deliver(eventOf("invoice.paid", id))).toEqual(["processed"]);
    expect(await world.tiers(ownerId)).toEqual({ central: "starter" });
    expect(await world.eventTypes(ownerId)).toEqual(["subscription.activated"]);
  });

  test("an unknown status keeps status and access, and logs an alert", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    world.processor.subscriptions.set(subscription.id, { ...subscription, processorStatus: "hibernating" });
    await world.deliver(eventOf("customer.subscription.updated", subscription.id));
    const [stored] = await world.stored(ownerId);
    expect(stored).toMatchObject({ status: "active", processorStatus: "hibernating", entitled: true });
    expect(await world.tiers(ownerId)).toEqual({ central: "starter" });
    expect(world.logLines.join("")).toContain('"alert":"processor_status"');
  });
});

describe("customers and payment methods", () => {
  test("an added or removed payment method is an internal event only", async () => {
    const { ownerId } = await world.createSubscriber();
    const attached = { id: "pm_1", customer: `cus_${ownerId}` };
    const base = eventOf("payment_method.attached", "x");
    expect(await world.deliver({ ...base, object: attached })).toEqual(["processed"]);
    const detached = { ...base, type: "payment_method.detached", object: { id: "pm_1", customer: null } };
    expect(await world.deliver({ ...detached, previous: { customer: `cus_${ownerId}` } })).toEqual([
      "processed",
    ]);
    expect(await world.deliver(detached)).toEqual(["ignored"]);
    const rows = await world.app.database.query(
      "SELECT owner_id, payload FROM hub.outbox_events WHERE type = 'payment_method.changed' AND owner_id = $1",
      [ownerId],
    );
    expect(rows).toEqual([
      { owner_id: ownerId, payload: { ownerId } },
      { owner_id: ownerId, payload: { ownerId } },
    ]);
  });

  test("a deleted customer ends all of its subscriptions", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    world.processor.subscriptions.delete(subscription.id);
    const event = { ...eventOf("customer.deleted", "x"), object: { id: `cus_${ownerId}` } };
    expect(await world.deliver(event)).toEqual(["processed"]);
    expect(await world.stored(ownerId)).toMatchObject([{ status: "canceled", entitled: false }]);
    expect(await world.tiers(ownerId)).toEqual({});
    expect(await world.deliver(event)).toEqual(["ignored"]);
  });
});
