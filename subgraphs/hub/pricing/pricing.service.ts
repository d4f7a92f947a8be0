import { currencyDecimals } from "../../../src/currency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { DomainError } from "../../../src/errors.ts";
import { toMajor } from "../../../src/money.ts";
import { findApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import { mergePlans, type PlanCatalogue } from "./merge-plans.ts";
import { selectFormerPrices, selectPlans } from "./plan.rows.ts";
import type { PricedPlan, PriceList } from "./pricing.port.ts";
import type { AppPlans } from "./pricing.types.ts";

/** With the minute that routers cache plans for, no price is older than 5 minutes. */
const freshForMs = 4 * 60 * 1000;
const keptForMs = 24 * 60 * 60 * 1000;

/** A price of a plan; the amount in minor units. */
export interface PlanPrice {
  priceId: string;
  planId: string;
  interval: "month" | "year";
  amount: number;
  currency: string;
  /** False: existing subscribers are still billed, and new ones cannot choose it. */
  isActive: boolean;
}

/**
 * The plans of an app: those of the pricing service, and those that administrators keep here, which come first. Outside of
 * transactions. Throws APP_NOT_FOUND for an app that is unknown or has no plans, UPSTREAM_FAILED (502) while the pricing
 * service is unreachable and no response of it is cached.
 */
export async function readPlans(ctx: HubContext, appId: string): Promise<PlanCatalogue> {
  if (!(await findApp(ctx, appId))) throw unknownApp();
  const [own, former] = [await selectPlans(ctx.em, appId), await selectFormerPrices(ctx.em, appId)];
  const listed = await readListedPlans(ctx, appId).catch((error: unknown) => {
    const isConfigured = !(error instanceof DomainError) || error.details["configured"] !== false;
    if (own.length === 0 || isConfigured) throw error;
    return null;
  });
  if (listed === null && own.length === 0) throw unknownApp();
  return mergePlans(listed, own, former);
}

/**
 * Plans of the pricing service, cached for 4 minutes; during an outage the last response is used for up to 24 hours, and
 * `ctx.meter.stale` is set. Null for an app that the service does not know.
 */
async function readListedPlans(ctx: HubContext, appId: string): Promise<PriceList | null> {
  const now = ctx.clock.now();
  const known = await findAnswer(ctx, appId);
  const ageMs = known ? now.getTime() - known.fetchedAt.getTime() : Infinity;
  if (known && ageMs >= 0 && ageMs < freshForMs) return known.answer;
  const asked = await ctx.ports.pricing.readPlans(appId).catch((error: unknown) => {
    if (!known || Math.abs(ageMs) > keptForMs) throw error;
    ctx.log.warn({ err: error, appId }, "Using cached prices, since the pricing service is unavailable");
    ctx.meter.stale = true;
    return known.answer;
  });
  if (asked !== null && asked !== known?.answer) await keepAnswer(ctx, appId, asked);
  return asked;
}

/** The public plans of an app: amounts in major units, and only prices that can be chosen now. */
export async function showPlans(ctx: HubContext, appId: string): Promise<AppPlans> {
  const { currency, plans, updatedAt } = await readPlans(ctx, appId);
  return {
    appId,
    currency,
    plans: plans.map(({ prices, ...plan }) => ({ ...plan, prices: showPrices(prices) })),
    updatedAt: new Date(updatedAt),
  };
}

function showPrices(prices: PricedPlan["prices"]): Record<string, unknown> {
  const shown = Object.entries(prices).filter(([, { isActive }]) => isActive);
  return Object.fromEntries(
    shown.map(([key, { amount, currency, interval, processorId }]) => [
      key,
      { amount: toMajor(amount, currencyDecimals(currency)), currency, interval, processorId },
    ]),
  );
}

/**
 * The price of a plan that can be chosen now, or null: unknown, free, or agreed with each customer. Throws
 * PLAN_WITHOUT_PRICE for a plan that is sold and has no price at the payment processor.
 */
export async function findPlanPrice(
  ctx: HubContext,
  appId: string,
  planId: string,
  interval: PlanPrice["interval"],
): Promise<PlanPrice | null> {
  const catalogue = await readPlans(ctx, appId);
  const prices = pricesOf(catalogue);
  const found = prices.find((one) => one.planId === planId && one.interval === interval && one.isActive);
  if (!found && isUnpriced(catalogue, planId, interval)) throw planWithoutPrice();
  return found ?? null;
}

function isUnpriced({ plans }: PlanCatalogue, planId: string, interval: PlanPrice["interval"]): boolean {
  const plan = plans.find((one) => one.planId === planId);
  const price = interval === "month" ? plan?.prices.monthly : plan?.prices.yearly;
  return price !== undefined && price.isActive && price.amount > 0 && price.processorId === null;
}

/** The price of this id of the processor among those of the app, or null. It may be one that is sold no more. */
export async function findPrice(ctx: HubContext, appId: string, priceId: string): Promise<PlanPrice | null> {
  const prices = pricesOf(await readPlans(ctx, appId));
  return prices.find((price) => price.priceId === priceId) ?? null;
}

/** What costs nothing is not subscribed to: it is what everybody has. */
function pricesOf({ plans, former }: PlanCatalogue): PlanPrice[] {
  const listed = plans.flatMap(({ planId, prices }) =>
    Object.values(prices).flatMap(({ processorId, ...price }) =>
      processorId === null || price.amount === 0 ? [] : [{ ...price, planId, priceId: processorId }],
    ),
  );
  return [...listed, ...former.map((price) => ({ ...price, isActive: false }))];
}

async function findAnswer(
  { em }: HubContext,
  appId: string,
): Promise<{ answer: PriceList; fetchedAt: Date } | null> {
  const [row] = await executeSql<{ answer: string; fetchedAt: string }>(
    em,
    `SELECT answer::text AS answer, fetched_at AS "fetchedAt" FROM pricing_answers WHERE app_id = $1`,
    [appId],
  );
  return row ? { answer: JSON.parse(row.answer) as PriceList, fetchedAt: new Date(row.fetchedAt) } : null;
}

async function keepAnswer({ em, clock }: HubContext, appId: string, answer: PriceList): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO pricing_answers (app_id, answer, fetched_at) VALUES ($1, $2::json, $3)
     ON CONFLICT (app_id) DO UPDATE SET answer = EXCLUDED.answer, fetched_at = EXCLUDED.fetched_at`,
    [appId, JSON.stringify(answer), clock.now()],
  );
}

function unknownApp(): DomainError {
  return new DomainError("APP_NOT_FOUND", "App not found, or it has no plans. Check the appId.");
}

function planWithoutPrice(): DomainError {
  return new DomainError(
    "PLAN_WITHOUT_PRICE",
    "This plan has no price at the payment processor yet. Ask an administrator of the platform to set one.",
  );
}
