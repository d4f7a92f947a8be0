import type { ContentRow } from "./content-step.ts";

/** An account at the stand-in of the payment processor, which takes payments. */
export function paymentAccount(ownerId: string, now: Date): ContentRow {
  const at = now.toISOString();
  return {
    table: "payment_accounts",
    row: {
      id: "pac_demo_1",
      owner_id: ownerId,
      processor_account_id: "acct_demo_1",
      country: "US",
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      created_at: at,
      updated_at: at,
    },
  };
}

/** Two cards that a client agreed to save. */
export function savedMethods(ownerId: string, now: Date): ContentRow[] {
  const at = now.toISOString();
  return ["4242", "4444"].map((last4, index) => ({
    table: "saved_payment_methods",
    row: {
      id: `spm_demo_${index + 1}`,
      owner_id: ownerId,
      client_id: "cli_demo_1",
      payment_account_id: "pac_demo_1",
      customer_id: "cus_demo_client",
      processor_method_id: `pm_demo_client_${index + 1}`,
      brand: last4 === "4242" ? "visa" : "mastercard",
      last4,
      expires_on: "2031-12-31",
      consented_at: at,
      created_at: at,
    },
  }));
}
