import type { EntityManager } from "@mikro-orm/postgresql";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { requireOwnApp } from "../../apps/apps.service.ts";
import type { HubContext } from "../../hub.context.ts";
import { findCounting, lockAppPostings, type AppPostingRow } from "./app-postings.rows.ts";
import type { LedgerFact } from "./ledger-source.port.ts";
import { postFact, takeBack, type OpenBooks } from "./post-fact.service.ts";
import { factPages } from "./read-facts.service.ts";
import type { AppLedgerSync, SyncAppToLedgerInput, UnpostedRecord } from "./sync-app.types.ts";

/** Records that one transaction posts. Numbers of the fiscal year are locked until it commits. */
const batchSize = 100;
const maxProblems = 100;
const maxDays = 5 * 366;

/**
 * Posts the records of an app in a range of days, each once: those that are in the ledger as they are now are skipped, changed
 * ones are reversed and posted again, and entries of deleted records are reversed. A record that cannot be posted is
 * returned with the reason, and posted by a later run. Throws VALIDATION_ERROR, APP_NOT_FOUND. Idempotent.
 */
export function syncAppToLedger(ctx: HubContext, input: SyncAppToLedgerInput): Promise<AppLedgerSync> {
  refuseSpan(input);
  return onceOutside(
    ctx,
    { operation: "syncAppToLedger", input },
    {
      prepare: () => requireOwnApp(ctx, input.appId),
      record: () => Promise.resolve(input),
      act: (given) => postRange(ctx, given),
      settle: (_em, _given, outcome) => Promise.resolve(outcome),
    },
  );
}

/** The work of a sync, in transactions of its own. */
export async function postRange(
  ctx: HubContext,
  { appId, from, to }: SyncAppToLedgerInput,
): Promise<AppLedgerSync> {
  const counts: Counts = { posted: 0, skipped: 0, corrected: 0, removed: 0 };
  const problems: UnpostedRecord[] = [];
  const seen = new Set<string>();
  // What is posted meanwhile by another run is not deleted, only too new for the pages below.
  const before = await inOwnTransaction(ctx, (em) => countingIn(em, ctx, { appId, from, to }));
  for await (const page of factPages(ctx, { appId, from, to, changedSince: null, limit: batchSize })) {
    for (const fact of page) seen.add(keyOf(fact));
    const outcome = await postBatch(ctx, appId, page);
    for (const name of ["posted", "skipped", "corrected"] as const) counts[name] += outcome.counts[name];
    problems.push(...outcome.problems);
  }
  const gone = before.filter(({ kind, sourceId }) => !seen.has(keyOf({ kind, id: sourceId })));
  for (let start = 0; start < gone.length; start += batchSize) {
    const outcome = await removeBatch(ctx, gone.slice(start, start + batchSize));
    counts.removed += outcome.removed;
    problems.push(...outcome.problems);
  }
  return {
    appId,
    from,
    to,
    ...counts,
    problems: problems.slice(0, maxProblems),
    problemCount: problems.length,
  };
}

interface Counts {
  posted: number;
  skipped: number;
  corrected: number;
  removed: number;
}

/** Posts some records in one transaction. */
export function postBatch(
  ctx: HubContext,
  app: string,
  facts: readonly LedgerFact[],
): Promise<{ counts: Omit<Counts, "removed">; problems: UnpostedRecord[] }> {
  return inOwnTransaction(ctx, async (em) => {
    await lockAppPostings(em, ctx.principal.ownerId ?? "");
    const counts = { posted: 0, skipped: 0, corrected: 0 };
    const problems: UnpostedRecord[] = [];
    const books: OpenBooks = new Map();
    for (const fact of facts) {
      const outcome = await orProblem(em, fact, (own) => postFact(own, ctx, { app, fact, books }));
      if (typeof outcome === "string") counts[outcome] += 1;
      else {
        problems.push(outcome);
        // A ledger that was created for the record was taken back with it.
        books.clear();
      }
    }
    return { counts, problems };
  });
}

function removeBatch(
  ctx: HubContext,
  gone: readonly AppPostingRow[],
): Promise<{ removed: number; problems: UnpostedRecord[] }> {
  return inOwnTransaction(ctx, async (em) => {
    await lockAppPostings(em, ctx.principal.ownerId ?? "");
    const problems: UnpostedRecord[] = [];
    let removed = 0;
    for (const { kind, sourceId, sourceDate, app } of gone) {
      // Read again: another run may have taken it back, or moved it to another day.
      const range = { appId: app, from: sourceDate, to: sourceDate };
      const [still] = (await countingIn(em, ctx, range)).filter(
        (one) => one.kind === kind && one.sourceId === sourceId,
      );
      if (!still) continue;
      const record = { kind, id: sourceId, date: sourceDate };
      const problem = await orProblem(em, record, (own) => takeBack(own, ctx, still));
      if (problem) problems.push(problem);
      else removed += 1;
    }
    return { removed, problems };
  });
}

/** A refusal of one record does not stop the others: a savepoint each, so that nothing of the refused one is left. */
async function orProblem<T>(
  em: EntityManager,
  { kind, id, date }: Pick<LedgerFact, "kind" | "id" | "date">,
  work: (own: EntityManager) => Promise<T>,
): Promise<T | UnpostedRecord> {
  try {
    return await em.transactional((own) => work(own));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { reason } = (error.details ?? {}) as { reason?: string };
    return { kind, id, date, reason: reason ?? error.code.toLowerCase(), message: error.message };
  }
}

function countingIn(
  em: EntityManager,
  { principal }: HubContext,
  { appId: app, from, to }: SyncAppToLedgerInput,
): Promise<AppPostingRow[]> {
  return findCounting(em, { ownerId: principal.ownerId ?? "", app, from, to });
}

/** Without the writes that belong to the commit of the request: those join its last transaction. */
function inOwnTransaction<T>(
  { em, principal }: HubContext,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  return inTransaction({ em, principal }, work);
}

function keyOf({ kind, id }: Pick<LedgerFact, "kind" | "id">): string {
  return `${kind} ${id}`;
}

function refuseSpan({ from, to }: SyncAppToLedgerInput): void {
  const refuse = (message: string, rule: string) => validationError([{ path: "to", message, rule }]);
  if (to < from) throw refuse("must not be before from", "minimum");
  if (Date.parse(to) - Date.parse(from) > maxDays * 86_400_000)
    throw refuse("must be at most five years after from", "maximum");
}
