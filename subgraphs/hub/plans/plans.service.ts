import { changedFields } from "../../../src/access/audit-change.ts";
import { currencyDecimals, parseCurrency } from "../../../src/currency.ts";
import { onceOutside } from "../../../src/db/outside-effect.ts";
import { DomainError, validationError } from "../../../src/errors.ts";
import { toMinor } from "../../../src/money.ts";
import { findApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import { selectPlan, selectPlans, writePlan, type StoredPlan } from "../pricing/plan.rows.ts";
import { readPlans } from "../pricing/pricing.service.ts";
import type { PricedPlan } from "../pricing/pricing.port.ts";
import { pricesAtProcessor, type PlanPriceIds } from "./plan-price.service.ts";
import { fromListed, presentListed, presentStored } from "./present-plan.ts";
import type { CreatePlanInput, PlanRegistry, RegisteredPlan, UpdatePlanInput } from "./plans.types.ts";

/** Every plan of an app, archived or not, from the platform and the pricing service. Throws APP_NOT_FOUND. */
export async function listRegisteredPlans(ctx: HubContext, appId: string): Promise<PlanRegistry> {
  const own = await selectPlans(ctx.em, appId);
  const listed = await readListed(ctx, appId);
  const ownIds = new Set(own.map(({ planId }) => planId));
  const plans = [
    ...listed.filter(({ planId }) => !ownIds.has(planId)).map((plan) => presentListed(appId, plan)),
    ...own.map(presentStored),
  ];
  return { plans, total: plans.length };
}

/**
 * Puts a plan on sale. Its prices are created at the payment processor, or the named ones are linked. Idempotent. Throws
 * PLAN_EXISTS, INVALID_CURRENCY, PRICE_MISMATCH for a named price that is not this one, and PROCESSOR_ERROR.
 */
export function createPlan(ctx: HubContext, input: CreatePlanInput): Promise<RegisteredPlan> {
  return onceOutside<StoredPlan, PlanPriceIds, RegisteredPlan, boolean>(
    ctx,
    { operation: "createPlan", input },
    {
      prepare: async () => (await readListed(ctx, input.appId)).some(({ planId }) => planId === input.planId),
      record: async (em, isListed) => {
        const plan = newPlan(input, ctx.clock.now());
        await refuseFaults(ctx, plan);
        if (isListed || (await selectPlan(em, plan))) throw planExists();
        return plan;
      },
      act: (plan, effectKey) => pricesAtProcessor(ctx, plan, null, effectKey),
      settle: async (em, intent, priceIds) => {
        const plan = { ...intent, ...priceIds };
        const existing = await selectPlan(em, plan);
        // The same prices mean that this run is repeated after its commit was lost.
        if (existing && !hasPrices(existing, priceIds)) throw planExists();
        await writePlan(em, plan);
        return presentStored(plan);
      },
    },
  );
}

/** A change of a plan: how it was, and how it will be. */
interface PlanChange {
  current: StoredPlan;
  changed: StoredPlan;
}

/**
 * Changes or archives a plan. A plan of the pricing service is kept here from then on. A new price is created at the payment
 * processor, or the named one is linked; subscribers are still billed at the old one. Idempotent. Throws PLAN_NOT_FOUND,
 * and the errors of `createPlan`.
 */
export function updatePlan(ctx: HubContext, input: UpdatePlanInput): Promise<RegisteredPlan> {
  return onceOutside<PlanChange, PlanPriceIds, RegisteredPlan, PricedPlan | null>(
    ctx,
    { operation: "updatePlan", input },
    {
      prepare: async () =>
        (await readListed(ctx, input.appId)).find(({ planId }) => planId === input.planId) ?? null,
      record: async (em, listed) => {
        const known = await selectPlan(em, input);
        const current = known ?? (listed ? fromListed(input.appId, listed) : refuseUnknown());
        const changed = withChanges(current, input, ctx.clock.now());
        await refuseFaults(ctx, changed);
        return { current, changed };
      },
      act: ({ current, changed }, effectKey) => pricesAtProcessor(ctx, changed, current, effectKey),
      settle: async (em, { current, changed }, priceIds) => {
        const locked = (await selectPlan(em, input, { isLocked: true })) ?? current;
        const { monthlyMinor, yearlyMinor, updatedAt } = changed;
        const plan = {
          ...withChanges(locked, input, new Date(updatedAt)),
          monthlyMinor,
          yearlyMinor,
          ...priceIds,
        };
        ctx.noteChange?.(changedFields(presentStored(locked), presentStored(plan)));
        await writePlan(em, plan);
        return presentStored(plan);
      },
    },
  );
}

/** The plans that can be bought now; none of an app that has none yet. */
async function readListed(ctx: HubContext, appId: string): Promise<PricedPlan[]> {
  if (!(await findApp(ctx, appId))) throw new DomainError("APP_NOT_FOUND", "App not found. Check the appId.");
  try {
    return (await readPlans(ctx, appId)).plans;
  } catch (error) {
    const isWithout = error instanceof DomainError && error.code === "APP_NOT_FOUND";
    const isUnset = error instanceof DomainError && error.details["configured"] === false;
    if (isWithout || isUnset) return [];
    throw error;
  }
}

function newPlan(input: CreatePlanInput, now: Date): StoredPlan {
  const currency = parseCurrency(input.currency);
  return {
    appId: input.appId,
    planId: input.planId,
    name: input.name,
    description: input.description,
    features: input.features ?? [],
    custom: input.custom ?? false,
    highlighted: input.highlighted ?? false,
    active: true,
    currency,
    monthlyMinor: minorOf(input.monthlyPrice, currency),
    yearlyMinor: minorOf(input.yearlyPrice, currency),
    monthlyPriceId: input.monthlyPriceId ?? null,
    yearlyPriceId: input.yearlyPriceId ?? null,
    sortOrder: input.sortOrder ?? 0,
    updatedAt: now.toISOString(),
  };
}

function withChanges(current: StoredPlan, input: UpdatePlanInput, now: Date): StoredPlan {
  const amount = (given: number | null | undefined, before: number | null) =>
    given === undefined ? before : minorOf(given, current.currency);
  const monthlyMinor = amount(input.monthlyPrice, current.monthlyMinor);
  const yearlyMinor = amount(input.yearlyPrice, current.yearlyMinor);
  const keptMonthly = monthlyMinor === current.monthlyMinor ? current.monthlyPriceId : null;
  const keptYearly = yearlyMinor === current.yearlyMinor ? current.yearlyPriceId : null;
  return {
    ...current,
    name: input.name ?? current.name,
    description: input.description ?? current.description,
    features: input.features ?? current.features,
    custom: input.custom ?? current.custom,
    highlighted: input.highlighted ?? current.highlighted,
    active: input.active ?? current.active,
    monthlyMinor,
    yearlyMinor,
    monthlyPriceId: input.monthlyPriceId ?? keptMonthly,
    yearlyPriceId: input.yearlyPriceId ?? keptYearly,
    sortOrder: input.sortOrder ?? current.sortOrder,
    updatedAt: now.toISOString(),
  };
}

async function refuseFaults(ctx: HubContext, plan: StoredPlan): Promise<void> {
  const faults = [
    !(await findApp(ctx, plan.appId)) && {
      path: "appId",
      message: "must be the ID of a registered app",
      rule: "exists",
    },
    plan.planId === "integration" &&
      plan.appId !== "invoicer" && {
        path: "planId",
        message: "must be a plan that this app knows",
        rule: "known",
      },
    !plan.custom &&
      plan.monthlyMinor === null &&
      plan.yearlyMinor === null && {
        path: "monthlyPrice",
        message: "is required unless the plan has a yearly price or is custom",
        rule: "required",
      },
  ].filter((fault) => fault !== false);
  if (faults.length > 0) throw validationError(faults);
}

function minorOf(price: number | null | undefined, currency: string): number | null {
  return price === null || price === undefined ? null : toMinor(price, currencyDecimals(currency));
}

function hasPrices(plan: PlanPriceIds, { monthlyPriceId, yearlyPriceId }: PlanPriceIds): boolean {
  return plan.monthlyPriceId === monthlyPriceId && plan.yearlyPriceId === yearlyPriceId;
}

function planExists(): DomainError {
  return new DomainError("PLAN_EXISTS", "The app has this plan already. Update the plan.");
}

function refuseUnknown(): never {
  throw new DomainError("PLAN_NOT_FOUND", "Plan not found in this app. List the registered plans.");
}
