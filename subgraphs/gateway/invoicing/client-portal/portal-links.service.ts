import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce, keyLifetimeMs } from "../../../../src/db/idempotency.ts";
import { newId, newToken } from "../../../../src/ids.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";
import { hashToken } from "../../base/page-token.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ClientEntity } from "../invoices/client.entity.ts";
import type {
  ClientPortalLink,
  CreateClientPortalLinkInput,
  RevokeClientPortalLinkInput,
  RevokedClientPortalLink,
} from "./client-portal.types.ts";
import { insertPortalLink, revokePortalLink } from "./portal-link.rows.ts";

const dayMs = 86_400_000;

/** Creates a client's link; an earlier one stops working. Throws NOT_FOUND, and INVALID_STATE for an archived client. */
export function createPortalLink(
  ctx: InvoicingContext,
  input: CreateClientPortalLinkInput,
): Promise<ClientPortalLink> {
  const revealedOnce = { fields: ["url"], keepForMs: keyLifetimeMs, keyRing: ctx.ports.keyRing };
  return exactlyOnce(ctx, { operation: "createClientPortalLink", input, revealedOnce }, async (em) => {
    const client = await lockClient(em, ctx, input.clientId);
    if (client.status !== "active") throw invalidState("client", client.status, []);
    const now = ctx.clock.now();
    await revokePortalLink(em, client.id, now);
    const token = newToken();
    const expiresAt = new Date(now.getTime() + (input.expiresInDays ?? 90) * dayMs);
    const { id: clientId, ownerId } = client;
    await insertPortalLink(em, {
      id: newId("cpl"),
      ownerId,
      clientId,
      tokenHash: hashToken(token),
      expiresAt,
      now,
    });
    return { clientId, url: `${ctx.publicUrl}/portal/clients/${token}`, expiresAt };
  });
}

/** Ends a client's link. Throws NOT_FOUND. */
export function revokeLink(
  ctx: InvoicingContext,
  input: RevokeClientPortalLinkInput,
): Promise<RevokedClientPortalLink> {
  return exactlyOnce(ctx, { operation: "revokeClientPortalLink", input }, async (em) => {
    const { id: clientId } = await lockClient(em, ctx, input.clientId);
    return { clientId, revoked: await revokePortalLink(em, clientId, ctx.clock.now()) };
  });
}

async function lockClient(em: EntityManager, ctx: InvoicingContext, id: string): Promise<ClientEntity> {
  const where = { id, ownerId: ownerOf(ctx) };
  const client = await em.findOne(ClientEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!client) throw notFound("client");
  return client;
}
