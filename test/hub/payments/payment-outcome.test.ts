import { expect, test } from "vitest";
import type { ProcessorCheckout, ProcessorPayment } from "../../../subgraphs/hub/processor/processor.port.ts";
import { isOtherAmount, outcomeOf } from "../../../subgraphs/hub/payments/payment-outcome.ts";

const payment = (changed: Partial<ProcessorPayment> = {}): ProcessorPayment => ({
  paymentIntentId: "pi_1",
  customerId: "cus_1",
  status: "succeeded",
  amount: 1_000,
  amountRefunded: 0,
  currency: "USD",
  dispute: null,
  paymentMethodId: "pm_1",
  receiptUrl: null,
  failureCode: null,
  isHardDecline: false,
  metadata: {},
  ...changed,
});
const session = (changed: Partial<ProcessorCheckout> = {}): ProcessorCheckout => ({
  sessionId: "cs_1",
  url: null,
  status: "complete",
  isPaid: true,
  mode: "payment",
  customerId: "cus_1",
  paymentIntentId: "pi_1",
  subscriptionId: null,
  invoiceId: null,
  amount: 1_000,
  currency: "USD",
  reference: "txn_1",
  metadata: {},
  ...changed,
});

test.each([
  ["a new payment", null, payment({ status: "pending" }), "pending"],
  ["one that goes on", null, payment({ status: "processing" }), "processing"],
  ["one that asks for its payer", null, payment({ status: "requires_action" }), "requires_action"],
  ["a paid one", null, payment(), "succeeded"],
  ["a declined one", null, payment({ status: "failed" }), "failed"],
  ["a canceled one", null, payment({ status: "canceled" }), "canceled"],
  ["one given back in part", null, payment({ amountRefunded: 999 }), "partially_refunded"],
  ["one given back", null, payment({ amountRefunded: 1_000 }), "refunded"],
  ["a contested one", null, payment({ dispute: "open" }), "disputed"],
  ["a contested one, given back in part", null, payment({ dispute: "open", amountRefunded: 1 }), "disputed"],
  ["one whose dispute was won", null, payment({ dispute: "won" }), "succeeded"],
  [
    "one won and given back in part",
    null,
    payment({ dispute: "won", amountRefunded: 1 }),
    "partially_refunded",
  ],
  ["one whose dispute was lost", null, payment({ dispute: "lost" }), "refunded"],
  ["an open page", session({ status: "open", isPaid: false, paymentIntentId: null }), null, "pending"],
  ["a page that is over", session({ status: "expired", isPaid: false }), null, "expired"],
  [
    "a page that is over, with its payment",
    session({ status: "expired", isPaid: false }),
    payment({ status: "canceled" }),
    "expired",
  ],
  [
    "a completed page of a subscription",
    session({ mode: "subscription", paymentIntentId: null }),
    null,
    "succeeded",
  ],
  [
    "a completed page that is not paid",
    session({ isPaid: false, paymentIntentId: null }),
    null,
    "processing",
  ],
  [
    "a completed page, paid later",
    session({ isPaid: false }),
    payment({ status: "processing" }),
    "processing",
  ],
  [
    "a completed page whose late payment failed",
    session({ isPaid: false }),
    payment({ status: "failed" }),
    "failed",
  ],
  [
    "a completed page with a payment that waits",
    session({ isPaid: false }),
    payment({ status: "pending" }),
    "processing",
  ],
  ["a paid page, given back since", session(), payment({ amountRefunded: 1_000 }), "refunded"],
  [
    "an open page after a decline",
    session({ status: "open", isPaid: false }),
    payment({ status: "failed" }),
    "failed",
  ],
] as const)("%s: %#", (_what, page, made, status) => {
  expect(outcomeOf({ session: page, payment: made })).toBe(status);
});

test("a paid payment of another amount or currency is detected, an unpaid one is not", () => {
  const expected = { amount: 1_000, currency: "USD" };
  expect(isOtherAmount(expected, { session: null, payment: payment() })).toBe(false);
  expect(isOtherAmount(expected, { session: session(), payment: null })).toBe(false);
  expect(isOtherAmount(expected, { session: null, payment: payment({ amount: 999 }) })).toBe(true);
  expect(isOtherAmount(expected, { session: session({ amount: 999 }), payment: null })).toBe(true);
  expect(isOtherAmount(expected, { session: null, payment: payment({ currency: "EUR" }) })).toBe(true);
  expect(isOtherAmount(expected, { session: null, payment: payment({ amount: 1, status: "failed" }) })).toBe(
    false,
  );
});
