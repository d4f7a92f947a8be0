import { currencyDecimals } from "../../../../src/currency.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { allocate, toMajor, toMinor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { rateOfPercent, taxOn } from "../invoices/invoice-arithmetic.ts";
import type { InvoiceEntity } from "../invoices/invoice.entity.ts";
import type { Invoice } from "../invoices/invoice.types.ts";
import { priceOfLine } from "../invoices/read-invoice-input.ts";
import { changeDraft } from "./change-lines.service.ts";
import type { ApplyInvoiceDiscountInput } from "./invoice-lines.types.ts";

/**
 * Sets the discount of a draft, as an amount or a percentage, on the invoice or spread over its lines by the largest
 * remainder. Replaces the earlier discount of the same scope. Throws VALIDATION_ERROR unless exactly one of `percent` and
 * `amount` is given, INVALID_AMOUNT above the sum of the lines, and the errors of `changeDraft`.
 */
export function applyInvoiceDiscount(
  ctx: InvoicingContext,
  input: ApplyInvoiceDiscountInput,
): Promise<Invoice> {
  const isPercent = typeof input.percent === "number";
  if (isPercent === (typeof input.amount === "number")) {
    const message = isPercent ? "cannot be combined with percent" : "is required unless percent is given";
    throw validationError([{ path: "amount", message, rule: isPercent ? "exclusive" : "required" }]);
  }
  const call = { operation: "applyInvoiceDiscount", input };
  return changeDraft(ctx, call, ({ lines, discount }, { invoice, lines: stored }) => {
    const decimals = currencyDecimals(invoice.currency);
    if (input.scope !== "lines") {
      const net = stored.reduce((sum, { netMinor }) => sum + netMinor, 0);
      return { lines, discount: toMajor(discountOf(input, Math.max(0, net), invoice), decimals) };
    }
    const gross = stored.map((line) => Math.max(0, priceOfLine(line, decimals, invoice)));
    const sum = gross.reduce((total, one) => total + one, 0);
    const wanted = discountOf(input, sum, invoice);
    const shares = wanted === 0 ? gross.map(() => 0) : allocate(wanted, gross);
    return {
      lines: lines.map((line, index) => ({ ...line, discount: toMajor(shares[index]!, decimals) })),
      discount,
    };
  });
}

function discountOf(
  { percent, amount }: ApplyInvoiceDiscountInput,
  base: number,
  { currency, roundingMode }: InvoiceEntity,
): number {
  const minor =
    typeof percent === "number"
      ? taxOn(base, rateOfPercent(percent), roundingMode)
      : toMinor(amount ?? 0, currencyDecimals(currency));
  if (minor <= base) return minor;
  throw new DomainError("INVALID_AMOUNT", "The discount exceeds the sum of the lines. Reduce it.");
}
