import type DataLoader from "dataloader";
import type { CatalogueItemUsage } from "./catalogue/catalogue.types.ts";
import type { InvoiceCreditPart, InvoicePaymentPart } from "./invoice-details/invoice-details.types.ts";
import type { InvoiceHistoryEntry } from "./invoice-history/invoice-history.types.ts";
import type { Invoice, InvoiceLine } from "./invoices/invoice.types.ts";
import type { RecentInvoices } from "./invoice-selection.ts";
import type { PaymentContext } from "../base/payments/payment.context.ts";
import type { AccountFiles } from "../base/account-files.port.ts";
import type { TaxRateService } from "./taxes/tax-rate-service.port.ts";
import type { ReceiptReader } from "./receipts/receipt-reader.port.ts";

/** What is known of an invoice whose fields are loaded. */
export type ShownInvoice = Pick<Invoice, "id" | "currency">;

/** Request-scoped data loaders. */
export interface InvoicingLoaders {
  invoices: DataLoader<string, Invoice | null>;
  lines: DataLoader<ShownInvoice, InvoiceLine[], string>;
  payments: DataLoader<ShownInvoice, InvoicePaymentPart[], string>;
  credits: DataLoader<ShownInvoice, InvoiceCreditPart[], string>;
  latestChanges: DataLoader<ShownInvoice, InvoiceHistoryEntry[], string>;
  itemUsage: DataLoader<string, CatalogueItemUsage>;
  recentInvoices: DataLoader<RecentInvoices, Invoice[], string>;
}

/** Request context of the invoicing app. */
export interface InvoicingContext extends PaymentContext {
  ports: PaymentContext["ports"] & {
    /** OCR for receipt images. */
    receiptReader: ReceiptReader;
    /** Files that accounts uploaded. */
    accountFiles: AccountFiles;
    /** Knows which taxes apply where. */
    taxRateService: TaxRateService;
  };
  loaders: InvoicingLoaders;
}
