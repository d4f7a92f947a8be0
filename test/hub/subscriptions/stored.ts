import type { StoredSubscription } from "../../../subgraphs/hub/subscriptions/subscription.ts";

export const at = (text: string) => new Date(`2026-${text}Z`);

/** A subscription to `starter`, monthly from 1 March 2026. */
export function stored(overrides: Partial<StoredSubscription> = {}): StoredSubscription {
  return {
    id: "sub_1",
    ownerId: "usr_1",
    appId: "central",
    planId: "starter",
    status: "active",
    understoodStatus: "active",
    processorStatus: "active",
    priceId: "price_central_starter_monthly",
    currency: "USD",
    interval: "monthly",
    processorSubscriptionId: "sub_p1",
    processorCustomerId: "cus_p1",
    currentPeriodStart: at("03-01T00:00:00"),
    currentPeriodEnd: at("04-01T00:00:00"),
    cancelAtPeriodEnd: false,
    cancelAt: null,
    canceledAt: null,
    endedAt: null,
    pause: null,
    entitled: true,
    createdAt: at("03-01T00:00:00"),
    updatedAt: at("03-01T00:00:00"),
    lastEventAt: null,
    revision: 1,
    ...overrides,
  };
}

/** The same in a state of the processor's words. */
export function inState(processorStatus: string, overrides: Partial<StoredSubscription> = {}) {
  const status = {
    active: "active",
    trialing: "trialing",
    past_due: "past_due",
    incomplete: "past_due",
    unpaid: "past_due",
    canceled: "canceled",
    incomplete_expired: "canceled",
    paused: "active",
  }[processorStatus] as StoredSubscription["status"];
  return stored({ status, processorStatus, understoodStatus: processorStatus, ...overrides });
}

/** That it ends with its period. */
export const ending = { cancelAtPeriodEnd: true, cancelAt: at("04-01T00:00:00") };

/** A pause of billing, until 20 March or without an end. */
export const paused = (resumesAt: Date | null = at("03-20T00:00:00")) => ({
  pause: { pausedAt: at("03-10T00:00:00"), resumesAt, behavior: "void" },
});
