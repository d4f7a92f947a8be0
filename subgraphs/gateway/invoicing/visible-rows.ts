import { ownerOf, type GatewayContext } from "../gateway.context.ts";

/** Which invoices the caller may see: those of their account, in the apps that their credential may act for. */
export function visibleRows(ctx: GatewayContext): { ownerId: string; appId?: { $in: string[] } } {
  const { appIds } = ctx.principal;
  return { ownerId: ownerOf(ctx), ...(appIds === "all" ? {} : { appId: { $in: [...appIds] } }) };
}
