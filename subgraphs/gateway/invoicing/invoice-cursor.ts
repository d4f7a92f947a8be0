import { isEqualSecret } from "../../../src/crypto.ts";
import { DomainError } from "../../../src/errors.ts";
import type { GatewayContext } from "../gateway.context.ts";
import type { InvoiceStatus } from "./invoice.types.ts";

/** Where a page ended. */
export interface InvoicePosition {
  createdAt: Date;
  id: string;
}

/** An opaque cursor: the position and the filter it belongs to, signed for this account so that none can be made up. */
export function sealCursor(
  ctx: GatewayContext,
  last: InvoicePosition,
  status: readonly InvoiceStatus[] | null,
): string {
  const text = JSON.stringify([last.createdAt.toISOString(), last.id, filterKey(status)]);
  return `${Buffer.from(text).toString("base64url")}.${signature(ctx, text)}`;
}

/** The position of a cursor. Throws INVALID_CURSOR for one of another account or another filter. */
export function openCursor(
  ctx: GatewayContext,
  cursor: string,
  status: readonly InvoiceStatus[] | null,
): InvoicePosition {
  const [encoded = "", mac = ""] = cursor.split(".");
  const text = Buffer.from(encoded, "base64url").toString("utf8");
  if (!isEqualSecret(mac, signature(ctx, text))) throw invalidCursor();
  const [createdAt, id, key] = JSON.parse(text) as [string, string, string];
  if (key !== filterKey(status)) throw invalidCursor();
  return { createdAt: new Date(createdAt), id };
}

function signature(ctx: GatewayContext, text: string): string {
  return ctx.ports.keyRing.blindIndex(`invoices.cursor.${ctx.principal.ownerId}`, text).slice(0, 32);
}

function invalidCursor(): DomainError {
  return new DomainError("INVALID_CURSOR", "The cursor does not belong to this list.");
}

function filterKey(status: readonly InvoiceStatus[] | null): string {
  return [...(status ?? [])].sort().join(",");
}
