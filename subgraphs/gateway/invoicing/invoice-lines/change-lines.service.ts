import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { billingTermsOf } from "../invoices/clients.service.ts";
import { changeInvoice, type InvoiceChange } from "../invoices/change-invoice.service.ts";
import { sameLines, usualRateOf } from "../invoices/edit-invoice.service.ts";
import type { InvoiceLineInput } from "../invoices/invoice-line.types.ts";
import { rateOfPercent } from "../invoices/invoice-arithmetic.ts";
import { invoiceTransitions, stateConflict } from "../invoices/invoice-states.ts";
import type { InvoiceEntity, InvoiceLineEntity } from "../invoices/invoice.entity.ts";
import type { Invoice } from "../invoices/invoice.types.ts";
import { plainTax } from "../taxes/line-taxes.ts";
import { linesOf, moneyOf } from "../invoices/new-invoice.service.ts";
import { priceInvoice, type PriceableItem } from "../invoices/read-invoice-input.ts";
import { resolveLines } from "../invoices/resolve-lines.service.ts";

/** Maximum number of lines of an invoice. */
const mostLines = 200;

/** Line of a draft: an existing one by its ID, or a new one, which may have its ID already. */
export interface DraftLine extends PriceableItem {
  id?: string;
}

/** Draft being changed: its lines, and the discount on the invoice in major units. */
export interface DraftMoney {
  lines: DraftLine[];
  discount: number;
}

/**
 * Changes lines or discount of a draft and recalculates it. Lines that stay keep their IDs. Throws INVOICE_NOT_FOUND,
 * INVOICE_STATE_CONFLICT after issue, VERSION_CONFLICT, BUSINESS_RULE without a line or above 200, and the amount errors of
 * `createInvoice`.
 */
export function changeDraft(
  ctx: InvoicingContext,
  call: { operation: string; input: { invoiceId: string; version?: number | null } },
  change: (draft: DraftMoney, of: InvoiceChange) => DraftMoney | Promise<DraftMoney>,
): Promise<Invoice> {
  return changeInvoice(ctx, call, async (of) => {
    const { em, invoice, lines, state } = of;
    if (state !== "draft") throw stateConflict("invoice", state, invoiceTransitions[state]);
    const decimals = currencyDecimals(invoice.currency);
    const same = sameLines(lines, decimals).map((line, index) => ({ ...line, id: lines[index]!.id }));
    const discount = toMajor(invoice.discountMinor, decimals);
    return { event: "updated", lines: reprice(em, of, await change({ lines: same, discount }, of)) };
  });
}

function reprice(
  em: EntityManager,
  { invoice, lines: before }: InvoiceChange,
  wanted: DraftMoney,
): InvoiceLineEntity[] {
  if (wanted.lines.length === 0)
    throw businessRule("last_line", "An invoice needs at least one line. Add another line first.");
  if (wanted.lines.length > mostLines)
    throw businessRule("too_many_lines", `An invoice has at most ${mostLines} lines. Remove a line first.`);
  const { currency, roundingMode, taxRoundingLevel } = invoice;
  const input = { currency, discount: wanted.discount, items: wanted.lines, pathOf: inRequest };
  const priced = priceInvoice(input, { roundingMode, taxRoundingLevel });
  Object.assign(invoice, moneyOf(priced));
  const known = new Map(before.map((line) => [line.id, line]));
  const after = linesOf(invoice, priced.lines).map((fresh, index) => {
    const kept = known.get(wanted.lines[index]!.id ?? "");
    if (kept) return Object.assign(kept, fresh, { id: kept.id });
    return Object.assign(fresh, { id: wanted.lines[index]!.id ?? fresh.id });
  });
  const left = new Set(after);
  for (const line of before) if (!left.has(line)) em.remove(line);
  em.persist(after);
  return after;
}

/** Faults of the one line that a request has are at its top level. */
const inRequest = () => "";

/** Resolves one line of a draft by the rules for the lines of a new invoice. */
export async function resolveLine(
  em: EntityManager,
  { invoice, lines }: Pick<InvoiceChange, "invoice" | "lines">,
  line: InvoiceLineInput,
): Promise<PriceableItem> {
  const { ownerId, currency } = invoice;
  const taxRate = usualRateOf(invoice, lines);
  const settings = { ownerId, currency, taxRate, isTaxExempt: await isExempt(em, invoice) };
  const [resolved] = await resolveLines(em, [line], settings, inRequest);
  return { taxes: taxRate ? [plainTax(rateOfPercent(taxRate))] : [], ...resolved! };
}

async function isExempt(em: EntityManager, { ownerId, clientEmail }: InvoiceEntity): Promise<boolean> {
  return clientEmail !== null && (await billingTermsOf(em, ownerId, clientEmail)).taxExempt;
}

/** Index of a line. Throws NOT_FOUND. */
export function indexOfLine(lines: readonly DraftLine[], lineId: string): number {
  const index = lines.findIndex(({ id }) => id === lineId);
  if (index === -1) throw notFound("line");
  return index;
}
