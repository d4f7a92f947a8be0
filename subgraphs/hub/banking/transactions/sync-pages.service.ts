import { asSystem } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { BankProviderFault, type BankItem, type ProviderAccount } from "../bank.port.ts";
import { clearStaged, stagePage, type StagedRun } from "./staged.rows.ts";

/** What to fetch, and where it is stored. */
export interface FetchTarget {
  connectionId: string;
  ownerId: string;
  accessToken: string;
  /** Where the last sync ended; null: from the beginning. */
  cursor: string | null;
  signal?: AbortSignal | undefined;
}

/** Everything that the provider has, staged, and not applied yet. */
export interface FetchedRun extends StagedRun {
  fromCursor: string | null;
  nextCursor: string;
  item: BankItem;
  accounts: ProviderAccount[];
}

const maxRestarts = 3;

/**
 * Fetches all changes page by page and stages each page as it arrives: at most one page is in memory, and no
 * transaction is open during requests. When data changes at the provider between two pages, it restarts at the stored
 * cursor, at most 3 times. The caller holds the connection's lock. Throws BankProviderFault.
 */
export async function fetchRun(ctx: HubContext, target: FetchTarget): Promise<FetchedRun> {
  for (let restarts = 0; ; restarts++) {
    const run = { runId: newId("run"), connectionId: target.connectionId, ownerId: target.ownerId };
    await asSystem(ctx.em, (em) => clearStaged(em, run.connectionId));
    try {
      const nextCursor = await stageAll(ctx, run, target);
      const { item, accounts } = await ctx.ports.bank.listAccounts(target.accessToken, target.signal);
      return { ...run, fromCursor: target.cursor, nextCursor, item, accounts };
    } catch (thrown) {
      if (!isMutated(thrown) || restarts === maxRestarts) throw thrown;
      ctx.log.info({ connectionId: run.connectionId, restarts: restarts + 1 }, "Bank sync restarts");
    }
  }
}

async function stageAll(
  ctx: HubContext,
  run: StagedRun,
  { accessToken, cursor, signal }: FetchTarget,
): Promise<string> {
  const { bank } = ctx.ports;
  for (let at = cursor, position = 0; ;) {
    const page = await bank.readChanges({ accessToken, cursor: at, signal });
    const from = position;
    position = await asSystem(ctx.em, (em) => stagePage(em, run, page, from));
    if (!page.hasMore) return page.nextCursor;
    if (page.nextCursor === at) throw new BankProviderFault("unavailable", "CURSOR_STANDS_STILL");
    at = page.nextCursor;
  }
}

function isMutated(thrown: unknown): boolean {
  return thrown instanceof BankProviderFault && thrown.kind === "mutated";
}
