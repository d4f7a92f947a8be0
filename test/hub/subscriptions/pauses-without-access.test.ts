import { afterAll, beforeAll, expect, test } from "vitest";
import {
  pauseSubscription,
  resumeSubscription,
} from "../../../subgraphs/hub/subscriptions/change-subscription.service.ts";
import { recordLapses } from "../../../subgraphs/hub/subscriptions/lapses.service.ts";
import { createSubscriptionWorld, type SubscriptionWorld } from "./subscription-world.ts";

/** PAUSE_KEEPS_ACCESS=false */
let world: SubscriptionWorld;
beforeAll(async () => {
  world = await createSubscriptionWorld({ pauseKeepsAccess: false });
});
afterAll(() => world?.app.close());

const day = 86_400_000;

test("a pause removes access until its end time, and restores it without any job", async () => {
  const { ownerId } = await world.createSubscriber();
  const resumeAt = new Date(Date.now() + 10 * day);
  const paused = await pauseSubscription(world.contextFor(ownerId), { appId: "central", resumeAt });
  expect(paused.subscription).toMatchObject({ status: "active", entitled: false });
  expect(await world.tiers(ownerId)).toEqual({ central: "free" });
  expect(await world.tiers(ownerId, new Date(resumeAt.getTime() - 1))).toEqual({ central: "free" });
  expect(await world.tiers(ownerId, resumeAt)).toEqual({ central: "starter" });
  world.processor.isDown = true;
  await recordLapses(world.system(resumeAt));
  world.processor.isDown = false;
  expect(await world.stored(ownerId)).toMatchObject([{ pause: null, entitled: true }]);
  expect((await world.eventTypes(ownerId)).slice(1)).toEqual(["subscription.paused", "subscription.resumed"]);
});

test("a pause without an end removes access until it is resumed", async () => {
  const { ownerId } = await world.createSubscriber();
  const ctx = world.contextFor(ownerId);
  await pauseSubscription(ctx, { appId: "central" });
  expect(await world.tiers(ownerId, new Date(Date.now() + 300 * day))).toEqual({});
  const { subscription } = await resumeSubscription(ctx, { appId: "central" });
  expect(subscription.entitled).toBe(true);
  expect(await world.tiers(ownerId)).toEqual({ central: "starter" });
});
