import { isEqualSecret } from "../../../src/crypto.ts";
import { DomainError } from "../../../src/errors.ts";
import type { GatewayContext } from "../gateway.context.ts";

/** Where a page of invoices or quotations ended. */
export interface PagePosition {
  createdAt: Date;
  id: string;
}

/**
 * An opaque cursor: the position and the list it belongs to with its filter, signed for this account so that none can
 * be made up.
 */
export function sealCursor(ctx: GatewayContext, last: PagePosition, list: string): string {
  const text = JSON.stringify([last.createdAt.toISOString(), last.id, list]);
  return `${Buffer.from(text).toString("base64url")}.${signature(ctx, text)}`;
}

/** The position of a cursor. Throws INVALID_CURSOR for one of another account, another list or another filter. */
export function openCursor(ctx: GatewayContext, cursor: string, list: string): PagePosition {
  const [encoded = "", mac = ""] = cursor.split(".");
  const text = Buffer.from(encoded, "base64url").toString("utf8");
  if (!isEqualSecret(mac, signature(ctx, text))) throw invalidCursor();
  const [createdAt, id, itsList] = JSON.parse(text) as [string, string, string];
  if (itsList !== list) throw invalidCursor();
  return { createdAt: new Date(createdAt), id };
}

function signature(ctx: GatewayContext, text: string): string {
  return ctx.ports.keyRing.blindIndex(`invoices.cursor.${ctx.principal.ownerId}`, text).slice(0, 32);
}

function invalidCursor(): DomainError {
  return new DomainError("INVALID_CURSOR", "The cursor does not belong to this list.");
}
