import { validationError } from "../../../../src/errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { Invoice } from "../invoices/invoice.types.ts";
import type { PriceableItem } from "../invoices/read-invoice-input.ts";
import { changeDraft, indexOfLine, resolveLine, type DraftLine } from "./change-lines.service.ts";
import type * as types from "./invoice-lines.types.ts";

/** Adds a line to a draft. Throws the errors of `changeDraft`, and NOT_FOUND for an unknown item or tax rate. */
export function addInvoiceLine(ctx: InvoicingContext, input: types.AddInvoiceLineInput): Promise<Invoice> {
  const { invoiceId: _, version: __, position, taxRateId, ...line } = input;
  if (taxRateId && line.taxRateIds) {
    const message = "cannot be combined with taxRateId";
    throw validationError([{ path: "taxRateIds", message, rule: "exclusive" }]);
  }
  const taxRateIds = taxRateId ? [taxRateId] : (line.taxRateIds ?? null);
  return changeDraft(ctx, { operation: "addInvoiceLine", input }, async ({ lines, discount }, of) => {
    const added = await resolveLine(of.em, of, { ...line, taxRateIds });
    return { lines: placed(lines, added, position), discount };
  });
}

/** Changes a line of a draft. Throws the errors of `changeDraft`, and NOT_FOUND for an unknown line or tax rate. */
export function updateInvoiceLine(
  ctx: InvoicingContext,
  input: types.UpdateInvoiceLineInput,
): Promise<Invoice> {
  return changeDraft(ctx, { operation: "updateInvoiceLine", input }, async ({ lines, discount }, of) => {
    const index = indexOfLine(lines, input.lineId);
    const before = lines[index]!;
    const changed: DraftLine = { ...before, ...changedAmounts(before, input) };
    if (typeof input.description === "string") changed.description = input.description;
    if (typeof input.discount === "number") changed.discount = input.discount;
    if (input.taxRateIds) {
      const taxed = { description: changed.description, amount: 0, taxRateIds: input.taxRateIds };
      changed.taxes = (await resolveLine(of.em, of, taxed)).taxes ?? [];
    }
    const position = input.position ?? index + 1;
    return { lines: placed(lines.toSpliced(index, 1), changed, position), discount };
  });
}

/** Removes a line from a draft. Throws the errors of `changeDraft`, and NOT_FOUND for an unknown line. */
export function removeInvoiceLine(
  ctx: InvoicingContext,
  input: types.RemoveInvoiceLineInput,
): Promise<Invoice> {
  return changeDraft(ctx, { operation: "removeInvoiceLine", input }, ({ lines, discount }) => ({
    lines: lines.toSpliced(indexOfLine(lines, input.lineId), 1),
    discount,
  }));
}

/** A new amount alone replaces quantity and unit price; otherwise the part that is not given stays. */
function changedAmounts(
  before: PriceableItem,
  { amount, quantity, unitPrice }: types.UpdateInvoiceLineInput,
): Partial<PriceableItem> {
  const isPriced = typeof quantity === "number" || typeof unitPrice === "number";
  if (!isPriced) return typeof amount === "number" ? { amount, quantity: null, unitPrice: null } : {};
  return {
    quantity: quantity ?? before.quantity ?? null,
    unitPrice: unitPrice ?? before.unitPrice ?? null,
    amount: amount ?? null,
  };
}

function placed(lines: readonly DraftLine[], line: DraftLine, position?: number | null): DraftLine[] {
  return lines.toSpliced((position ?? lines.length + 1) - 1, 0, line);
}
