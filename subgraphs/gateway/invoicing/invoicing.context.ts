import type DataLoader from "dataloader";
import type { GatewayContext } from "../base/gateway.context.ts";
import type { Invoice, InvoiceLine, RecentInvoices } from "./invoices/invoice.types.ts";
import type { ReceiptReader } from "./receipts/receipt-reader.port.ts";

/** Batching readers of one request. */
export interface InvoicingLoaders {
  invoices: DataLoader<string, Invoice | null>;
  lines: DataLoader<Pick<Invoice, "id" | "currency">, InvoiceLine[], string>;
  recentInvoices: DataLoader<RecentInvoices, Invoice[], string>;
}

/** A request as the invoicing app's resolvers and use cases see it. */
export interface InvoicingContext extends GatewayContext {
  ports: GatewayContext["ports"] & {
    /** Reads what a photographed receipt says. */
    receiptReader: ReceiptReader;
  };
  loaders: InvoicingLoaders;
}
