import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { HubContext } from "../../hub.context.ts";
import { actingForOwner, withToken, type TokenTrouble } from "../../oauth/use-connection.service.ts";
import { entryNumber } from "../journal/entry-number.ts";
import { findEntries, linesOf } from "../journal/journal.rows.ts";
import { ledgerExportQueue } from "./ledger-export.queue.ts";
import {
  endExport,
  exportTables,
  leaseExport,
  nextEntry,
  type ExportEntryRow,
  type ExportRow,
} from "./ledger-export.rows.ts";
import type { RemoteAnswer, RemoteBooks, RemoteEntry } from "./remote-books.port.ts";

/** Longest pause that a run waits for; after longer ones the job starts again. */
const maxWaitMs = 60_000;
/** Pause where the program names none. */
const defaultPauseMs = 5_000;
/** Pause before a request is looked for whose response is lost. */
const lookMs = 500;
/** A run ends before the queue takes it for dead, and another one continues. */
const maxRunMs = 4 * 60_000;

/** Why an export ended early, in words for the account. */
const failures = {
  connection_lost: "Access to the account has ended. Connect it again and start another export.",
  missing_scope:
    "The connection lacks the scope for journal entries. Connect the account again with it and start another export.",
  not_found: "The connection no longer reaches the company. Connect it again and start another export.",
} as const;

/**
 * Sends the entries of an export, one after the other. Each is noted before it is sent; one that may have arrived already is
 * looked for there first, and its request has a key. So it is posted there once, wherever a run ends.
 */
export async function runExport(
  ctx: HubContext,
  { exportId, ownerId }: { exportId: string; ownerId: string },
  signal: AbortSignal,
): Promise<void> {
  const own = actingForOwner(ctx, ownerId);
  const runId = newId("lxr");
  const endsAt = performance.now() + maxRunMs;
  for (;;) {
    signal.throwIfAborted();
    const claim = await asSystem(ctx.em, (em) => claimEntry(em, own, { exportId, runId }));
    if (claim === null) return;
    const pauseMs = await sendEntry(own, claim);
    if (pauseMs === null && performance.now() < endsAt) continue;
    await asSystem(ctx.em, (em) => extendLease(em, { exportId, runId }));
    if (pauseMs !== null && pauseMs <= maxWaitMs && performance.now() + pauseMs < endsAt) {
      await wait(pauseMs, undefined, { signal });
      continue;
    }
    await asSystem(ctx.em, (em) => yieldExport(em, own, { exportId, ownerId, pauseMs: pauseMs ?? 0 }));
    return;
  }
}

interface Claim {
  row: ExportRow;
  item: ExportEntryRow;
  entry: RemoteEntry;
  /** Whether an earlier request may have arrived. */
  isDoubtful: boolean;
}

/** Takes the next entry and notes that it is being sent. Null when the export has ended or another run has it. */
async function claimEntry(
  em: EntityManager,
  ctx: HubContext,
  { exportId, runId }: { exportId: string; runId: string },
): Promise<Claim | null> {
  const row = await leaseExport(em, { id: exportId, runId });
  if (!row) return null;
  const item = await nextEntry(em, exportId);
  if (!item) {
    await endExport(em, exportId, { failure: null, now: ctx.clock.now() });
    return null;
  }
  const isDoubtful = item.isDoubtful || item.status === "sending";
  await exportTables.updateRow(em, "accounting_export_entries", item.id, { status: "sending" });
  return { row, item, isDoubtful, entry: await readEntry(em, row, item) };
}

async function readEntry(em: EntityManager, row: ExportRow, item: ExportEntryRow): Promise<RemoteEntry> {
  const [entry] = await findEntries(em, "t.id = $1", [item.entryId]);
  const lines = (await linesOf(em, [item.entryId])).get(item.entryId)!;
  const [ledger] = await executeSql<{ currency: string }>(
    em,
    "SELECT currency FROM accounting_ledgers WHERE id = $1",
    [row.ledgerId],
  );
  const accounts = new Map(row.accounts.map(([accountId, id, code]) => [accountId, { id, code }]));
  return {
    id: item.entryId,
    number: entryNumber(entry!)!,
    date: entry!.date,
    memo: entry!.memo,
    currency: ledger!.currency,
    lines: lines
      .map(({ accountId, debit, credit, memo }) => ({
        account: accounts.get(accountId)!,
        amount: debit - credit,
        memo,
      }))
      .filter(({ amount }) => amount !== 0),
  };
}

