import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateSubscription } from "../../../subgraphs/hub/subscriptions/change-plan.service.ts";
import {
  cancelSubscription,
  pauseSubscription,
} from "../../../subgraphs/hub/subscriptions/change-subscription.service.ts";
import { previewSubscriptionChange } from "../../../subgraphs/hub/subscriptions/change-preview.service.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createPayer, subscribe } from "./payers.ts";
import { createSubscriptionWorld, type SubscriptionWorld } from "./subscription-world.ts";

const central = { appId: "central" };
const professional = {
  ...central,
  newPriceId: "price_central_professional_monthly",
  prorationBehavior: "create_prorations" as const,
};

describe("at the processor's port", () => {
  let world: SubscriptionWorld;
  beforeAll(async () => {
    world = await createSubscriptionWorld();
  });
  afterAll(() => world?.app.close());

  test("a preview shows the cost of a change, and changes nothing", async () => {
    const { ownerId } = await world.createSubscriber();
    const ctx = world.contextFor(ownerId);
    const before = await world.stored(ownerId);
    const writes = world.processor.writes.length;
    expect(await previewSubscriptionChange(ctx, professional)).toMatchObject({
      appId: "central",
      planId: "professional",
      interval: "monthly",
      priceId: professional.newPriceId,
      proration: { amount: 33.33, currency: "USD" },
      invoice: { amount: 62.33, lines: [{ amount: 33.33, proration: true }, { amount: 29 }] },
    });
    expect(world.processor.writes.length).toBe(writes);
    expect(await world.stored(ownerId)).toEqual(before);
    expect(await world.eventTypes(ownerId)).toEqual(["subscription.activated"]);
  });

  test("a preview without proration shows the next invoice, and no proration", async () => {
    const { ownerId } = await world.createSubscriber();
    const input = { ...professional, prorationBehavior: "none" as const };
    expect(await previewSubscriptionChange(world.contextFor(ownerId), input)).toMatchObject({
      planId: "professional",
      proration: null,
      invoice: { amount: 29 },
    });
  });

  test("a preview of the current price adds nothing", async () => {
    const { ownerId, subscription } = await world.createSubscriber();
    const input = { ...professional, newPriceId: subscription.priceId };
    expect(await previewSubscriptionChange(world.contextFor(ownerId), input)).toMatchObject({
      planId: "starter",
      proration: null,
      invoice: { amount: 29, lines: [{ proration: false }] },
    });
  });

  test("a preview during a pause has no invoice", async () => {
    const { ownerId } = await world.createSubscriber();
    const ctx = world.contextFor(ownerId);
    await pauseSubscription(ctx, central);
    expect(await previewSubscriptionChange(ctx, professional)).toMatchObject({
      proration: { amount: 33.33 },
      invoice: null,
    });
  });

  test.each([
    ["of another app", "price_payroll_professional_monthly"],
    ["that is sold no more", "price_central_enterprise_yearly"],
    ["that nobody knows", "price_nowhere"],
  ])("a price %s is refused, as the change would be", async (_name, newPriceId) => {
    const { ownerId } = await world.createSubscriber();
    const ctx = world.contextFor(ownerId);
    const input = { ...professional, newPriceId };
    for (const call of [previewSubscriptionChange, updateSubscription])
      await expect(call(ctx, input)).rejects.toMatchObject({ code: "PRICE_MISMATCH" });
  });

  test("a preview is rejected without a subscription, after its end and while the processor is unreachable", async () => {
    const nobody = world.contextFor(await world.createPerson());
    const refusal = (code: string) => ({ code });
    await expect(previewSubscriptionChange(nobody, professional)).rejects.toMatchObject(
      refusal("SUBSCRIPTION_NOT_FOUND"),
    );
    const { ownerId } = await world.createSubscriber();
    const ctx = world.contextFor(ownerId);
    world.processor.isDown = true;
    const away = previewSubscriptionChange(ctx, professional);
    await expect(away).rejects.toMatchObject(refusal("PROCESSOR_ERROR"));
    world.processor.isDown = false;
    await cancelSubscription(ctx, { ...central, cancelAtPeriodEnd: false });
    await expect(previewSubscriptionChange(ctx, professional)).rejects.toMatchObject(
      refusal("SUBSCRIPTION_STATE_CONFLICT"),
    );
  });
});

describe("at the processor's wire", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openSharedApp();
  });
  afterAll(() => app?.close());

  test.each(["create_prorations", "always_invoice"])(
    "a change by %s adds what its preview of the same moment said",
    async (prorationBehavior) => {
      const payer = await createPayer(app);
      await subscribe(app, payer);
      const at = new Date(Date.now() + 10 * 86_400_000).toISOString();
      const token = await app.tokenFor({ sub: payer.id, expiresInSeconds: 11 * 86_400 });
      const headers = { authorization: `Bearer ${token}`, "x-test-clock": at };
      const newPriceId = "price_central_business_monthly";
      const query = new URLSearchParams({ newPriceId, prorationBehavior }).toString();
      const preview = await app.get(`/subscriptions/change-preview/central?${query}`, headers);
      expect(preview.body).toMatchObject({
        success: true,
        planId: "business",
        proration: { currency: "USD", effectiveAt: `${at.slice(0, 19)}.000Z` },
        invoice: { currency: "USD" },
      });
      // Two thirds or so of the month are left of the difference of 270 dollars.
      expect(preview.body.proration.amount).toBeGreaterThan(160);
      expect(preview.body.proration.amount).toBeLessThan(200);
      const body = { newPriceId, prorationBehavior };
      const changed = await app.post("/subscriptions/update/central", body, headers);
      expect(changed.body.proration).toEqual(preview.body.proration);
      const isNow = prorationBehavior === "always_invoice";
      const total = preview.body.proration.amount + (isNow ? 0 : 299);
      expect(preview.body.invoice.amount).toBeCloseTo(total, 5);
    },
  );
});
