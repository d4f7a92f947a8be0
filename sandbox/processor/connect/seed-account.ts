import type { ProcessorSeed } from "../processor-context.ts";
import { newAccount, enabledBy } from "./account-object.ts";
import { book } from "./account-balance.ts";
import { newPayout } from "./payouts.ts";

/** The connected account of the demo, with one payout; ids are the same at every start. */
export const seedAccount: ProcessorSeed = (processor) => {
  const { state, clock } = processor;
  const made = newAccount({
    country: "US",
    email: "billing@lakeside.example",
    created: clock.seconds(),
    controller: {
      fees: { payer: "account" },
      losses: { payments: "stripe" },
      requirement_collection: "stripe",
      stripe_dashboard: { type: "full" },
    },
    capabilities: ["card_payments", "transfers"],
    businessName: "Lakeside Studio LLC",
    businessUrl: null,
    metadata: {},
  });
  const account = state.add({ ...made, id: "acct_demo_1" });
  state.change(account, { ...enabledBy(account, []), details_submitted: true });
  state.within(account.id, () => {
    const [amount, currency] = [12_000, "usd"];
    const charge = { type: "charge", category: "charge", amount, currency, source: "ch_demo_1" } as const;
    const entry = book(processor, { ...charge, description: "Invoice" });
    const payout = newPayout({ id: "po_demo_1", amount, currency, now: clock.seconds() });
    state.add({ ...payout, status: "paid" });
    const out = { type: "payout", category: "payout", currency, source: payout.id } as const;
    book(processor, { ...out, amount: -amount, description: "STRIPE PAYOUT" });
    state.setAside(entry.id, { payout: payout.id });
  });
};
