import { actorOf } from "../../../src/access/acting.ts";
import { Batches } from "../../../src/db/batches.ts";
import { maxWaitMs, tooManyWaiting } from "../../../src/db/commit-groups.ts";
import { CommitUnknownError } from "../../../src/db/commit-unknown.ts";
import type { KeyClaim } from "../../../src/db/key-row.ts";
import { openTransaction } from "../../../src/db/transaction.ts";
import type { DomainError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import { currentTracing } from "../../../src/observability/tracing.ts";
import type { HubContext } from "../hub.context.ts";
import type { ConsumeCreditsResult } from "./credits.types.ts";
import { writeSpendings, type Spending, type SpendingRow } from "./spendings.rows.ts";

/** A request that may be simple: only the database knows. */
export interface SimpleSpending {
  ctx: HubContext;
  spending: Spending;
  claim: KeyClaim | null;
  referenceId: string | null;
}

interface Waiting extends SimpleSpending {
  since: number;
}

/** Null where nothing was written. */
type Outcome = ConsumeCreditsResult | DomainError | CommitUnknownError | null;

const batches = new Batches<Waiting, Outcome>(spendBatch);

/**
 * True for a request whose spending needs one statement only: it is no part of a transaction, and nothing but its audit row
 * joins it. Statements of a traced request are spans below that request, so it shares none.
 */
export function mayBeSimple(ctx: HubContext): boolean {
  const { beforeCommit, principal } = ctx;
  return (
    principal.ownerId !== null &&
    (beforeCommit === undefined || beforeCommit.row !== undefined) &&
    (currentTracing()?.carrier() ?? null) === null &&
    openTransaction(emOf(ctx)) === null
  );
}

/**
 * Spends together with all requests of this process that arrive at the same time, whichever accounts they spend from.
 * Returns null, with nothing written, when the spending is not simple: the account is locked or has too little, the
 * reference or key is known, or the database refused one of those that arrived with it. Throws 503 SERVICE_UNAVAILABLE
 * after 10 s of waiting, and CommitUnknownError.
 */
export async function spendTogether(simple: SimpleSpending): Promise<ConsumeCreditsResult | null> {
  const outcome = await batches.run(emOf(simple.ctx), { ...simple, since: performance.now() });
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

/** The request's own entity manager would be forked for it. */
function emOf(ctx: HubContext) {
  return ctx.sharedEm ?? ctx.em;
}

/** Never throws: a batch that may have been committed must not be run again. */
async function spendBatch(batch: readonly Waiting[]): Promise<Outcome[]> {
  const late = performance.now() - maxWaitMs;
  const outcomes = batch.map(({ since }): Outcome => (since < late ? tooManyWaiting() : null));
  const places = firstOfEach(batch).filter((place) => outcomes[place] === null);
  const rows = places.map((place) => toRow(batch[place]!));
  if (rows.length === 0) return outcomes;
  const { ctx } = batch[places[0]!]!;
  try {
    for (const { place, balance } of await writeSpendings(emOf(ctx), rows)) {
      const index = places[place]!;
      outcomes[index] = { entryId: rows[place]!.entryId, balance };
      batch[index]!.ctx.beforeCommit?.row?.written();
    }
  } catch (error) {
    if (error instanceof CommitUnknownError) for (const place of places) outcomes[place] = error;
    else ctx.log.warn({ err: error }, "Spendings could not be written together");
  }
  return outcomes;
}

/** Places of those whose reference and key no earlier one has: a repeated request is answered after the first. */
function firstOfEach(batch: readonly Waiting[]): number[] {
  const names = new Set<string>();
  return [...batch.keys()].filter((place) => {
    const { ctx, spending, claim, referenceId } = batch[place]!;
    const own = [
      ...(referenceId === null ? [] : [JSON.stringify([ctx.principal.ownerId, spending.appId, referenceId])]),
      ...(claim === null ? [] : [JSON.stringify([claim.scope, claim.principal, claim.operation, claim.key])]),
    ];
    const isFirst = !own.some((name) => names.has(name));
    for (const name of own) names.add(name);
    return isFirst;
  });
}

function toRow({ ctx, spending, claim, referenceId }: Waiting): SpendingRow {
  const entryId = newId("cle");
  const { principal, clock, beforeCommit } = ctx;
  return {
    ownerId: principal.ownerId!,
    spending,
    entryId,
    referenceId,
    at: clock.now(),
    actor: actorOf(ctx),
    audit: beforeCommit?.row?.of({ entryId }) ?? null,
    claim,
    membership: principal.membership ?? null,
  };
}
