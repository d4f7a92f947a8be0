import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvents } from "../../../../src/db/outbox.ts";
import type { HubContext } from "../../hub.context.ts";
import { fiscalYearOf } from "../ledgers/fiscal-year.ts";
import type { LedgerRow } from "../ledgers/ledger.rows.ts";
import { entryNews } from "./journal-events.ts";
import { insertEntry, takeNumbers, type EntryRow } from "./journal.rows.ts";
import { entryRow, lineRows, type PreparedEntry } from "./write-entry.service.ts";

/** Entries in one statement. */
const chunkSize = 500;

/**
 * Stores and posts entries of one ledger with as few statements as one entry takes, in the given order. Their sources must
 * be new. The transaction has locked their accounts, and the ledger by `lockOpenPeriod` for the earliest day.
 */
export async function storePostedBatch(
  em: EntityManager,
  ctx: HubContext,
  { ledger, prepared }: { ledger: LedgerRow; prepared: readonly PreparedEntry[] },
): Promise<EntryRow[]> {
  const numbers = await numbersOf(em, ledger, prepared);
  const posted = { postedBy: ctx.principal.id, postedAt: ctx.clock.now().toISOString() };
  const entries = prepared.map((entry, index) => ({
    ...entryRow(ctx, ledger, entry),
    ...numbers[index]!,
    ...posted,
  }));
  for (let from = 0; from < entries.length; from += chunkSize) {
    const chunk = entries.slice(from, from + chunkSize);
    const entryLines = chunk.flatMap((entry, index) => lineRows(entry, prepared[from + index]!));
    await insertEntry(em, { entries: chunk, entryLines });
  }
  const news = { objectId: ledger.id, appId: ctx.appId, ownerId: ledger.ownerId };
  const type = "accounting.entry.posted";
  await emitEvents(
    em,
    entries.map((entry) => ({ type, ...news, payload: entryNews(ledger, entry) })),
  );
  return entries;
}

/** Numbers by entry. Years are taken in their order, as every other request takes them. */
async function numbersOf(
  em: EntityManager,
  ledger: LedgerRow,
  prepared: readonly PreparedEntry[],
): Promise<{ fiscalYear: number; number: number }[]> {
  const years = prepared.map(({ date }) => fiscalYearOf(date, ledger.fiscalYearStart));
  const next = new Map<number, number>();
  for (const fiscalYear of [...new Set(years)].sort((one, two) => one - two)) {
    const count = years.filter((year) => year === fiscalYear).length;
    next.set(fiscalYear, (await takeNumbers(em, ledger, { fiscalYear, count })) - count + 1);
  }
  return years.map((fiscalYear) => {
    const number = next.get(fiscalYear)!;
    next.set(fiscalYear, number + 1);
    return { fiscalYear, number };
  });
}

/** Digest of a source whose entry this module posts. */
export function batchDigest(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
