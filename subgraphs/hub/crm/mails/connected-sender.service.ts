import type { EntityManager } from "@mikro-orm/postgresql";
import { DomainError } from "../../../../src/errors.ts";
import type { BulkMessage, BulkOutcome } from "../../../../src/mail/bulk-mail.port.ts";
import type { HubContext } from "../../hub.context.ts";
import { actingForOwner, requireConnection, withToken } from "../../oauth/use-connection.service.ts";
import type { ConnectedOutcome } from "./connected-mail.port.ts";

/** What an e-mail needs to be sent from a connected mailbox. */
export interface ConnectedSender {
  connectionId: string;
  /** Address of the mailbox. */
  address: string;
}

/** A mailbox that can send now, with the limit of its service. */
interface UsableSender {
  sender: ConnectedSender;
  maxAttachmentBytes: number;
}

/**
 * The mailbox of a connection of the account. Throws CONNECTION_NOT_FOUND, INVALID_STATE for a service that sends no mail or
 * whose address is not known, 409 CONNECTION_NEEDS_REAUTH, and INVALID_STATE (`missing_scope`) that names the scope.
 */
export async function requireConnectedSender(
  em: EntityManager,
  ctx: HubContext,
  connectionId: string,
): Promise<UsableSender> {
  const unfit = new DomainError(
    "INVALID_STATE",
    "This service sends no e-mail. Choose a connection to `google` or `microsoft`.",
    { reason: "no_mail_service" },
  );
  const services = ctx.ports.connectedMail;
  const { row, service } = await requireConnection(em, ctx, { connectionId, services, unfit });
  const address = row.accountLabel ?? "";
  if (!/^[^\s@]{1,64}@[^\s@]{1,255}$/.test(address))
    throw new DomainError(
      "INVALID_STATE",
      "The address of the mailbox is not known. Connect the account again with the scopes `openid` and `email`.",
      { reason: "no_address", scopes: ["openid", "email"] },
    );
  const { maxAttachmentBytes } = service;
  return { sender: { connectionId, address }, maxAttachmentBytes };
}

/**
 * Sends a message over a connection, once, and again only after the service has certainly not taken it for want of a good
 * token. Outcomes are those of the mail server's.
 */
export async function sendConnected(
  ctx: HubContext,
  { ownerId, sender, message }: { ownerId: string; sender: ConnectedSender; message: BulkMessage },
): Promise<BulkOutcome> {
  const { connectionId, address: from } = sender;
  const own = actingForOwner(ctx, ownerId);
  const outcome = await withToken(
    own,
    connectionId,
    async ({ provider, accessToken }): Promise<ConnectedOutcome | { kind: "connection_lost" }> =>
      (await ctx.ports.connectedMail.get(provider)?.send({ message, from, accessToken })) ?? {
        kind: "connection_lost",
      },
  );
  switch (outcome.kind) {
    case "connection_lost":
    case "missing_scope":
    case "refused":
      return { kind: "refused", code: outcome.kind };
    case "no_token":
      return { kind: "later", code: "no_token" };
    case "later":
      return { kind: "later", code: "busy", retryAfterMs: outcome.retryAfterMs };
    case "taken":
    case "unknown":
      return { kind: outcome.kind };
  }
}
