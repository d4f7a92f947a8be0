import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { newToken } from "../../../../src/ids.ts";
import { hashToken } from "../../base/page-token.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { applyToInvoice } from "../invoices/change-invoice.service.ts";
import { amountDueMinor } from "../invoices/invoice-states.ts";
import { paymentLink, tokenPlace } from "../invoices/present-invoice.ts";
import { sealedLinks } from "../invoices/sealed-links.service.ts";
import type { InvoicePaymentLink, RegeneratePaymentLinkInput } from "./documents.types.ts";

/** Gives an invoice a new payment link; the earlier one stops working. Throws INVOICE_NOT_FOUND. */
export function regeneratePaymentLink(
  ctx: InvoicingContext,
  input: RegeneratePaymentLinkInput,
): Promise<InvoicePaymentLink> {
  const revealedOnce = { ...sealedLinks(ctx), fields: ["url"] };
  const call = { operation: "regeneratePaymentLink", input, revealedOnce };
  return exactlyOnce(ctx, call, async (em) => {
    const { invoice } = await applyToInvoice(em, ctx, input, async ({ invoice: row }) => {
      const token = newToken();
      row.paymentTokenHash = hashToken(token);
      row.paymentTokenSealed = ctx.ports.keyRing.seal(token, tokenPlace(row.id));
      return { event: "updated" };
    });
    await em.flush();
    const payable = invoice.status === "sent" && amountDueMinor(invoice) > 0;
    return { url: paymentLink(ctx, invoice), expiresAt: null, payable };
  });
}
