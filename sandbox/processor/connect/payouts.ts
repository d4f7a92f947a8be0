import type { Stripe } from "stripe";
import { z } from "zod";
import { listPage, listParams } from "../lists.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { badRequest } from "../processor-error.ts";
import { newObjectId } from "../stored-objects.ts";
import { book } from "./account-balance.ts";
import { payoutOf } from "./balance.ts";

const payoutSchema = z.strictObject({
  currency: z.string().default("usd"),
  status: z.enum(["paid", "failed"]).default("paid"),
});

/**
 * `/v1/payouts`, to read. Control: `POST /accounts/{id}/payout {currency, status}` is the processor's daily payout of all
 * that the account has in a currency.
 */
export const payoutRoutes: ProcessorRoutes = (scope, processor) => {
  const { state } = processor;
  scope.get("/v1/payouts", ({ input }) => {
    input.allow(...listParams, "status");
    const status = input.oneOf("status", ["pending", "paid", "failed", "canceled"]);
    const isWanted = (payout: Stripe.Payout) => status === null || payout.status === status;
    return listPage(input, state.list("payout", isWanted), "/v1/payouts");
  });
  scope.get("/v1/payouts/:payout", ({ params }) => state.require("payout", params["payout"]!));
  scope.control("/accounts/:account/payout", payoutSchema, ({ currency, status }, params) => {
    const { id } = state.require("account", params["account"]!);
    return state.within(id, () => payOut(processor, currency, status));
  });
};

function payOut(processor: Processor, currency: string, status: "paid" | "failed"): Stripe.Payout {
  const { state, clock, events } = processor;
  const isOpen = (entry: Stripe.BalanceTransaction) =>
    entry.currency === currency && entry.type !== "payout" && payoutOf(processor, entry) === null;
  const entries = state.list("balance_transaction", isOpen);
  const amount = entries.reduce((sum, { net }) => sum + net, 0);
  if (amount < 1) throw badRequest("There is nothing to pay out.", "amount", "balance_insufficient");
  const now = clock.seconds();
  const payout = state.add(newPayout({ id: newObjectId("po"), amount, currency, now }));
  const facts = { type: "payout", category: "payout", currency, source: payout.id } as const;
  const booked = book(processor, { ...facts, amount: -amount, description: "STRIPE PAYOUT" });
  state.change(payout, { balance_transaction: booked.id });
  for (const entry of entries) state.setAside(entry.id, { payout: payout.id });
  events.emit("payout.created", payout);
  if (status === "paid") {
    state.change(payout, { status: "paid" });
    events.emit("payout.paid", payout);
    events.emit("payout.reconciliation_completed", payout);
    return payout;
  }
  const reversal = { type: "adjustment", category: "payout_reversal", currency, source: payout.id } as const;
  const back = book(processor, { ...reversal, amount, description: "STRIPE PAYOUT FAILURE" });
  state.change(payout, {
    status: "failed",
    failure_balance_transaction: back.id,
    failure_code: "account_closed",
    failure_message: "The bank account has been closed.",
  });
  events.emit("payout.failed", payout);
  return payout;
}

/** An automatic payout that the bank does not have yet. */
export function newPayout({
  id,
  amount,
  currency,
  now,
}: {
  id: string;
  amount: number;
  currency: string;
  now: number;
}): Stripe.Payout {
  return {
    id,
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: now,
    automatic: true,
    balance_transaction: null,
    created: now,
    currency,
    description: "STRIPE PAYOUT",
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "completed",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "pending",
    trace_id: null,
    type: "bank_account",
  };
}
