import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { priceForClient } from "../invoices/invoicing.service.ts";
import type { InvoiceTotalsPreview, PreviewInvoiceTotalsInput } from "./documents.types.ts";

/** Calculates totals with the arithmetic of real invoices. Throws like `createInvoice`. */
export function previewInvoiceTotals(
  ctx: InvoicingContext,
  { client, ...input }: PreviewInvoiceTotalsInput,
): Promise<InvoiceTotalsPreview> {
  return inTransaction(
    ctx,
    async (em) => {
      const wanted = { email: client ?? null, ...input };
      const { currency, decimals, lines, totals } = await priceForClient(em, ctx, wanted);
      const major = (minor: number) => toMajor(minor, decimals);
      return {
        currency,
        lines: lines.map((line) => ({
          description: line.description,
          quantity: line.quantity,
          unitPrice: major(line.unitPriceMinor),
          discount: major(line.discountMinor),
          total: major(line.netMinor),
          taxRates: line.taxRates.map((rate) => toMajor(rate, 4)),
        })),
        discount: major(totals.discount),
        subtotal: major(totals.subtotal),
        taxLines: totals.taxLines.map(({ rate, base, tax }) => ({
          rate: toMajor(rate, 4),
          base: major(base),
          tax: major(tax),
        })),
        taxTotal: major(totals.taxTotal),
        total: major(totals.total),
      };
    },
    { readOnly: true },
  );
}
