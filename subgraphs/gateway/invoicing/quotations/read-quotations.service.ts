import type { FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { quotationOfLink } from "../document-links/document-link.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { readPage } from "../../base/read-page.service.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import { visibleRows } from "../visible-rows.ts";
import { presentExternalQuotation, presentPortalPage, presentQuotation } from "./present-quotation.ts";
import type { ExternalQuotationsArgs, QuotationsArgs } from "./quotation-input.types.ts";
import { QuotationEntity } from "./quotation.entity.ts";
import type {
  ExternalQuotationList,
  Quotation,
  QuotationPage,
  QuotationPortalPage,
  QuotationStatus,
} from "./quotation.types.ts";
import { quotationNotFound } from "./quotations.errors.ts";
import { pageLocale, presentSeller, sellerOf } from "../seller-profile/sellers.service.ts";
import type { SellerCard } from "../seller-profile/seller-views.types.ts";

const newestFirst = { createdAt: "desc", id: "desc" } as const;

/** One of the caller's quotations. Throws QUOTATION_NOT_FOUND, also for another account's. */
export async function readQuotation(ctx: InvoicingContext, quotationId: string): Promise<Quotation> {
  const [quotation] = await readQuotations(ctx, [quotationId]);
  if (!quotation) throw quotationNotFound();
  return quotation;
}

/** Quotations with these IDs, in the same order; null for unknown ones and those of other accounts. */
export async function readQuotations(
  ctx: InvoicingContext,
  ids: readonly string[],
): Promise<(Quotation | null)[]> {
  return inTransaction(
    ctx,
    async (em) => {
      const rows = await em.find(QuotationEntity, { id: { $in: [...ids] }, ...visibleRows(ctx) });
      const shown = await presentAll(em, ctx, rows);
      return ids.map((id) => shown.find((quotation) => quotation.id === id) ?? null);
    },
    { readOnly: true },
  );
}

/** Lists the account's quotations, newest first. Throws INVALID_CURSOR for a cursor of other filters. */
export async function listQuotations(ctx: InvoicingContext, args: QuotationsArgs): Promise<QuotationPage> {
  const { limit, after, status = null, clientId } = args;
  const list = ["quotations", status, clientId] as const;
  const read = async (em: EntityManager) => {
    const filter = { $and: [filterOf(ctx, status), clientId ? { clientId } : {}] };
    const { rows, ...page } = await readPage(em, ctx, QuotationEntity, { filter, list, limit, after });
    return { quotations: await presentAll(em, ctx, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Lists the account's newest quotations, regardless of how they were created. */
export async function listExternalQuotations(
  ctx: InvoicingContext,
  { limit, status }: ExternalQuotationsArgs,
): Promise<ExternalQuotationList> {
  return inTransaction(
    ctx,
    async (em) => {
      const where = filterOf(ctx, status ?? null);
      const [rows, total] = await em.findAndCount(QuotationEntity, where, { orderBy: newestFirst, limit });
      return { quotations: rows.map((row) => presentExternalQuotation(row, ctx.clock.now())), total };
    },
    { readOnly: true },
  );
}

/** Quotation details for the holder of its link. Throws QUOTATION_NOT_FOUND for an unknown token. */
export async function readPortalPage(ctx: InvoicingContext, token: string): Promise<QuotationPortalPage> {
  // No principal here: the token authorizes access to exactly one row.
  return asSystem(ctx.em, async (em) => {
    const row = await quotationOfLink(em, ctx, token);
    return presentPortalPage(row, ctx.clock.now(), await quotationSeller(em, ctx, row));
  });
}

/** The seller of a quotation as its page shows it, and the locale of the page. */
export async function quotationSeller(
  em: EntityManager,
  ctx: InvoicingContext,
  { ownerId, clientId, sellerProfileId, sentAt }: QuotationEntity,
): Promise<{ seller: SellerCard; locale: string }> {
  const seller = await sellerOf(em, ctx, { ownerId, sellerProfileId, isIssued: sentAt !== null });
  const locale = await pageLocale(em, seller, clientId);
  return { seller: presentSeller(seller, { showsBank: false, locale }), locale };
}

/** IDs of the invoices these quotations were converted to, without deleted ones. */
async function invoicesOf(em: EntityManager, quotationIds: readonly string[]): Promise<Map<string, string>> {
  const where = { quotationId: { $in: [...quotationIds] }, deletedAt: null };
  const rows = await em.find(InvoiceEntity, where, { fields: ["id", "quotationId"] });
  return new Map(rows.map(({ id, quotationId }) => [quotationId!, id]));
}

async function presentAll(
  em: EntityManager,
  ctx: InvoicingContext,
  rows: readonly QuotationEntity[],
): Promise<Quotation[]> {
  const accepted = rows.filter(({ status }) => status === "accepted").map(({ id }) => id);
  const invoices = accepted.length > 0 ? await invoicesOf(em, accepted) : new Map<string, string>();
  return rows.map((row) => presentQuotation(ctx, row, invoices.get(row.id) ?? null));
}

/** Maps a status to stored columns: `expired` and `sent` differ by the last valid day. */
function filterOf(ctx: InvoicingContext, status: QuotationStatus | null): FilterQuery<QuotationEntity> {
  const own = visibleRows(ctx);
  const now = ctx.clock.now();
  if (status === null) return own;
  if (status === "expired") return { ...own, status: "sent", expiresAt: { $lte: now } };
  return { ...own, status, ...(status === "sent" ? { expiresAt: { $gt: now } } : {}) };
}
