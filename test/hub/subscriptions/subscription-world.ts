import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { createLog } from "../../../src/observability/log.ts";
import { newId } from "../../../src/ids.ts";
import { catalogueCurrency, priceCatalogue } from "../../../sandbox/price-catalogue.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { PricingService } from "../../../subgraphs/hub/pricing/pricing.port.ts";
import { adoptCustomer } from "../../../subgraphs/hub/processor/customers.service.ts";
import type { EventOutcome } from "../../../subgraphs/hub/processor/event-effect.ts";
import type { ProcessorSubscription } from "../../../subgraphs/hub/processor/processor.port.ts";
import type { ProcessorEvent } from "../../../src/stripe/event-signature.ts";
import { subscriptionEffects } from "../../../subgraphs/hub/subscriptions/subscription-effects.ts";
import type { StoredSubscription } from "../../../subgraphs/hub/subscriptions/subscription.ts";
import { selectSubscriptions } from "../../../subgraphs/hub/subscriptions/subscription.rows.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { createFakeProcessor, eventOf, type FakeProcessor } from "./fake-processor.ts";

/** The hub beside a processor that a test plays. */
export interface SubscriptionWorld {
  app: HubApp;
  processor: FakeProcessor;
  /** Log lines of the platform's own context. */
  logLines: string[];
  /** A context of the platform itself, now or at another time. */
  system(at?: Date): HubContext;
  /** A new user who is a customer at the processor. */
  createPerson(): Promise<string>;
  /** A user with a live subscription that the hub has stored. */
  createSubscriber(overrides?: Partial<ProcessorSubscription>): Promise<Subscriber>;
  contextFor(ownerId: string, overrides?: { at?: Date; idempotencyKey?: string }): HubContext;
  /** Hands an event to its effects, as the webhook does. Answers what came of each. */
  deliver(event: ProcessorEvent): Promise<EventOutcome[]>;
  stored(ownerId: string): Promise<StoredSubscription[]>;
  /** The account's plans, by app. */
  tiers(ownerId: string, now?: Date): Promise<Record<string, string>>;
  /** Types of the events of this account's subscriptions, in order. */
  eventTypes(ownerId: string): Promise<string[]>;
}

export interface Subscriber {
  ownerId: string;
  subscription: ProcessorSubscription;
}

/** Prices of the demo's apps, at the pricing service's port. */
const pricing: PricingService = {
  readPlans: async (appId) => {
    const app = priceCatalogue.find((listed) => listed.appId === appId);
    if (!app) return null;
    const plans = app.plans.map(({ isCustom: custom, isHighlighted: highlighted, prices, ...plan }) => {
      const listed = prices.map(({ priceId: processorId, amountCents: amount, interval, isActive }) => [
        interval === "year" ? "yearly" : "monthly",
        { amount, currency: catalogueCurrency, interval, processorId, isActive },
      ]);
      const byInterval = Object.fromEntries(listed);
      return { ...plan, features: [...plan.features], custom, highlighted, trialDays: 0, prices: byInterval };
    });
    return { currency: catalogueCurrency, plans, updatedAt: "2026-01-01T00:00:00.000Z" };
  },
};

export async function createSubscriptionWorld(
  ports: { pauseKeepsAccess?: boolean } = {},
): Promise<SubscriptionWorld> {
  const processor = createFakeProcessor();
  const app = await createHubApp({ processor, pricing, ...ports });
  const logLines: string[] = [];
  const log = createLog({ level: "debug", destination: { write: (line) => void logLines.push(line) } });
  const system = (at?: Date): HubContext => app.contextFor(null, { log, ...(at ? { at } : {}) });
  const world: SubscriptionWorld = {
    app,
    processor,
    logLines,
    system,
    createPerson: async () => {
      const ownerId = newId("usr");
      await app.get("/credits/balance/central", await app.as(ownerId));
      await adoptCustomer(system(), ownerId, `cus_${ownerId}`);
      return ownerId;
    },
    createSubscriber: async (overrides) => {
      const ownerId = await world.createPerson();
      const subscription = processor.subscribe(ownerId, overrides);
      await world.deliver(eventOf("customer.subscription.created", subscription.id));
      return { ownerId, subscription };
    },
    contextFor: (ownerId, overrides = {}) => app.contextFor(ownerId, overrides),
    deliver: async (event) => {
      const ctx = system();
      const mine = subscriptionEffects.filter(({ types }) => types.includes(event.type));
      const read = await Promise.all(mine.map((effect) => effect.read(ctx, event)));
      return asSystem(ctx.em, async (em) => {
        const outcomes: EventOutcome[] = [];
        for (const [index, effect] of mine.entries())
          outcomes.push(await effect.apply(ctx, em, event, read[index]));
        return outcomes;
      });
    },
    stored: (ownerId) =>
      asSystem(system().em, (em) =>
        selectSubscriptions(em, "owner_id = $1 ORDER BY created_at, id", [ownerId]),
      ),
    tiers: (ownerId, now = new Date()) =>
      asSystem(system().em, async (em) => {
        const sql =
          "SELECT app_id, tier_at(owner_id, app_id, $2) AS tier FROM entitlements WHERE owner_id = $1";
        const rows = await executeSql<{ app_id: string; tier: string }>(em, sql, [ownerId, now]);
        return Object.fromEntries(rows.map(({ app_id, tier }) => [app_id, tier]));
      }),
    eventTypes: async (ownerId) => {
      const rows = await app.database.query<{ type: string }>(
        "SELECT type FROM hub.outbox_events WHERE owner_id = $1 AND type LIKE 'subscription.%' ORDER BY sequence",
        [ownerId],
      );
      return rows.map(({ type }) => type);
    },
  };
  return world;
}
