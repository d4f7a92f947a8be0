import type { InvoicingContext } from "./invoicing.context.ts";
import { ownerOf } from "../base/gateway.context.ts";

/**
 * Row filter: documents of the principal's account, in the apps its credential has access to. Excludes deleted ones.
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
