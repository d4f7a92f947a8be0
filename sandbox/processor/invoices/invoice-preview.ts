import type { Stripe } from "stripe";
import { periodAt } from "../subscriptions/billing-period.ts";
import { newInvoice } from "./invoice-object.ts";
import { lineOfItem, pendingItems } from "./invoices.ts";
import { effectOf, periodLine, type PriceChange } from "../subscriptions/price-change.ts";
import { nameOfPrice } from "../hosted/price-name.ts";
import type { Processor } from "../processor-context.ts";
import { ProcessorError } from "../processor-error.ts";
import { idOf, newObjectId } from "../stored-objects.ts";
import { cadenceOf, itemOf, periodOf } from "../subscriptions/subscription-object.ts";
import { isLive } from "../subscriptions/subscriptions.ts";

const draftSeconds = 3600;

/**
 * The next invoice, or the one that `change` would create: the immediate one if it bills immediately, otherwise
 * the next renewal with its prorations. It is not stored. Throws 404 `invoice_upcoming_none` when nothing will
 * be billed.
 */
export function previewInvoice(
  processor: Processor,
  { subscription, change }: { subscription: Stripe.Subscription; change: PriceChange | null },
): Stripe.Invoice {
  const { state } = processor;
  const nameOf = (price: Stripe.Price) => nameOfPrice(processor, price);
  const effect = change && effectOf(subscription, change, nameOf);
  const pending = pendingItems(processor, subscription).map((item) =>
    lineOfItem(processor, subscription, item),
  );
  const due = [...pending, ...(effect?.lines ?? [])];
  const customer = state.require("customer", idOf(subscription.customer)!);
  const prorationDate = change && change.behavior !== "none" ? change.at : null;
  const common = { customer, subscription, prorationDate, id: `upcoming_${newObjectId("in")}` };
  if (effect?.isBilledNow) {
    const { at } = change!;
    const facts = {
      ...common,
      reason: "subscription_update",
      lines: due,
      period: { start: at, end: at },
    } as const;
    return newInvoice({ ...facts, createdAt: at, finalizesAt: at });
  }
  const current = periodOf(subscription);
  const isEnding = subscription.cancel_at_period_end || (subscription.cancel_at ?? Infinity) <= current.end;
  if (!isLive(subscription) || (isEnding && due.length === 0)) throw nothingComes(customer);
  const item = itemOf(subscription);
  const { price, quantity } = change ?? { price: item.price, quantity: item.quantity ?? 1 };
  const period = periodAt(subscription.billing_cycle_anchor, cadenceOf(price), current.end);
  const next = isEnding ? [] : [periodLine(subscription, { price, quantity, period }, nameOf)];
  const finalizesAt = current.end + draftSeconds;
  const facts = { ...common, reason: "upcoming", lines: [...due, ...next], period: current } as const;
  return newInvoice({ ...facts, createdAt: current.end, finalizesAt });
}

function nothingComes({ id }: Stripe.Customer): ProcessorError {
  const details = { code: "invoice_upcoming_none" };
  return new ProcessorError(
    404,
    "invalid_request_error",
    `No upcoming invoices for customer: '${id}'`,
    details,
  );
}
