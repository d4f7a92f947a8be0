import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { quotationOfLink } from "../document-links/document-link.service.ts";
import { applyChange, lockQuotation, type ChangeQuotation } from "./change-quotation.service.ts";
import { presentPortalPage } from "./present-quotation.ts";
import { quotationSeller } from "./read-quotations.service.ts";
import { accept, decline } from "./quotation-life.service.ts";
import type { QuotationPortalInput } from "./quotation-input.types.ts";
import type { QuotationPortalPage } from "./quotation.types.ts";

/** The client accepts by the quotation's link. Throws QUOTATION_NOT_FOUND or INVOICE_STATE_CONFLICT. */
export function acceptByLink(
  ctx: InvoicingContext,
  input: QuotationPortalInput,
): Promise<QuotationPortalPage> {
  return answerByLink(ctx, "acceptQuotationByLink", input, accept(ctx, input.name ?? input.note));
}

/** The client declines by the quotation's link. Throws QUOTATION_NOT_FOUND or INVOICE_STATE_CONFLICT. */
export function declineByLink(
  ctx: InvoicingContext,
  input: QuotationPortalInput,
): Promise<QuotationPortalPage> {
  return answerByLink(ctx, "declineQuotationByLink", input, decline(ctx, input.note));
}

function answerByLink(
  ctx: InvoicingContext,
  operation: string,
  input: QuotationPortalInput,
  change: ChangeQuotation,
): Promise<QuotationPortalPage> {
  return exactlyOnce(ctx, { operation, input }, (em) =>
    // No principal here: the token authorizes access to exactly one row.
    asSystem(em, async (own) => {
      const { id } = await quotationOfLink(own, ctx, input.token);
      const quotation = await lockQuotation(own, { id, deletedAt: null });
      await applyChange(own, ctx, quotation, change);
      quotation.answeredBy = input.name?.trim() || null;
      quotation.answerIp = ctx.client?.ip ?? null;
      await own.flush();
      return presentPortalPage(quotation, ctx.clock.now(), await quotationSeller(own, ctx, quotation));
    }),
  );
}
