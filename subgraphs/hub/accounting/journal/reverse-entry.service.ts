import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { validationError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingConflict, journalEntryNotFound, reconciliationCompleted } from "../accounting.errors.ts";
import { isReconciled } from "../bank/bank.rows.ts";
import { entryNumber } from "./entry-number.ts";
import { entryNews } from "./journal-events.ts";
import type { ReverseJournalEntryInput } from "./journal-inputs.types.ts";
import { findEntry, linesOf, reversalsOf, type EntryRow } from "./journal.rows.ts";
import type { JournalEntry } from "./journal.types.ts";
import { presentOne } from "./present-entry.service.ts";
import { lockAccounts, lockOpenPeriod, storePosted, type PreparedEntry } from "./write-entry.service.ts";

/**
 * Posts the mirror of a posted entry, once. Throws NOT_FOUND, VALIDATION_ERROR for a date before the entry's, and
 * INVALID_STATE for a draft, a closing entry, an entry of a bill or one that is reversed, one that a completed bank
 * reconciliation covers, an archived account or a closed period. Idempotent.
 */
export function reverseJournalEntry(ctx: HubContext, input: ReverseJournalEntryInput): Promise<JournalEntry> {
  const { entryId, date, memo } = input;
  return exactlyOnce(ctx, { operation: "reverseJournalEntry", input }, async (em) => {
    // Locked: of two reversals at once, the later one sees the earlier one.
    const original = await findEntry(em, ctx, { id: entryId, lock: true });
    if (!original) throw journalEntryNotFound();
    if (original.isClosing) {
      throw accountingConflict(
        "closing_entry",
        "This entry closed a fiscal year. Reopen its period instead.",
      );
    }
    if (original.sourceApp === "accounting") {
      throw accountingConflict(
        "entry_of_bill",
        "This entry belongs to a vendor bill. Use void_vendor_bill or void_vendor_bill_payment instead.",
      );
    }
    await requireReversible(em, original);
    if (date < original.date) {
      const message = "must not be before the date of the entry";
      throw validationError([{ path: "date", message, rule: "minDate" }]);
    }
    return presentOne(em, await postMirror(em, ctx, { original, date, memo: memo?.trim() ?? null }));
  });
}

/** Posts the mirror of an entry that the transaction has locked. Throws INVALID_STATE when a bank reconciliation covers it. */
export async function postMirror(
  em: EntityManager,
  ctx: HubContext,
  { original, date, memo }: { original: EntryRow; date: string; memo: string | null },
): Promise<EntryRow> {
  if (await isReconciled(em, original.id)) throw reconciliationCompleted({ entryId: original.id });
  const lines = (await linesOf(em, [original.id])).get(original.id)!;
  await lockAccounts(
    em,
    ctx,
    lines.map(({ accountId }) => accountId),
  );
  const ledger = await lockOpenPeriod(em, ctx, { ledgerId: original.ledgerId, date });
  const prepared: PreparedEntry = {
    date,
    memo: memo ?? `Reversal of ${entryNumber(original)}: ${original.memo}`.slice(0, 500),
    kind: "reversal",
    isClosing: original.isClosing,
    lines: lines.map(
      ({ accountId, debit, credit, foreignDebit, foreignCredit, memo: note, app, client, project }) => ({
        accountId,
        debit: credit,
        credit: debit,
        foreignDebit: foreignCredit,
        foreignCredit: foreignDebit,
        memo: note,
        app,
        client,
        project,
      }),
    ),
    total: original.total,
    foreign:
      original.foreignCurrency === null
        ? null
        : { currency: original.foreignCurrency, total: original.foreignTotal!, rate: original.exchangeRate! },
    reversesId: original.id,
  };
  const reversal = await storePosted(em, ctx, { ledger, prepared });
  const news = { objectId: ledger.id, appId: ctx.appId, ownerId: ledger.ownerId };
  await emitEvent(em, { type: "accounting.entry.reversed", ...news, payload: entryNews(ledger, reversal) });
  return reversal;
}

async function requireReversible(em: EntityManager, { id, number }: EntryRow): Promise<void> {
  if (number === null) {
    throw accountingConflict("entry_draft", "The entry is a draft. Delete it instead.");
  }
  const reversedById = (await reversalsOf(em, [id])).get(id);
  if (reversedById === undefined) return;
  throw accountingConflict("entry_reversed", "The entry is reversed already. Read `reversedById`.", {
    reversedById,
  });
}
