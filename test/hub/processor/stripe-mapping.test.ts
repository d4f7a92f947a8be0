import type { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import { toCheckout } from "../../../subgraphs/hub/processor/stripe-checkout.ts";
import { toInvoice, toInvoicePreview } from "../../../subgraphs/hub/processor/stripe-invoice.ts";
import { toPayment } from "../../../subgraphs/hub/processor/stripe-payment.ts";
import { toSubscription } from "../../../subgraphs/hub/processor/stripe-subscription.ts";

const start = 1_777_000_000;
const end = start + 2_592_000;
const date = (seconds: number) => new Date(seconds * 1000);

const item = {
  id: "si_1",
  current_period_start: start,
  current_period_end: end,
  price: { id: "price_1", recurring: { interval: "month" } },
};
const base = {
  id: "sub_1",
  customer: "cus_1",
  status: "active",
  currency: "usd",
  start_date: start - 9,
  created: start - 9,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
  pause_collection: null,
  latest_invoice: { id: "in_1" },
  metadata: { appId: "central" },
  items: { data: [item] },
};
const subscription = (changes: object = {}) =>
  toSubscription({ ...base, ...changes } as unknown as Stripe.Subscription);

describe("a subscription", () => {
  test("a subscription has the period of its item", () => {
    const read = subscription({ current_period_start: 1, current_period_end: 2 });
    expect([read.currentPeriodStart, read.currentPeriodEnd]).toEqual([date(start), date(end)]);
    expect(read).toMatchObject({
      currency: "USD",
      interval: "month",
      latestInvoiceId: "in_1",
      customerId: "cus_1",
    });
  });

  test("a subscription has its own period when the item has none, as before 2025-03-31", () => {
    const { current_period_start: _start, current_period_end: _end, ...older } = item;
    const read = subscription({
      items: { data: [older] },
      current_period_start: 100,
      current_period_end: 200,
    });
    expect([read.currentPeriodStart, read.currentPeriodEnd]).toEqual([date(100), date(200)]);
  });

  test.each<[string, object, boolean, Date | null]>([
    ["nothing", {}, false, null],
    ["the flag", { cancel_at_period_end: true }, true, date(end)],
    ["the flag and the date", { cancel_at_period_end: true, cancel_at: end }, true, date(end)],
    ["the date of the period's end alone, as flexible billing", { cancel_at: end }, true, date(end)],
    ["another date", { cancel_at: end + 1 }, false, date(end + 1)],
  ])("that says %s", (_name, changes, cancelAtPeriodEnd, cancelAt) => {
    expect(subscription(changes)).toMatchObject({ cancelAtPeriodEnd, cancelAt });
  });

  test("a subscription's pause is mapped, with or without an end", () => {
    const pausedUntil = (resumes_at: number | null) =>
      subscription({ pause_collection: { behavior: "void", resumes_at } }).pause;
    expect(pausedUntil(null)).toEqual({ behavior: "void", resumesAt: null });
    expect(pausedUntil(end)).toEqual({ behavior: "void", resumesAt: date(end) });
    expect(subscription().pause).toBeNull();
  });

  test("a subscription's unknown status is kept", () => {
    expect(subscription({ status: "hibernating" }).processorStatus).toBe("hibernating");
  });
});

const intent = (changes: object) =>
  ({
    id: "pi_1",
    customer: "cus_1",
    amount: 1000,
    currency: "eur",
    status: "succeeded",
    last_payment_error: null,
    latest_charge: null,
    payment_method: "pm_1",
    metadata: {},
    ...changes,
  }) as unknown as Stripe.PaymentIntent;

describe("a payment", () => {
  const declined = { code: "card_declined", decline_code: "stolen_card", payment_method: { id: "pm_2" } };
  test.each<[object, object]>([
    [{}, { status: "succeeded", failureCode: null, isHardDecline: false }],
    [{ status: "requires_payment_method" }, { status: "pending", failureCode: null }],
    [
      { status: "requires_payment_method", payment_method: null, last_payment_error: declined },
      { status: "failed", failureCode: "card_declined", isHardDecline: true, paymentMethodId: "pm_2" },
    ],
    [{ last_payment_error: declined }, { status: "succeeded", failureCode: null, isHardDecline: false }],
    [{ status: "requires_confirmation" }, { status: "pending" }],
    [{ status: "requires_action" }, { status: "requires_action" }],
    [{ status: "processing" }, { status: "processing" }],
    [{ status: "canceled" }, { status: "canceled" }],
    [{ status: "of the future" }, { status: "pending" }],
  ])("%j is %j", (changes, expected) => {
    expect(toPayment(intent(changes))).toMatchObject(expected);
  });

  test.each<[string[], "open" | "won" | "lost" | null]>([
    [[], null],
    [["needs_response"], "open"],
    [["under_review"], "open"],
    [["won"], "won"],
    [["lost"], "lost"],
    [["won", "needs_response"], "open"],
    [["won", "lost"], "lost"],
    [["warning_needs_response"], null],
    [["warning_closed"], null],
  ])("with disputes %j has one that is %s", (statuses, expected) => {
    const disputes = statuses.map((status) => ({ status })) as Stripe.Dispute[];
    expect(toPayment(intent({}), disputes).dispute).toBe(expected);
  });

  test("a payment has its charge's refunds and receipt", () => {
    const latest_charge = { id: "ch_1", amount_refunded: 250, receipt_url: "https://pay.example/r" };
    expect(toPayment(intent({ latest_charge }))).toMatchObject({
      amountRefunded: 250,
      receiptUrl: "https://pay.example/r",
      currency: "EUR",
    });
    expect(toPayment(intent({ latest_charge: "ch_1" }))).toMatchObject({
      amountRefunded: 0,
      receiptUrl: null,
    });
  });
});

const line = (period: { start: number; end: number }, proration = false, amount = 2900) => ({
  amount,
  description: proration ? "Unused time" : "Plan",
  period,
  parent: { subscription_item_details: { proration } },
});
const invoice = (changes: object = {}) =>
  ({
    id: "in_1",
    number: null,
    customer: "cus_1",
    status: "open",
    amount_due: 2900,
    currency: "usd",
    created: start,
    period_start: start,
    period_end: start,
    next_payment_attempt: null,
    status_transitions: { paid_at: null },
    attempt_count: 1,
    hosted_invoice_url: "https://pay.example/in_1",
    parent: { subscription_details: { subscription: "sub_1", metadata: { appId: "central" } } },
    metadata: {},
    lines: { data: [line({ start, end })] },
    ...changes,
  }) as unknown as Stripe.Invoice;

describe("an invoice", () => {
  test("an invoice has the period of its plan, not its own or that of prorations", () => {
    const lines = { data: [line({ start: start - 99, end: end + 99 }, true), line({ start, end })] };
    expect(toInvoice(invoice({ lines }))).toMatchObject({ periodStart: date(start), periodEnd: date(end) });
  });

  test("an invoice names its subscription and that one's metadata, also in the format before 2025-03-31", () => {
    const expected = { subscriptionId: "sub_1", metadata: { appId: "central" } };
    expect(toInvoice(invoice())).toMatchObject(expected);
    const earlier = {
      parent: null,
      subscription: "sub_1",
      subscription_details: { metadata: { appId: "central" } },
    };
    expect(toInvoice(invoice(earlier))).toMatchObject(expected);
  });

  test("an invoice has the URL for the payer while its payment requires action", () => {
    const paying = (status: string) => ({
      payments: { data: [{ is_default: true, payment: { payment_intent: { id: "pi_1", status } } }] },
    });
    expect(toInvoice(invoice(paying("requires_action"))).requiresActionUrl).toBe("https://pay.example/in_1");
    expect(toInvoice(invoice(paying("requires_payment_method"))).requiresActionUrl).toBeNull();
    expect(toInvoice(invoice({ ...paying("requires_action"), status: "paid" })).requiresActionUrl).toBeNull();
  });

  test("an invoice preview has its lines", () => {
    const lines = { data: [line({ start, end }, true, -1450), line({ start, end }, false, 9900)] };
    expect(toInvoicePreview(invoice({ amount_due: 8450, lines, next_payment_attempt: end })).lines).toEqual([
      { description: "Unused time", amount: -1450, proration: true },
      { description: "Plan", amount: 9900, proration: false },
    ]);
  });
});

test.each<[object, object]>([
  [
    { status: "open", payment_status: "unpaid" },
    { status: "open", isPaid: false },
  ],
  [
    { status: "complete", payment_status: "unpaid" },
    { status: "complete", isPaid: false },
  ],
  [
    { status: "complete", payment_status: "paid" },
    { status: "complete", isPaid: true },
  ],
  [
    { status: "complete", payment_status: "no_payment_required" },
    { status: "complete", isPaid: true },
  ],
  [
    { status: "expired", payment_status: "unpaid" },
    { status: "expired", isPaid: false },
  ],
])("a checkout %j is %j", (changes, expected) => {
  const session = { id: "cs_1", url: null, mode: "payment", currency: "usd", metadata: null, ...changes };
  expect(toCheckout(session as unknown as Stripe.Checkout.Session)).toMatchObject(expected);
});
