import { createHash } from "node:crypto";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import type { StoredPlan } from "../pricing/plan.rows.ts";

/** The IDs of a plan's prices at the payment processor. */
export type PlanPriceIds = Pick<StoredPlan, "monthlyPriceId" | "yearlyPriceId">;

/**
 * The prices of a plan at the payment processor: those that it names, once they are found to be the same, or new ones.
 * Prices that stay as in `before` are not looked at, and an archived plan keeps what it has. Throws PRICE_MISMATCH and
 * PROCESSOR_ERROR.
 */
export async function pricesAtProcessor(
  ctx: HubContext,
  plan: StoredPlan,
  before: StoredPlan | null,
  effectKey: string,
): Promise<PlanPriceIds> {
  const { active, monthlyMinor, yearlyMinor, monthlyPriceId, yearlyPriceId } = plan;
  if (!active) return { monthlyPriceId, yearlyPriceId };
  const isKeptMonthly = before?.monthlyPriceId === monthlyPriceId && before.monthlyMinor === monthlyMinor;
  const isKeptYearly = before?.yearlyPriceId === yearlyPriceId && before.yearlyMinor === yearlyMinor;
  const monthly = { plan, interval: "month", amount: monthlyMinor, named: monthlyPriceId } as const;
  const yearly = { plan, interval: "year", amount: yearlyMinor, named: yearlyPriceId } as const;
  return {
    monthlyPriceId:
      isKeptMonthly && monthlyPriceId !== null ? monthlyPriceId : await priceOf(ctx, monthly, effectKey),
    yearlyPriceId:
      isKeptYearly && yearlyPriceId !== null ? yearlyPriceId : await priceOf(ctx, yearly, effectKey),
  };
}

interface WantedPrice {
  plan: StoredPlan;
  interval: "month" | "year";
  /** Null: not sold by this interval. */
  amount: number | null;
  named: string | null;
}

async function priceOf(
  { ports: { processor } }: HubContext,
  { plan: { appId, planId, name, currency }, interval, amount, named }: WantedPrice,
  effectKey: string,
): Promise<string | null> {
  if (amount === null) return null;
  if (named === null) {
    // One effect has up to two prices, each under a key of its own.
    const key = createHash("sha256")
      .update(JSON.stringify([effectKey, interval]))
      .digest("hex");
    const wanted = { amount, currency, name: `${name} (${appId})`, interval, metadata: { appId, planId } };
    return (await processor.createPrice(wanted, `hub:plan-price:${key}`)).priceId;
  }
  const price = await processor.readPrice(named);
  if (!price) throw priceMismatch("The payment processor has no price with this ID. Check the price ID.");
  if (!price.isActive || price.interval !== interval)
    throw priceMismatch(
      `The price at the payment processor is archived, or not paid once per ${interval}. Choose another one.`,
    );
  if (price.amount !== amount || price.currency !== currency)
    throw priceMismatch("The price at the payment processor has another amount or currency. Check both.");
  return named;
}

function priceMismatch(message: string): DomainError {
  return new DomainError("PRICE_MISMATCH", message);
}
