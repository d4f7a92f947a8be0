import type { PaymentAccountRow } from "./payment-account.rows.ts";

/** True when clients can pay this account online. */
export function takesPayments(row: PaymentAccountRow | null): row is PaymentAccountRow {
  return row !== null && row.disconnectedAt === null && row.chargesEnabled && row.acceptsPayments;
}
