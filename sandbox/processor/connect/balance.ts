import type { Stripe } from "stripe";
import { listPage, listParams } from "../lists.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { idOf } from "../stored-objects.ts";

/** `/v1/balance`, `/v1/balance_transactions` and `/v1/application_fees`, to read. */
export const balanceRoutes: ProcessorRoutes = (scope, processor) => {
  const { state } = processor;
  scope.get("/v1/balance", ({ input }) => {
    input.allow();
    return balanceOf(processor);
  });
  scope.get("/v1/balance_transactions", ({ input }) => {
    input.allow(...listParams, "currency", "payout", "source", "type");
    const [currency, payout] = [input.string("currency"), input.string("payout")];
    const [source, type] = [input.string("source"), input.string("type")];
    const isWanted = (entry: Stripe.BalanceTransaction) =>
      (currency === null || entry.currency === currency) &&
      (payout === null || payoutOf(processor, entry) === payout || entry.source === payout) &&
      (source === null || idOf(entry.source) === source) &&
      (type === null || entry.type === type);
    return listPage(input, state.list("balance_transaction", isWanted), "/v1/balance_transactions");
  });
  scope.get("/v1/balance_transactions/:entry", ({ params }) =>
    state.require("balance_transaction", params["entry"]!),
  );
  scope.get("/v1/application_fees", ({ input }) => {
    input.allow(...listParams, "charge");
    const charge = input.string("charge");
    const isWanted = (fee: Stripe.ApplicationFee) => charge === null || fee.charge === charge;
    return listPage(input, state.list("application_fee", isWanted), "/v1/application_fees");
  });
};

/** The payout that has paid out a movement; null while it is in the balance. */
export function payoutOf({ state }: Processor, entry: Stripe.BalanceTransaction): string | null {
  return (state.aside(entry.id)["payout"] as string | undefined) ?? null;
}

function balanceOf({ state }: Processor): Stripe.Balance {
  const sums = new Map<string, number>();
  for (const { currency, net } of state.list("balance_transaction"))
    sums.set(currency, (sums.get(currency) ?? 0) + net);
  const available = [...sums].map(([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }));
  const pending = available.map(({ currency }) => ({ amount: 0, currency, source_types: { card: 0 } }));
  return { object: "balance", available, livemode: false, pending };
}
