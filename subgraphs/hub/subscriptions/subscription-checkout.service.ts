import { findApp, requireAllowedApp } from "../apps/apps.service.ts";
import { DomainError, validationError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { openCheckout } from "../payments/checkout.service.ts";
import { checkMetadata } from "../payments/metadata.ts";
import type { OpenedCheckout } from "../payments/payments.types.ts";
import { checkoutUrls } from "../payments/redirect-urls.ts";
import { returnSiteOf } from "../payments/return-site.service.ts";
import { findPlanPrice, findPrice, type PlanPrice } from "../pricing/pricing.service.ts";
import { asOf } from "./subscription-states.ts";
import { lockInApp } from "./subscription.rows.ts";
import { subscriptionExists } from "./subscriptions.errors.ts";
import type { SubscriptionCheckoutInput } from "./subscriptions.types.ts";

/**
 * Opens the processor's page where a plan is paid for. The subscription begins when the processor says that it was paid.
 * Throws PLAN_NOT_FOUND, PRICE_MISMATCH for a price of another app or plan or one that is not sold, INVALID_URL,
 * SUBSCRIPTION_EXISTS while there is a live one in this app, PROCESSOR_ERROR.
 */
export async function openSubscriptionCheckout(
  ctx: HubContext,
  input: SubscriptionCheckoutInput,
): Promise<OpenedCheckout> {
  const { appId, planId } = input;
  requireAllowedApp(ctx, appId);
  const metadata = checkMetadata(input.metadata);
  const app = await findApp(ctx, appId);
  if (!app)
    throw validationError([{ path: "appId", message: "must be the ID of a registered app", rule: "exists" }]);
  const urls = checkoutUrls(returnSiteOf(ctx, app), input);
  const call = { operation: "openSubscriptionCheckout", input };
  return openCheckout(ctx, call, {
    prepare: () => choosePrice(ctx, input),
    order: async (em, { priceId, amount, currency }) => {
      const stored = await lockInApp(em, ctx.principal.ownerId ?? "", appId);
      const { status } = stored ? asOf(stored, ctx.clock.now()) : { status: "canceled" };
      if (status !== "canceled") throw subscriptionExists(status);
      return {
        ...urls,
        type: "subscription_checkout" as const,
        mode: "subscription" as const,
        line: { priceId },
        amount,
        currency,
        appId,
        description: `${app.name}: ${planId}`,
        metadata,
        processorMetadata: { planId },
      };
    },
  });
}

/** The price that was named, if it is one of the plan's that is sold, or the plan's price of this interval. */
async function choosePrice(
  ctx: HubContext,
  { appId, planId, priceId = null, interval }: SubscriptionCheckoutInput,
): Promise<PlanPrice> {
  const every = interval.startsWith("year") ? "year" : "month";
  const listed = await findPlanPrice(ctx, appId, planId, every);
  if (!listed) throw new DomainError("PLAN_NOT_FOUND", "Plan not found in this app. List the app's plans.");
  if (priceId === null) return listed;
  const named = await findPrice(ctx, appId, priceId);
  if (named?.isActive && named.planId === planId) return named;
  throw new DomainError("PRICE_MISMATCH", "The price does not belong to this plan. Read the plan again.");
}
