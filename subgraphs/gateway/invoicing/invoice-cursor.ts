import { DomainError } from "../../../src/errors.ts";
import type { GatewayContext } from "../gateway.context.ts";
import type { InvoiceStatus } from "./invoice.types.ts";

/** Where a page ended. */
export interface InvoicePosition {
  createdAt: Date;
  id: string;
}

const place = "invoices.cursor";

/** An opaque cursor: the position and the filter it belongs to, sealed so that neither can be made up. */
export function sealCursor(
  ctx: GatewayContext,
  last: InvoicePosition,
  status: readonly InvoiceStatus[] | null,
): string {
  const text = JSON.stringify([last.createdAt.toISOString(), last.id, filterKey(status)]);
  return Buffer.from(ctx.ports.keyRing.seal(text, `${place}.${ctx.principal.ownerId}`)).toString("base64url");
}

/** The position of a cursor. Throws INVALID_CURSOR for one of another account or another filter. */
export function openCursor(
  ctx: GatewayContext,
  cursor: string,
  status: readonly InvoiceStatus[] | null,
): InvoicePosition {
  try {
    const envelope = Buffer.from(cursor, "base64url").toString("utf8");
    const text = ctx.ports.keyRing.open(envelope, `${place}.${ctx.principal.ownerId}`);
    const [createdAt, id, key] = JSON.parse(text) as [string, string, string];
    if (key !== filterKey(status)) throw new Error("another filter");
    return { createdAt: new Date(createdAt), id };
  } catch (cause) {
    throw new DomainError("INVALID_CURSOR", "The cursor does not belong to this list.", {}, { cause });
  }
}

function filterKey(status: readonly InvoiceStatus[] | null): string {
  return [...(status ?? [])].sort().join(",");
}
