import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { changeInvoice, type InvoiceChange } from "./change-invoice.service.ts";
import { findOrCreateClient } from "./clients.service.ts";
import { InvoiceLineEntity, type InvoiceEntity } from "./invoice.entity.ts";
import type { UpdateInvoiceInput } from "./invoice-life.types.ts";
import { invoiceTransitions, stateConflict } from "./invoice-states.ts";
import type { Invoice } from "./invoice.types.ts";
import { taxesOf } from "../taxes/line-taxes.ts";
import { linesOf, moneyOf } from "./new-invoice.service.ts";
import { singleRateOf } from "./present-external-invoice.ts";
import { priceForClient } from "./invoicing.service.ts";
import { priceInvoice, type PriceableItem, type PricedLine } from "./read-invoice-input.ts";

/** Fields that can change after issue, until payment. */
const changeableLater = new Set(["invoiceId", "version", "dueDate", "notes"]);

/**
 * Updates a draft, or the due date and notes of an issued invoice. A later due date moves an overdue invoice back to
 * `sent`. Throws INVOICE_STATE_CONFLICT for any other change, VERSION_CONFLICT, and the amount errors of
 * `createInvoice`.
 */
export function updateInvoice(ctx: InvoicingContext, input: UpdateInvoiceInput): Promise<Invoice> {
  return changeInvoice(ctx, { operation: "updateInvoice", input }, async (change) => {
    const { em, invoice, state } = change;
    const wanted = Object.entries(input).filter(([, value]) => value !== undefined);
    const isEditable =
      state === "draft" ||
      ((state === "sent" || state === "overdue") && wanted.every(([name]) => changeableLater.has(name)));
    if (!isEditable) throw stateConflict("invoice", state, invoiceTransitions[state]);
    await changeClient(em, ctx, invoice, input);
    if (input.notes !== undefined) invoice.notes = input.notes;
    if (input.dueDate !== undefined) await moveDueDate(em, ctx, invoice, input.dueDate);
    return { event: "updated", lines: await reprice(ctx, change, input) };
  });
}

async function changeClient(
  em: EntityManager,
  ctx: InvoicingContext,
  invoice: InvoiceEntity,
  { customerName, customerEmail, customerAddress }: UpdateInvoiceInput,
): Promise<void> {
  if (typeof customerName === "string") invoice.clientName = customerName;
  if (customerAddress !== undefined) invoice.clientAddress = customerAddress;
  if (customerEmail === undefined) return;
  invoice.clientEmail = customerEmail;
  invoice.clientId =
    customerEmail === null
      ? null
      : (await findOrCreateClient(em, ctx, { email: customerEmail, name: invoice.clientName })).id;
}

async function moveDueDate(
  em: EntityManager,
  ctx: InvoicingContext,
  invoice: InvoiceEntity,
  dueDate: string | null,
): Promise<void> {
  invoice.dueDate = dueDate;
  invoice.overdueAt = dueDate === null ? null : (await daysOf(em, ctx)).endOf(dueDate);
  invoice.overdueToldAt = null;
}

/** Recalculates lines and totals after a change. New lines get the invoice's single tax rate. */
async function reprice(
  ctx: InvoicingContext,
  { em, invoice, lines }: InvoiceChange,
  { items, taxRate, discount }: UpdateInvoiceInput,
): Promise<InvoiceLineEntity[]> {
  if (!items && typeof taxRate !== "number" && discount === undefined) return lines;
  const { currency, discountMinor, clientEmail: email } = invoice;
  const decimals = currencyDecimals(currency);
  const money = { currency, discount: discount === undefined ? toMajor(discountMinor, decimals) : discount };
  const priced = items
    ? await priceForClient(em, ctx, {
        ...money,
        email,
        items,
        taxRate: taxRate ?? usualRateOf(invoice, lines),
      })
    : priceInvoice(
        { ...money, items: sameLines(lines, decimals, typeof taxRate === "number"), taxRate },
        invoice,
      );
  Object.assign(invoice, moneyOf(priced));
  if (!items) {
    lines.forEach((line, index) => {
      const { taxRates, taxes, netMinor } = priced.lines[index]!;
      Object.assign(line, { taxRates, taxes, netMinor });
    });
    return lines;
  }
  await em.nativeDelete(InvoiceLineEntity, { invoiceId: invoice.id });
  const anew = linesOf(invoice, priced.lines);
  em.persist(anew);
  return anew;
}

/** Single tax rate of all lines; null without tax, so that new lines use the item's or account's rate. */
export function usualRateOf(
  invoice: Pick<InvoiceEntity, "taxLines" | "subtotalMinor">,
  lines: readonly Pick<InvoiceLineEntity, "taxRates">[],
): number | null {
  return lines.some(({ taxRates }) => taxRates.length > 0) ? singleRateOf(invoice) : null;
}

/** Stored lines as input; without their rates when they are taxed anew. */
export function sameLines(
  lines: readonly PricedLine[],
  decimals: number,
  isTaxedAnew = false,
): PriceableItem[] {
  return lines.map((line) => ({
    description: line.description,
    quantity: line.quantity,
    unitPrice: toMajor(line.unitPriceMinor, decimals),
    discount: toMajor(line.discountMinor, decimals),
    itemId: line.itemId,
    ...(isTaxedAnew ? {} : { taxes: taxesOf(line) }),
  }));
}
