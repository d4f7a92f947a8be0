import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { HubContext } from "../../hub.context.ts";
import { accountingConflict } from "../accounting.errors.ts";
import { listLedgerAccountRows, type LedgerAccountRow } from "../accounts/ledger-account.rows.ts";
import { findEntry, reversalsOf } from "../journal/journal.rows.ts";
import { openChart, postFromSource, type SourceLine } from "../journal/post-source.service.ts";
import { postMirror } from "../journal/reverse-entry.service.ts";
import { dayAfter } from "../ledgers/fiscal-year.ts";
import { readLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import {
  findPostings,
  insertPosting,
  markReversed,
  setItem,
  type AppPostingRow,
} from "./app-postings.rows.ts";
import { readMapping } from "./ledger-mapping.rows.ts";
import type { LedgerSlotName } from "./ledger-slots.ts";
import type { LedgerFact } from "./ledger-source.port.ts";
import { slotLinesOf, type SlotLine } from "./posting-rules.ts";

/** `posted` and `corrected` make an entry; `skipped` was in the books already, or moves nothing. */
export type PostingOutcome = "posted" | "corrected" | "skipped";

/**
 * Posts a record of an app once, in the transaction of `em`, which holds `lockAppPostings`. A record whose content has
 * changed is taken back by a reversal and posted again. A day in a closed period becomes the first open day after it, and
 * the memo names the record's own day.
 *
 * Throws INVALID_STATE for an archived or missing account of the mapping, and for a correction of what a completed bank
 * reconciliation covers.
 */
export async function postFact(
  em: EntityManager,
  ctx: HubContext,
  { app, fact, books }: { app: string; fact: LedgerFact; books: OpenBooks },
): Promise<PostingOutcome> {
  const ownerId = ctx.principal.ownerId ?? "";
  const versions = await findPostings(em, { ownerId, app, kind: fact.kind, sourceId: fact.id });
  const counting = versions.find(({ reversalId }) => reversalId === null);
  const digest = digestOf(fact);
  if (counting?.digest === digest) {
    const isSame = counting.itemId === fact.item && counting.dueDate === fact.dueOn;
    if (!isSame) await setItem(em, counting.entryId, fact);
    return "skipped";
  }
  const slotLines = slotLinesOf(fact);
  const isNothing = slotLines.length === 0;
  if (isNothing && !counting) return "skipped";
  // Resolved first: what cannot be posted again is not taken back.
  const prepared = isNothing ? null : await prepare(em, ctx, { fact, slotLines, books });
  if (counting) await takeBack(em, ctx, counting);
  if (prepared)
    await store(em, ctx, { app, fact, digest, version: (versions[0]?.version ?? 0) + 1, ...prepared });
  return counting ? "corrected" : "posted";
}

/** Reverses a posting whose record was deleted or has changed, on its own day where that is open. */
export async function takeBack(em: EntityManager, ctx: HubContext, posting: AppPostingRow): Promise<void> {
  const original = (await findEntry(em, ctx, { id: posting.entryId, lock: true }))!;
  // Somebody may have reversed it in the journal.
  const known = (await reversalsOf(em, [original.id])).get(original.id);
  if (known !== undefined) return markReversed(em, original.id, known);
  const ledger = (await readLedger(em, ctx, { id: posting.ledgerId, lock: "share" }))!;
  const date = openDay(ledger, original.date);
  const { id } = await postMirror(em, ctx, { original, date, memo: null });
  await markReversed(em, original.id, id);
}

interface Prepared {
  ledger: LedgerRow;
  lines: SourceLine[];
}

async function prepare(
  em: EntityManager,
  ctx: HubContext,
  { fact, slotLines, books }: { fact: LedgerFact; slotLines: readonly SlotLine[]; books: OpenBooks },
): Promise<Prepared> {
  const open = books.get(fact.currency) ?? (await openBooks(em, ctx, fact.currency));
  books.set(fact.currency, open);
  const { ledger, mapping } = open;
  const category = fact.category === null ? null : expenseAccount(open.accounts, fact.category);
  const lines = slotLines.map(({ slot, debit, credit }) => {
    const account = slot === "expenses" ? (category ?? mapping.get(slot)) : mapping.get(slot);
    if (!account) throw unmapped(slot);
    if (account.archivedAt !== null) throw archived(slot, account);
    return {
      accountCode: account.code,
      debit,
      credit,
      ...(fact.party === null ? {} : { client: fact.party }),
    };
  });
  return { ledger, lines };
}

/** A ledger with its chart, locked against closing until the transaction ends. */
interface Books {
  ledger: LedgerRow;
  accounts: readonly LedgerAccountRow[];
  mapping: ReadonlyMap<LedgerSlotName, LedgerAccountRow | null>;
}

/** Ledgers that a transaction has opened, by currency. */
export type OpenBooks = Map<string, Books>;

async function openBooks(em: EntityManager, ctx: HubContext, currency: string): Promise<Books> {
  const { id } = await openChart(em, ctx, currency);
  // No period is closed between the choice of the day and the commit.
  const ledger = (await readLedger(em, ctx, { id, lock: "share" }))!;
  const accounts = await listLedgerAccountRows(em, ledger);
  const mapping = new Map((await readMapping(em, ledger)).map(({ slot, account }) => [slot, account]));
  return { ledger, accounts, mapping };
}

/** The active expense account that is named like the category. */
function expenseAccount(accounts: readonly LedgerAccountRow[], category: string): LedgerAccountRow | null {
  const name = category.trim().toLowerCase();
  return (
    accounts.find(
      (one) => one.type === "expense" && one.archivedAt === null && one.name.toLowerCase() === name,
    ) ?? null
  );
}

async function store(
  em: EntityManager,
  ctx: HubContext,
  {
    app,
    fact,
    digest,
    version,
    ledger,
    lines,
  }: { app: string; fact: LedgerFact; digest: string; version: number } & Prepared,
): Promise<void> {
  const { kind, id: sourceId, date: sourceDate, currency } = fact;
  const date = openDay(ledger, sourceDate);
  const memo = date === sourceDate ? fact.memo : `${fact.memo.slice(0, 480)} (of ${sourceDate})`;
  const source = { app, kind, id: version === 1 ? sourceId : `${sourceId}~${version}` };
  const { entryId } = await postFromSource(em, ctx, { source, currency, date, memo, lines });
  await insertPosting(em, {
    entryId,
    ownerId: ledger.ownerId,
    ledgerId: ledger.id,
    app,
    kind,
    sourceId,
    version,
    digest,
    sourceDate,
    itemId: fact.item,
    dueDate: fact.dueOn,
    reversalId: null,
    createdAt: ctx.clock.now().toISOString(),
  });
}

/** The day itself, or the first day after the closed periods. */
function openDay({ closedThrough }: LedgerRow, date: string): string {
  return closedThrough !== null && date <= closedThrough ? dayAfter(closedThrough) : date;
}

/** What decides whether a record is in the books as it is now. The memo does not: a new number of a client changes no amount. */
function digestOf({ date, currency, party, category, amounts }: LedgerFact): string {
  const parts = Object.entries(amounts)
    .filter(([, amount]) => amount !== 0)
    .toSorted(([one], [two]) => (one < two ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([date, currency, party, category, parts]))
    .digest("hex");
}

function unmapped(slot: LedgerSlotName) {
  return accountingConflict(
    "account_missing",
    "The ledger has no account for this. Choose one with update_ledger_mapping.",
    { slot },
  );
}

function archived(slot: LedgerSlotName, { id: accountId, code }: LedgerAccountRow) {
  return accountingConflict(
    "account_archived",
    "The account for this is archived. Restore it, or choose another one with update_ledger_mapping.",
    { slot, accountId, code },
  );
}
