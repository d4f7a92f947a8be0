import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { multiplyHalfUp, toMajor } from "../../../../src/money.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { changeDraft, resolveLine, type DraftLine } from "../invoice-lines/change-lines.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { settingsOf } from "../invoices/account-settings.service.ts";
import { ClientEntity } from "../invoices/client.entity.ts";
import { rateOfPercent } from "../invoices/invoice-arithmetic.ts";
import type { Invoice } from "../invoices/invoice.types.ts";
import { claimInvoiceOfMonth } from "../invoices/monthly-allowance.service.ts";
import { draftInvoice, linesOf, saveInvoice } from "../invoices/new-invoice.service.ts";
import { presentInvoice } from "../invoices/present-invoice.ts";
import { priceInvoice } from "../invoices/read-invoice-input.ts";
import { resolveLines } from "../invoices/resolve-lines.service.ts";
import { sealedLinks } from "../invoices/sealed-links.service.ts";
import { lockUnbilled } from "./change-expenses.service.ts";
import type { ExpenseEntity } from "./expense.entity.ts";
import type { BillExpenseInput } from "./expenses.types.ts";

const wholeRate = 100 * 10_000;

/**
 * Bills an expense, less its reclaimable tax and with a markup, as a line of a draft: the given one, else a new one for its
 * billable client. An expense is billed once, until its line is removed or its invoice is deleted or cancelled. Throws
 * NOT_FOUND, INVOICE_NOT_FOUND, INVALID_STATE once billed, INVOICE_STATE_CONFLICT after issue, and BUSINESS_RULE for another
 * client or currency.
 */
export function billExpenseToClient(ctx: InvoicingContext, input: BillExpenseInput): Promise<Invoice> {
  const operation = "billExpenseToClient";
  const { invoiceId = null } = input;
  if (invoiceId !== null) {
    const call = { operation, input: Object.assign({}, input, { invoiceId }) };
    return changeDraft(ctx, call, async ({ lines, discount }, { em, invoice, lines: stored }) => {
      const expense = await lockUnbilled(em, ctx, input.expenseId);
      requireSame(expense, invoice);
      const resolved = await resolveLine(em, { invoice, lines: stored }, lineOf(expense, input));
      const added: DraftLine = { ...resolved, id: newId("ivl") };
      markBilled(ctx, expense, { invoiceId: invoice.id, lineId: added.id! });
      return { lines: [...lines, added], discount };
    });
  }
  return exactlyOnce(ctx, { operation, input, revealedOnce: sealedLinks(ctx) }, async (em) => {
    await claimInvoiceOfMonth(em, ctx);
    const expense = await lockUnbilled(em, ctx, input.expenseId);
    return billOnNewDraft(em, ctx, expense, input);
  });
}

async function billOnNewDraft(
  em: EntityManager,
  ctx: InvoicingContext,
  expense: ExpenseEntity,
  input: BillExpenseInput,
): Promise<Invoice> {
  const ownerId = ownerOf(ctx);
  const { billableClientId, currency } = expense;
  if (billableClientId === null) {
    const message = "is required because the expense has no billable client";
    throw validationError([{ path: "invoiceId", message, rule: "required" }]);
  }
  const client = await em.findOneOrFail(ClientEntity, { id: billableClientId, ownerId });
  const settings = { ownerId, currency, isTaxExempt: client.taxExempt, taxRate: null };
  const items = await resolveLines(em, [lineOf(expense, input)], settings);
  const priced = priceInvoice({ items, currency }, await settingsOf(em, ownerId));
  const { id, name, email, billingAddress: address } = client;
  const invoice = draftInvoice(ctx, { client: { id, name, email, address }, priced });
  const lines = linesOf(invoice, priced.lines);
  await saveInvoice(em, ctx, invoice, lines);
  markBilled(ctx, expense, { invoiceId: invoice.id, lineId: lines[0]!.id });
  await em.flush();
  return presentInvoice(ctx, invoice, lines);
}

function requireSame(expense: ExpenseEntity, invoice: { clientId: string | null; currency: string }): void {
  if (expense.currency !== invoice.currency)
    throw businessRule(
      "other_currency",
      "The invoice has another currency. Choose one in the expense's currency.",
    );
  if (expense.billableClientId !== null && expense.billableClientId !== invoice.clientId)
    throw businessRule("other_client", "The invoice has another client. Choose one of the billable client.");
}

/** Net amount with the markup, rounded half up. */
function lineOf(
  { vendor, spentOn, amountMinor, taxMinor, currency }: ExpenseEntity,
  input: BillExpenseInput,
) {
  const rate = wholeRate + rateOfPercent(input.markupPercent ?? 0);
  const minor = multiplyHalfUp(amountMinor - taxMinor, rate, wholeRate);
  const amount = toMajor(minor, currencyDecimals(currency));
  return { description: `${vendor}, ${spentOn}`, quantity: 1, unitPrice: amount };
}

function markBilled(
  ctx: InvoicingContext,
  expense: ExpenseEntity,
  { invoiceId, lineId }: { invoiceId: string; lineId: string },
): void {
  Object.assign(expense, { billedInvoiceId: invoiceId, billedLineId: lineId, updatedAt: ctx.clock.now() });
  expense.version += 1;
}
