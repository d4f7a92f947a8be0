import type { EntityManager } from "@mikro-orm/postgresql";
import { parseCurrency } from "../../../../src/currency.ts";
import { rowCursors } from "../../../../src/db/cursor.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingConflict, journalEntryNotFound } from "../accounting.errors.ts";
import { findLedger } from "../ledgers/ledger.rows.ts";
import { keepAttachments } from "./attachments.rows.ts";
import { readAmounts } from "./entry-lines.ts";
import type {
  CreateJournalEntryInput,
  JournalEntriesArgs,
  JournalEntryInput,
} from "./journal-inputs.types.ts";
import { deleteDraftRows, findEntries, findEntry, linesOf } from "./journal.rows.ts";
import type { DeletedJournalEntry, JournalEntry, JournalEntryPage } from "./journal.types.ts";
import { presentEntries, presentOne } from "./present-entry.service.ts";
import { lockAccounts, lockOpenPeriod, postDraft, storeDraft } from "./write-entry.service.ts";

/**
 * Stores a draft whose debits equal its credits. Throws NOT_FOUND for an account, FILE_NOT_FOUND for an attachment,
 * BUSINESS_RULE `unbalanced`, INVALID_STATE for an archived account or a closed period, and VALIDATION_ERROR. Idempotent.
 */
export function createJournalEntry(ctx: HubContext, input: CreateJournalEntryInput): Promise<JournalEntry> {
  return exactlyOnce(ctx, { operation: "createJournalEntry", input }, async (em) => {
    const accounts = await lockAccounts(
      em,
      ctx,
      input.lines.map(({ accountId }) => accountId),
    );
    const ledger = await lockOpenPeriod(em, ctx, { ledgerId: accounts[0]!.ledgerId, date: input.date });
    const foreign = foreignOf(input, ledger.currency);
    const amounts = readAmounts(input.lines, {
      currency: ledger.currency,
      foreignCurrency: foreign?.currency ?? null,
      exchangeRate: foreign?.rate ?? null,
    });
    const attachments = [...new Set(input.attachments ?? [])];
    await keepAttachments(em, ctx, attachments);
    const lines = input.lines.map(
      ({ accountId, memo = null, app = null, client = null, project = null }, index) => ({
        accountId,
        memo,
        app,
        client,
        project,
        ...amounts.lines[index]!,
      }),
    );
    const prepared = {
      date: input.date,
      memo: input.memo.trim(),
      lines,
      total: amounts.total,
      foreign: foreign && { ...foreign, total: amounts.foreignTotal! },
      attachments,
    };
    return presentOne(em, await storeDraft(em, ctx, { ledger, prepared }));
  });
}

/** Posts a draft; a posted entry is returned unchanged. Throws NOT_FOUND and INVALID_STATE. Idempotent. */
export function postJournalEntry(ctx: HubContext, { entryId }: JournalEntryInput): Promise<JournalEntry> {
  return exactlyOnce(ctx, { operation: "postJournalEntry", input: { entryId } }, async (em) => {
    const draft = await findEntry(em, ctx, { id: entryId, lock: true });
    if (!draft) throw journalEntryNotFound();
    if (draft.number !== null) return presentOne(em, draft);
    const lines = (await linesOf(em, [entryId])).get(entryId)!;
    await lockAccounts(
      em,
      ctx,
      lines.map(({ accountId }) => accountId),
    );
    const ledger = await lockOpenPeriod(em, ctx, draft);
    return presentOne(em, await postDraft(em, ctx, { ledger, draft }));
  });
}

/** Deletes a draft. Throws NOT_FOUND, and INVALID_STATE for a posted entry. Idempotent by the key. */
export function deleteJournalEntry(
  ctx: HubContext,
  { entryId }: JournalEntryInput,
): Promise<DeletedJournalEntry> {
  return exactlyOnce(ctx, { operation: "deleteJournalEntry", input: { entryId } }, async (em) => {
    const draft = await findEntry(em, ctx, { id: entryId, lock: true });
    if (!draft) throw journalEntryNotFound();
    if (draft.number !== null) {
      throw accountingConflict("entry_posted", "A posted entry cannot be deleted. Reverse it instead.");
    }
    await deleteDraftRows(em, entryId);
    return { id: entryId, deleted: true };
  });
}

/** One entry. Throws NOT_FOUND. */
export function readJournalEntry(ctx: HubContext, entryId: string): Promise<JournalEntry> {
  const read = async (em: EntityManager) => {
    const entry = await findEntry(em, ctx, { id: entryId });
    if (!entry) throw journalEntryNotFound();
    return presentOne(em, entry);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Entries of a ledger, latest date first. Throws INVALID_CURSOR. */
export function listJournalEntries(ctx: HubContext, args: JournalEntriesArgs): Promise<JournalEntryPage> {
  const { from = null, to = null, accountId = null, status = null, currency = null, limit } = args;
  const cursors = rowCursors(ctx, ["journal entries", from, to, accountId, status, currency]);
  const after = cursors.decode(args.cursor);
  const read = async (em: EntityManager) => {
    const ledger = await findLedger(em, ctx, currency);
    if (!ledger) return { entries: [], nextCursor: null };
    const where = `t.ledger_id = $1 AND ($2::date IS NULL OR t.date >= $2) AND ($3::date IS NULL OR t.date <= $3)
      AND ($4::text IS NULL OR EXISTS (SELECT FROM accounting_lines l WHERE l.entry_id = t.id AND l.account_id = $4))
      AND ($5::text IS NULL OR (t.number IS NULL) = ($5 = 'draft'))
      AND ($6::date IS NULL OR (t.date, t.id) < ($6, $7)) ORDER BY t.date DESC, t.id DESC LIMIT $8`;
    const values = [
      ledger.id,
      from,
      to,
      accountId,
      status,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit + 1,
    ];
    const page = cutPage(await findEntries(em, where, values), limit, cursors, ({ date, id }) => [date, id]);
    return { entries: await presentEntries(em, page.rows), nextCursor: page.nextCursor };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The foreign currency of an entry and its rate; null in the ledger's own currency. Throws VALIDATION_ERROR for one without the other. */
function foreignOf(
  { foreignCurrency, exchangeRate }: CreateJournalEntryInput,
  currency: string,
): { currency: string; rate: number } | null {
  const fault = (path: string, message: string) =>
    validationError([{ path, message, rule: "foreignCurrency" }]);
  if (!foreignCurrency) {
    if (exchangeRate) throw fault("foreignCurrency", "must be sent with exchangeRate");
    return null;
  }
  if (!exchangeRate) throw fault("exchangeRate", "must be sent with foreignCurrency");
  const code = parseCurrency(foreignCurrency);
  if (code === currency) throw fault("foreignCurrency", "must not be the currency of the ledger");
  return { currency: code, rate: exchangeRate };
}
