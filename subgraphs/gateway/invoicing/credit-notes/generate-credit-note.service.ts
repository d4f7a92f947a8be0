import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { multiplyHalfUp, parseDecimal, toMajor, toMinor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { bookEntry } from "../invoices/book-entry.service.ts";
import { applyToInvoice } from "../invoices/change-invoice.service.ts";
import { creditNotePrefix, nextNumber } from "../invoices/document-numbers.service.ts";
import { eventOfEntry } from "../invoices/invoice-ledger.ts";
import { taxesOf, treatmentOf } from "../taxes/line-taxes.ts";
import { amountDueMinor, invoiceTransitions } from "../invoices/invoice-states.ts";
import type { InvoiceEntity, InvoiceLineEntity } from "../invoices/invoice.entity.ts";
import {
  creditByAmount,
  creditByParts,
  remainingOf,
  totalOf,
  type CreditableMoney,
  type CreditedPart,
} from "./credit-arithmetic.ts";
import { CreditNoteEntity } from "./credit-note.entity.ts";
import type { CreditNote, CreditedLineInput, GenerateCreditNoteInput } from "./credit-notes.types.ts";
import { presentCreditNote } from "./read-credit-notes.service.ts";
import { useSellerProfile } from "../seller-profile/sellers.service.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";

/**
 * Issues a credit note for all or part of an issued invoice and applies it to the invoice's amount due by default; the
 * rest stays open. Credit notes never exceed the invoice in total, per tax rate too. Throws INVOICE_NOT_FOUND,
 * INVALID_STATE for a draft or cancelled invoice, BUSINESS_RULE when it exceeds what is left, VALIDATION_ERROR.
 */
export function generateCreditNote(
  ctx: InvoicingContext,
  input: GenerateCreditNoteInput,
): Promise<CreditNote> {
  if (typeof input.amount === "number" && input.lines)
    throw validationError([{ path: "lines", message: "cannot be combined with amount", rule: "exclusive" }]);
  return exactlyOnce(ctx, { operation: "generateCreditNote", input }, async (em) => {
    let note: CreditNoteEntity;
    await applyToInvoice(em, ctx, { invoiceId: input.invoiceId }, async ({ invoice, lines, state }) => {
      if (invoice.status !== "sent" && invoice.status !== "paid")
        throw invalidState("invoice", state, invoiceTransitions[state]);
      const money = await wantedCredit(em, invoice, lines, input);
      note = await issueNote(em, ctx, invoice, money, input.reason);
      const amountMinor =
        input.applyToInvoice === false ? 0 : Math.min(note.totalMinor, amountDueMinor(invoice));
      if (amountMinor === 0) return { event: "updated" };
      const { id: sourceId, issueDate: on } = note;
      await bookEntry(em, ctx, invoice, { kind: "credit", sourceId, amountMinor, on });
      note.appliedMinor = amountMinor;
      return { event: eventOfEntry(invoice) };
    });
    await em.flush();
    return presentCreditNote(em, note!);
  });
}

async function wantedCredit(
  em: EntityManager,
  invoice: InvoiceEntity,
  lines: readonly InvoiceLineEntity[],
  input: GenerateCreditNoteInput,
): Promise<CreditableMoney> {
  const earlier = await em.find(CreditNoteEntity, { invoiceId: invoice.id, voidedOn: null });
  const money = earlier.map(({ subtotalMinor: subtotal, taxLines }) => ({ subtotal, taxLines }));
  const left = remainingOf({ subtotal: invoice.subtotalMinor, taxLines: invoice.taxLines }, money);
  const decimals = currencyDecimals(invoice.currency);
  const credit = input.lines
    ? creditByParts(left, partsOf(invoice, lines, input.lines), invoice.roundingMode)
    : creditByAmount(
        left,
        typeof input.amount === "number" ? toMinor(input.amount, decimals) : totalOf(left),
      );
  if (credit) return credit;
  const most = toMajor(totalOf(left), decimals);
  const message = `The credit exceeds what is left to credit on the invoice (${most} left). Reduce it.`;
  throw businessRule("credit_exceeds_invoice", message, { left: most });
}

/** Nets of the lines to credit, less their share of the invoice's discount. */
function partsOf(
  { subtotalMinor, discountMinor }: InvoiceEntity,
  lines: readonly InvoiceLineEntity[],
  wanted: readonly CreditedLineInput[],
): CreditedPart[] {
  return wanted.map(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) throw notFound("line");
    const all = parseDecimal(line.quantity);
    const part = parseDecimal(Math.min(quantity ?? line.quantity, line.quantity));
    const numerator = part.digits * 10n ** BigInt(all.scale);
    const net = multiplyHalfUp(line.netMinor, numerator, all.digits * 10n ** BigInt(part.scale));
    const gross = subtotalMinor + discountMinor;
    const { rates, compound } = treatmentOf(taxesOf(line));
    return { net: gross === 0 ? net : multiplyHalfUp(net, subtotalMinor, gross), rates, compound };
  });
}

async function issueNote(
  em: EntityManager,
  ctx: InvoicingContext,
  invoice: InvoiceEntity,
  money: CreditableMoney,
  reason: string,
): Promise<CreditNoteEntity> {
  const now = ctx.clock.now();
  const { today } = await daysOf(em, ctx);
  const { ownerId, appId, clientId, currency, issueDate } = invoice;
  const totalMinor = totalOf(money);
  const note = Object.assign(new CreditNoteEntity(), {
    id: newId("crn"),
    ownerId,
    appId,
    number: await nextNumber(em, ownerId, creditNotePrefix),
    invoiceId: invoice.id,
    sellerProfileId: await useSellerProfile(em, ownerId),
    clientId,
    currency,
    subtotalMinor: money.subtotal,
    taxMinor: totalMinor - money.subtotal,
    totalMinor,
    taxLines: [...money.taxLines],
    appliedMinor: 0,
    refundedMinor: 0,
    voidedOn: null,
    voidReason: null,
    reason,
    issueDate: issueDate !== null && today < issueDate ? issueDate : today,
    deletedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  } satisfies CreditNoteEntity);
  em.persist(note);
  return note;
}
