import type { CreditsPort } from "../../../src/access/charge.ts";
import type { RequestContext } from "../../../src/context.ts";
import type { KeyRing } from "../../../src/crypto/crypto.ts";
import { DomainError } from "../../../src/errors.ts";
import type { MailPort } from "../../../src/mail/mail.port.ts";

/** What every app of the gateway needs of its surroundings; an app's own context adds what it alone needs. */
export interface GatewayPorts {
  /** The hub's ledger. */
  credits: CreditsPort;
  /** The same ledger, whose refusals for lack of credits also say whether a reload is under way. */
  creditsWithReloads(ctx: RequestContext): CreditsPort;
  mail: MailPort;
  /** Seals payment tokens and page cursors. */
  keyRing: KeyRing;
}

/** A request as resolvers and use cases see it. */
export interface GatewayContext extends RequestContext {
  ports: GatewayPorts;
}

/** The account whose rows the call acts on. Throws FORBIDDEN for a credential that acts for none. */
export function ownerOf(ctx: RequestContext): string {
  const { ownerId } = ctx.principal;
  if (ownerId !== null) return ownerId;
  throw new DomainError(
    "FORBIDDEN",
    "This credential belongs to no account. Use a credential of an account.",
    { reason: "account_required" },
  );
}
