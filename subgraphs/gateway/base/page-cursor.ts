import { isEqualSecret } from "../../../src/crypto/crypto.ts";
import { DomainError } from "../../../src/errors.ts";
import type { GatewayContext } from "./gateway.context.ts";

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
  return `${Buffer.from(text).toString("base64url")}.${signatures(ctx, text)[0]!}`;
}

/** The position of a cursor. Throws INVALID_CURSOR for one of another account, another list or another filter. */
export function openCursor(ctx: GatewayContext, cursor: string, list: string): PagePosition {
  const [encoded = "", mac = ""] = cursor.split(".");
  const text = Buffer.from(encoded, "base64url").toString("utf8");
  if (!signatures(ctx, text).some((expected) => isEqualSecret(mac, expected))) throw invalidCursor();
  const [createdAt, id, itsList] = JSON.parse(text) as [string, string, string];
  if (itsList !== list) throw invalidCursor();
  return { createdAt: new Date(createdAt), id };
}

/** Under every index key, newest first: a cursor outlives a rotation. */
function signatures(ctx: GatewayContext, text: string): readonly string[] {
  const column = `invoices.cursor.${ctx.principal.ownerId}`;
  return ctx.ports.keyRing.blindIndexes(column, text).map((mac) => mac.slice(0, 32));
}

function invalidCursor(): DomainError {
  return new DomainError("INVALID_CURSOR", "The cursor does not belong to this list.");
}
