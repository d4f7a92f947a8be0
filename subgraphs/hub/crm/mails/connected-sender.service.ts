import type { EntityManager } from "@mikro-orm/postgresql";
import { DomainError } from "../../../../src/errors.ts";
import type { BulkMessage, BulkOutcome } from "../../../../src/mail/bulk-mail.port.ts";
import type { HubContext } from "../../hub.context.ts";
import { accessToken, rejectToken } from "../../oauth/access-token.service.ts";
import { findConnection } from "../../oauth/connection-access.service.ts";
import { shownStatus } from "../../oauth/connection-state.ts";
import { connectionNotFound, missingScope, needsReauth } from "../../oauth/oauth.errors.ts";
import type { ConnectedMail } from "./connected-mail.port.ts";

/** What an e-mail needs to be sent from a connected mailbox. */
export interface ConnectedSender {
  connectionId: string;
  /** Address of the mailbox. */
  address: string;
}

/**
 * The mailbox of a connection of the account. Throws CONNECTION_NOT_FOUND, INVALID_STATE for a service that sends no mail or
 * whose address is not known, 409 CONNECTION_NEEDS_REAUTH, and INVALID_STATE (`missing_scope`) that names the scope.
 */
export async function requireConnectedSender(
  em: EntityManager,
  ctx: HubContext,
  connectionId: string,
): Promise<ConnectedSender> {
  const row = await findConnection(em, ctx, connectionId);
  if (!row) throw connectionNotFound();
  const service = ctx.ports.connectedMail.get(row.provider);
  if (!service)
    throw new DomainError(
      "INVALID_STATE",
      "This service sends no e-mail. Choose a connection to `google` or `microsoft`.",
      { reason: "no_mail_service" },
    );
  const state = shownStatus(row, ctx.clock.now());
  if (state === "revoked" || state === "expired") throw needsReauth(state);
  requireScope(service, row.scopes);
  const address = row.accountLabel ?? "";
  if (!/^[^\s@]{1,64}@[^\s@]{1,255}$/.test(address))
    throw new DomainError(
      "INVALID_STATE",
      "The address of the mailbox is not known. Connect the account again with the scopes `openid` and `email`.",
      { reason: "no_address", scopes: ["openid", "email"] },
    );
  return { connectionId, address };
}

function requireScope({ scopes }: ConnectedMail, granted: readonly string[]): void {
  const held = new Set(granted.map((scope) => scope.toLowerCase()));
  if (!scopes.some((scope) => held.has(scope.toLowerCase()))) throw missingScope(scopes[0]);
}

/**
 * Sends a message over a connection, once, and again only after the service has certainly not taken it for want of a good
 * token. Outcomes are those of the mail server's.
 */
export async function sendConnected(
  ctx: HubContext,
  { ownerId, sender, message }: { ownerId: string; sender: ConnectedSender; message: BulkMessage },
): Promise<BulkOutcome> {
  const own: HubContext = { ...ctx, appId: null, principal: { ...ctx.principal, ownerId } };
  const { connectionId, address: from } = sender;
  for (let tries = 1; ; tries++) {
    const token = await tokenOf(own, connectionId);
    if ("kind" in token) return token;
    const service = ctx.ports.connectedMail.get(token.provider);
    if (!service) return { kind: "refused", code: "connection_lost" };
    const outcome = await service.send({ message, from, accessToken: token.accessToken });
    switch (outcome.kind) {
      case "unauthorized":
        if (tries > 1) return { kind: "refused", code: "connection_lost" };
        await rejectToken(own, connectionId, token.version);
        continue;
      case "missing_scope":
        return { kind: "refused", code: "missing_scope" };
      case "refused":
        return { kind: "refused", code: "refused" };
      case "later":
        return { kind: "later", code: "busy", retryAfterMs: outcome.retryAfterMs };
      case "taken":
      case "unknown":
        return { kind: outcome.kind };
    }
  }
}

async function tokenOf(ctx: HubContext, connectionId: string) {
  try {
    return await accessToken(ctx, connectionId);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isLost = error.code === "CONNECTION_NOT_FOUND" || error.code === "CONNECTION_NEEDS_REAUTH";
    return isLost
      ? ({ kind: "refused", code: "connection_lost" } as const)
      : ({ kind: "later", code: "no_token" } as const);
  }
}
