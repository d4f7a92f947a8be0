import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { PaymentProcessor } from "../../../subgraphs/hub/processor/processor.port.ts";
import {
  adoptPayers,
  type KnownPayer,
} from "../../../subgraphs/hub/subscriptions/adopt-subscription.service.ts";
import { createSubscriptionWorld, type SubscriptionWorld } from "./subscription-world.ts";

let world: SubscriptionWorld;
beforeAll(async () => {
  world = await createSubscriptionWorld();
});
afterAll(() => world?.app.close());

/** The platform's own context with some calls of the processor replaced. */
function contextWith(calls: Partial<PaymentProcessor>): HubContext {
  const ctx = world.system();
  return { ...ctx, ports: { ...ctx.ports, processor: { ...world.processor, ...calls } } };
}

/** A user of the hub with a subscription at the processor that the hub has not stored. */
async function createPayer(): Promise<KnownPayer> {
  const ownerId = newId("usr");
  await world.app.get("/credits/balance/central", await world.app.as(ownerId));
  const { id: subscriptionId, customerId } = world.processor.subscribe(ownerId);
  return { ownerId, customerId, subscriptionId };
}

test("known subscriptions are adopted and counted; customers without one and unknown ones are not", async () => {
  const [payer, customer, unknown] = [await createPayer(), await createPayer(), await createPayer()];
  const ctx = contextWith({
    readCustomer: async (customerId) =>
      customerId === unknown.customerId ? null : { customerId, defaultPaymentMethodId: null },
  });
  const payers = [payer, { ...customer, subscriptionId: null }, unknown];
  expect(await adoptPayers(ctx, payers)).toBe(1);
  expect(await world.stored(payer.ownerId)).toMatchObject([
    { processorSubscriptionId: payer.subscriptionId, status: "active", entitled: true },
  ]);
  expect(await world.stored(customer.ownerId)).toEqual([]);
  expect(await world.stored(unknown.ownerId)).toEqual([]);
});

test("what was adopted before is not read again, until its subscription is another one", async () => {
  const payer = await createPayer();
  expect(await adoptPayers(world.system(), [payer])).toBe(1);
  const asking = contextWith({ readCustomer: () => Promise.reject(new TypeError("asked")) });
  expect(await adoptPayers(asking, [payer, { ...payer, subscriptionId: null }])).toBe(0);
  for (const changed of [{ subscriptionId: "sub_another" }, { customerId: "cus_another" }])
    await expect(adoptPayers(asking, [{ ...payer, ...changed }])).rejects.toThrow("asked");
});

test("a processor that is not configured or does not respond changes nothing", async () => {
  const payer = await createPayer();
  expect(await adoptPayers(contextWith({ isConfigured: false }), [payer])).toBe(0);
  world.processor.isDown = true;
  expect(await adoptPayers(world.system(), [payer])).toBe(0);
  world.processor.isDown = false;
  expect(await world.stored(payer.ownerId)).toEqual([]);
});

test("an unexpected error while payers are adopted is not hidden", async () => {
  const broken = () => Promise.reject(new TypeError("broken"));
  await expect(adoptPayers(contextWith({ readCustomer: broken }), [await createPayer()])).rejects.toThrow(
    "broken",
  );
});
