import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import { invoicingApp } from "../invoicing-app-id.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { visibleRows } from "../visible-rows.ts";
import { insertCreditNoteRefund } from "./credit-note.rows.ts";
import { CreditNoteEntity, openMinor } from "./credit-note.entity.ts";
import type * as types from "./credit-notes.types.ts";
import { presentCreditNote, statusOf } from "./read-credit-notes.service.ts";

/**
 * Records that open credit was paid back. All refunds and applications together are at most the credit note. Throws
 * NOT_FOUND, INVALID_STATE for a voided note, AMOUNT_PRECISION, and BUSINESS_RULE above the open credit.
 */
export function refundCreditNote(
  ctx: InvoicingContext,
  input: types.RefundCreditNoteInput,
): Promise<types.CreditNoteRefund> {
  return exactlyOnce(ctx, { operation: "refundCreditNote", input }, async (em) => {
    const note = await lockCreditNote(em, ctx, input.creditNoteId);
    const decimals = currencyDecimals(note.currency);
    const left = openMinor(note);
    const amount = typeof input.amount === "number" ? toMinor(input.amount, decimals) : left;
    if (amount > left || amount === 0)
      throw businessRule(
        "refund_exceeds_credit",
        `The refund exceeds the open credit (${toMajor(left, decimals)} left). Reduce the amount.`,
        { left: toMajor(left, decimals) },
      );
    note.refundedMinor += amount;
    touch(ctx, note);
    await em.flush();
    const { today: refundedOn } = await daysOf(em, ctx);
    const id = newId("crf");
    const reason = input.reason ?? null;
    const { id: creditNoteId, ownerId, currency } = note;
    const refund = { id, ownerId, creditNoteId, amount, reason, refundedOn };
    await insertCreditNoteRefund(em, refund, ctx.clock.now());
    await announce(em, note, refundedOn);
    return { id, creditNoteId, amount: toMajor(amount, decimals), currency, reason, refundedOn };
  });
}

/**
 * Voids a credit note of which nothing was applied or refunded, as of today; it keeps its number. Throws NOT_FOUND, and
 * INVALID_STATE for one that was used or voided.
 */
export function voidCreditNote(
  ctx: InvoicingContext,
  input: types.VoidCreditNoteInput,
): Promise<types.CreditNote> {
  return exactlyOnce(ctx, { operation: "voidCreditNote", input }, async (em) => {
    const note = await lockCreditNote(em, ctx, input.creditNoteId);
    if (note.appliedMinor + note.refundedMinor > 0) throw invalidState("credit note", "used", ["open"]);
    note.voidedOn = (await daysOf(em, ctx)).today;
    note.voidReason = input.reason;
    touch(ctx, note);
    await em.flush();
    await announce(em, note, note.voidedOn);
    return presentCreditNote(em, note);
  });
}

/** Locks a credit note that counts. Throws NOT_FOUND, and INVALID_STATE for a voided one. */
export async function lockCreditNote(
  em: EntityManager,
  ctx: InvoicingContext,
  id: string,
): Promise<CreditNoteEntity> {
  const where = { id, ...visibleRows(ctx) };
  const note = await em.findOne(CreditNoteEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!note) throw notFound("credit note");
  if (statusOf(note) === "voided") throw invalidState("credit note", "voided", []);
  return note;
}

function announce(em: EntityManager, { id, ownerId }: CreditNoteEntity, day: string): Promise<void> {
  return emitLedgerChanges(em, [{ appId: invoicingApp, ownerId, id, days: [day] }]);
}

function touch(ctx: InvoicingContext, note: CreditNoteEntity): void {
  note.version += 1;
  note.updatedAt = ctx.clock.now();
}