/** Sends one entry and notes the outcome. Returns how long to pause, or null to go on at once. */
async function sendEntry(ctx: HubContext, claim: Claim): Promise<number | null> {
  const { row, item } = claim;
  const books = ctx.ports.remoteBooks.get(row.provider);
  const answer = books ? await sendOnce(ctx, books, claim) : ({ kind: "connection_lost" } as const);
  const now = ctx.clock.now();
  const note = (changes: Partial<ExportEntryRow>) =>
    asSystem(ctx.em, (em) => exportTables.updateRow(em, "accounting_export_entries", item.id, changes));
  const finishedAt = now.toISOString();
  switch (answer.kind) {
    case "found":
      await note({ status: "exported", remoteId: answer.value, finishedAt });
      return null;
    case "refused":
      await note({ status: "failed", error: answer.reason, finishedAt });
      return null;
    case "later":
    case "no_token":
      await note({ status: "pending", isDoubtful: claim.isDoubtful });
      return answer.kind === "later" ? (answer.retryAfterMs ?? defaultPauseMs) : defaultPauseMs;
    case "unknown":
      // It stays as it was noted, so the next turn looks for it.
      return lookMs;
    case "connection_lost":
    case "missing_scope":
    case "not_found":
      await asSystem(ctx.em, async (em) => {
        // Nothing was executed now; an earlier request still may have been.
        if (!claim.isDoubtful)
          await exportTables.updateRow(em, "accounting_export_entries", item.id, { status: "pending" });
        await endExport(em, row.id, { failure: failures[answer.kind], now });
      });
      return null;
  }
}

type Outcome = Exclude<RemoteAnswer<string>, { kind: "unauthorized" }> | TokenTrouble;

/** Looks for an entry that may be there, and posts it when it is not. */
async function sendOnce(
  ctx: HubContext,
  books: RemoteBooks,
  { row, item, entry, isDoubtful }: Claim,
): Promise<Outcome> {
  const { connectionId, companyId } = row;
  if (isDoubtful) {
    const found = await withToken(ctx, connectionId, ({ accessToken }) =>
      books.find({ accessToken, companyId, entry }),
    );
    if (found.kind !== "found")
      return found.kind === "refused" ? { kind: "later", retryAfterMs: null } : found;
    if (found.value !== null) return { kind: "found", value: found.value };
  }
  return withToken(ctx, connectionId, ({ accessToken }) =>
    books.post({ accessToken, companyId, entry, key: item.requestKey }),
  );
}

async function extendLease(
  em: EntityManager,
  { exportId, runId }: { exportId: string; runId: string },
): Promise<void> {
  await leaseExport(em, { id: exportId, runId });
}

/** Gives the export free, and lets a job continue it after the pause. */
async function yieldExport(
  em: EntityManager,
  ctx: HubContext,
  { exportId, ownerId, pauseMs }: { exportId: string; ownerId: string; pauseMs: number },
): Promise<void> {
  await executeSql(em, "UPDATE accounting_exports SET leased_until = NULL WHERE id = $1", [exportId]);
  const startAfter = new Date(ctx.clock.now().getTime() + pauseMs);
  await enqueue(em, ledgerExportQueue, { exportId, ownerId }, { singletonKey: exportId, startAfter });
}

/** Lets jobs continue exports whose run has ended without a word. Those of three days are given up. */
export async function resumeExports(ctx: HubContext): Promise<void> {
  const now = ctx.clock.now();
  await asSystem(ctx.em, async (em) => {
    const where = `t.status = 'running' AND (t.leased_until IS NULL OR t.leased_until < now())`;
    for (const { id, ownerId, createdAt } of await exportTables.findRows(
      em,
      "accounting_exports",
      where,
      [],
    )) {
      if (now.getTime() - Date.parse(createdAt) > 3 * 86_400_000)
        await endExport(em, id, { failure: givenUp, now });
      else await enqueue(em, ledgerExportQueue, { exportId: id, ownerId }, { singletonKey: id });
    }
  });
}

const givenUp = "The other program could not be reached for three days. Start another export.";
