import type DataLoader from "dataloader";
import type { GatewayContext } from "../base/gateway.context.ts";
import type { Invoice, InvoiceLine } from "./invoices/invoice.types.ts";
import type { RecentInvoices } from "./invoice-selection.ts";
import type { InvoiceProcessor } from "./payment-accounts/payment-processor.port.ts";
import type { AccountFiles } from "../base/account-files.port.ts";
import type { ReceiptReader } from "./receipts/receipt-reader.port.ts";

/** Request-scoped data loaders. */
export interface InvoicingLoaders {
  invoices: DataLoader<string, Invoice | null>;
  lines: DataLoader<Pick<Invoice, "id" | "currency">, InvoiceLine[], string>;
  recentInvoices: DataLoader<RecentInvoices, Invoice[], string>;
}

/** Request context of the invoicing app. */
export interface InvoicingContext extends GatewayContext {
  ports: GatewayContext["ports"] & {
    /** OCR for receipt images. */
    receiptReader: ReceiptReader;
    /** Files that accounts uploaded. */
    accountFiles: AccountFiles;
    /** Takes payments of clients for the accounts. */
    processor: InvoiceProcessor;
  };
  loaders: InvoicingLoaders;
}
