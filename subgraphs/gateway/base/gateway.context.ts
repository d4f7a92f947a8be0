import type DataLoader from "dataloader";
import type { CreditsPort } from "../../../src/access/charge.ts";
import type { RequestContext } from "../../../src/context.ts";
import type { KeyRing } from "../../../src/crypto/crypto.ts";
import { DomainError } from "../../../src/errors.ts";
import type { ReloadHub } from "../auto-reload/reload-hub.port.ts";
import type { VoicePorts } from "../voice/voice-carrier.port.ts";
import type { BankFeedPort } from "../finance/imports/bank-feed.port.ts";
import type { EfilePort } from "../hvut/filings/efile.port.ts";
import type { Invoice, InvoiceLine, RecentInvoices } from "../invoicing/invoices/invoice.types.ts";
import type { MailPort } from "../../../src/mail/mail.port.ts";
import type { ReceiptReader } from "../invoicing/receipts/receipt-reader.port.ts";

/** What the gateway needs of its surroundings. */
export interface GatewayPorts {
  /** The hub's ledger. */
  credits: CreditsPort;
  /** The hub's side of auto-reload. */
  reloads: ReloadHub;
  mail: MailPort;
  receiptReader: ReceiptReader;
  efile: EfilePort;
  bankFeed: BankFeedPort;
  /** The carrier of calls. */
  voice: VoicePorts;
  /** Seals payment tokens and page cursors. */
  keyRing: KeyRing;
}

/** Batching readers of one request. */
export interface GatewayLoaders {
  invoices: DataLoader<string, Invoice | null>;
  lines: DataLoader<Pick<Invoice, "id" | "currency">, InvoiceLine[], string>;
  recentInvoices: DataLoader<RecentInvoices, Invoice[], string>;
}

/** A request as the gateway's resolvers and use cases see it. */
export interface GatewayContext extends RequestContext {
  ports: GatewayPorts;
  loaders: GatewayLoaders;
}

/** The account whose rows the call acts on. Throws FORBIDDEN for a credential that acts for none. */
export function ownerOf(ctx: RequestContext): string {
  const { ownerId } = ctx.principal;
  if (ownerId !== null) return ownerId;
  throw new DomainError("FORBIDDEN", "This credential acts for no account.", { reason: "account_required" });
}
