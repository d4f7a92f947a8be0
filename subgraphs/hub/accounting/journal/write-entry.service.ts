import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import {
  accountingConflict,
  accountingRule,
  ledgerAccountNotFound,
  periodClosed,
} from "../accounting.errors.ts";
import { lockLedgerAccounts, type LedgerAccountRow } from "../accounts/ledger-account.rows.ts";
import { fiscalYearOf } from "../ledgers/fiscal-year.ts";
import { readLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import type { LineAmounts } from "./entry-lines.ts";
import { entryNews } from "./journal-events.ts";
import { insertEntry, markPosted, takeNumbers, type EntryRow, type LineRow } from "./journal.rows.ts";
import type { JournalEntryKind } from "./journal.types.ts";

/** A line with its account and amounts in minor units. */
export interface PreparedLine extends LineAmounts {
  accountId: string;
  memo: string | null;
  app: string | null;
  client: string | null;
  project: string | null;
}

/** An entry whose lines balance. */
export interface PreparedEntry {
  date: string;
  memo: string;
  lines: readonly PreparedLine[];
  total: number;
  kind?: JournalEntryKind;
  isClosing?: boolean;
  foreign?: { currency: string; total: number; rate: number } | null;
  reversesId?: string | null;
  source?: { app: string; kind: string; id: string; digest: string } | null;
  attachments?: readonly string[];
}

/** Locks the accounts of an entry against archiving. Throws NOT_FOUND, INVALID_STATE for archived ones, and BUSINESS_RULE for several ledgers. */
export async function lockAccounts(
  em: EntityManager,
  ctx: HubContext,
  accountIds: readonly string[],
): Promise<LedgerAccountRow[]> {
  const ids = [...new Set(accountIds)];
  const accounts = await lockLedgerAccounts(em, ctx, ids);
  if (accounts.length < ids.length) throw ledgerAccountNotFound();
  if (new Set(accounts.map(({ ledgerId }) => ledgerId)).size > 1) {
    throw accountingRule(
      "several_ledgers",
      "All accounts of an entry must be of one ledger. Choose accounts of one currency.",
    );
  }
  const archived = accounts.find(({ archivedAt }) => archivedAt !== null);
  if (archived) {
    throw accountingConflict(
      "account_archived",
      "An account of the entry is archived. Restore it, or use another account.",
      { accountId: archived.id, code: archived.code },
    );
  }
  return accounts;
}

/** Locks the ledger against closing until the transaction ends. Throws INVALID_STATE when the day is in a closed period. */
export async function lockOpenPeriod(
  em: EntityManager,
  ctx: HubContext,
  { ledgerId, date }: { ledgerId: string; date: string },
): Promise<LedgerRow> {
  const ledger = (await readLedger(em, ctx, { id: ledgerId, lock: "share" }))!;
  if (ledger.closedThrough !== null && date <= ledger.closedThrough)
    throw periodClosed(date, ledger.closedThrough);
  return ledger;
}

/** Stores an entry as a draft. The transaction has locked its accounts. */
export async function storeDraft(
  em: EntityManager,
  ctx: HubContext,
  { ledger, prepared }: { ledger: LedgerRow; prepared: PreparedEntry },
): Promise<EntryRow> {
  const entry = entryRow(ctx, ledger, prepared);
  await insertEntry(em, { entries: [entry], entryLines: lineRows(entry, prepared) });
  return entry;
}

/**
 * Stores and posts an entry. The transaction has locked its accounts, and the ledger by `lockOpenPeriod`. Numbers are taken
 * last, because postings of one fiscal year wait there for each other.
 */
export async function storePosted(
  em: EntityManager,
  ctx: HubContext,
  { ledger, prepared }: { ledger: LedgerRow; prepared: PreparedEntry },
): Promise<EntryRow> {
  const entry = await numbered(em, ctx, ledger, entryRow(ctx, ledger, prepared));
  await insertEntry(em, { entries: [entry], entryLines: lineRows(entry, prepared) });
  await notifyPosted(em, ctx, ledger, entry);
  return entry;
}

/** Posts a draft that the transaction has locked, with its accounts and the ledger. */
export async function postDraft(
  em: EntityManager,
  ctx: HubContext,
  { ledger, draft }: { ledger: LedgerRow; draft: EntryRow },
): Promise<EntryRow> {
  const entry = await numbered(em, ctx, ledger, draft);
  await markPosted(em, entry);
  await notifyPosted(em, ctx, ledger, entry);
  return entry;
}

async function numbered(
  em: EntityManager,
  ctx: HubContext,
  ledger: LedgerRow,
  entry: EntryRow,
): Promise<EntryRow> {
  const fiscalYear = fiscalYearOf(entry.date, ledger.fiscalYearStart);
  const number = await takeNumbers(em, ledger, { fiscalYear, count: 1 });
  return {
    ...entry,
    fiscalYear,
    number,
    postedBy: ctx.principal.id,
    postedAt: ctx.clock.now().toISOString(),
  };
}

async function notifyPosted(
  em: EntityManager,
  ctx: HubContext,
  ledger: LedgerRow,
  entry: EntryRow,
): Promise<void> {
  const news = { objectId: ledger.id, appId: ctx.appId, ownerId: ledger.ownerId };
  await emitEvent(em, { type: "accounting.entry.posted", ...news, payload: entryNews(ledger, entry) });
}

/** An entry as a draft. */
export function entryRow(ctx: HubContext, ledger: LedgerRow, prepared: PreparedEntry): EntryRow {
  const { date, memo, lines, total, kind = "standard", isClosing = false, foreign, source } = prepared;
  return {
    id: newId("jen"),
    ownerId: ledger.ownerId,
    ledgerId: ledger.id,
    date,
    fiscalYear: null,
    number: null,
    kind,
    isClosing,
    memo,
    lineCount: lines.length,
    total,
    foreignCurrency: foreign?.currency ?? null,
    foreignTotal: foreign?.total ?? null,
    exchangeRate: foreign?.rate ?? null,
    reversesId: prepared.reversesId ?? null,
    sourceApp: source?.app ?? null,
    sourceKind: source?.kind ?? null,
    sourceId: source?.id ?? null,
    sourceDigest: source?.digest ?? null,
    attachments: [...(prepared.attachments ?? [])],
    createdBy: ctx.principal.id,
    createdAt: ctx.clock.now().toISOString(),
    postedBy: null,
    postedAt: null,
  };
}

export function lineRows(entry: EntryRow, { lines }: PreparedEntry): LineRow[] {
  const { id: entryId, ownerId, ledgerId, date, number, isClosing } = entry;
  return lines.map((line, index) => ({
    entryId,
    line: index + 1,
    ownerId,
    ledgerId,
    date,
    number,
    isClosing,
    ...line,
  }));
}
