import type { Invoice } from "./invoices/invoice.types.ts";

/** What a read answers of each invoice. */
export interface InvoiceSelection {
  /** The same for the same fields of the same document. */
  id: number;
  /** In the order of the type. */
  fields: readonly Exclude<keyof Invoice, "lines">[];
  hasLines: boolean;
}

/** Query for the newest invoices of one app or all. */
export interface RecentInvoices {
  appId: string | null;
  first: number;
  selection: InvoiceSelection;
}
