import type { InvoicingContext } from "./invoicing.context.ts";
import { ownerOf } from "../base/gateway.context.ts";

/**
 * Which invoices and quotations the caller may see: those of their account, in the apps that their credential may act
 * for. Deleted ones are seen by nobody.
 */
export function visibleRows(ctx: InvoicingContext): {
  ownerId: string;
  deletedAt: null;
  appId?: { $in: string[] };
} {
  const { appIds } = ctx.principal;
  return {
    ownerId: ownerOf(ctx),
    deletedAt: null,
    ...(appIds === "all" ? {} : { appId: { $in: [...appIds] } }),
  };
}
