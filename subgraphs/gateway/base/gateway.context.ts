import type { ApprovalPort } from "../../../src/access/approval.types.ts";
import type { CreditsPort } from "../../../src/access/charge.ts";
import type { RequestContext } from "../../../src/context.ts";
import type { KeyRing } from "../../../src/crypto/crypto.ts";
import { DomainError } from "../../../src/errors.ts";
import type { LedgerSource } from "./ledger-source.ts";
import type { TaxTableReader } from "./tax-table.ts";
import type { MailPort } from "../../../src/mail/mail.port.ts";

/** Ports that every gateway app uses; an app's own context adds its own. */
export interface GatewayPorts {
  /** Credit ledger of the hub. */
  credits: CreditsPort;
  /** The same ledger; its INSUFFICIENT_CREDITS errors also report whether a reload is pending. */
  creditsWithReloads(ctx: RequestContext): CreditsPort;
  /** Asks whether a call needs a second person, and stores it until there is one. */
  approvals: ApprovalPort;
  mail: MailPort;
  /** Seals payment tokens and page cursors. */
  keyRing: KeyRing;
  /** Tables of the law that the apps calculate with. */
  taxTables: readonly TaxTableReader[];
  /** Apps whose records belong into the books of their accounts. */
  ledgerSources: readonly LedgerSource[];
}

/** Request context of resolvers and use cases. */
export interface GatewayContext extends RequestContext {
  ports: GatewayPorts;
}

/** ID of the account whose rows the request acts on. Throws FORBIDDEN when the credential has no account. */
export function ownerOf(ctx: RequestContext): string {
  const { ownerId } = ctx.principal;
  if (ownerId !== null) return ownerId;
  throw new DomainError(
    "FORBIDDEN",
    "This credential belongs to no account. Use a credential of an account.",
    { reason: "account_required" },
  );
}
