import type { EntityManager } from "@mikro-orm/postgresql";
import { DomainError } from "../../../../src/errors.ts";
import { writeAccounts } from "../connections/account.rows.ts";
import { emitBankEvent } from "../connections/bank-events.service.ts";
import { lockConnection, updateConnection, type ConnectionRow } from "../connections/connection.rows.ts";
import { adoptEarlierLogin, applyStaged, type AppliedCounts } from "./staged.rows.ts";
import type { FetchedRun } from "./sync-pages.service.ts";

const dayMs = 24 * 60 * 60 * 1000;

export interface AppliedRun extends AppliedCounts {
  connection: ConnectionRow;
  accountsUpdated: number;
}

/**
 * Writes a fetched run in the open transaction: accounts, every page, and the new cursor, all or nothing. Counts
 * transactions that are at most `daysBack` days old. Throws 503 and writes nothing when the connection has changed
 * since the run began, which only a lost lock can cause.
 */
export async function applyRun(
  em: EntityManager,
  run: FetchedRun,
  { now, daysBack }: { now: Date; daysBack: number },
): Promise<AppliedRun> {
  const before = await lockConnection(em, run.connectionId);
  const isSame = before?.itemId === run.item.itemId && before.syncCursor === run.fromCursor;
  if (!before || !isSame) throw movedOn();
  const since = new Date(now.getTime() - daysBack * dayMs).toISOString().slice(0, 10);
  const { connectionId, ownerId, item } = run;
  await writeAccounts(em, { connectionId, ownerId, now, isFresh: false }, run.accounts);
  const target = { ...run, itemId: item.itemId, now, since };
  if (run.fromCursor === null) await adoptEarlierLogin(em, target);
  const counts = await applyStaged(em, target);
  await updateConnection(em, connectionId, {
    sync_cursor: run.nextCursor,
    last_synced_at: now,
    products: item.products,
    consent_expires_at: item.consentExpiresAt,
    // A login that returns data works, whatever its recorded status.
    status: "active",
    error_code: null,
    updated_at: now,
  });
  const connection = (await lockConnection(em, connectionId))!;
  await emitBankEvent(em, "bank.sync_completed", connection, counts);
  return { ...counts, connection, accountsUpdated: run.accounts.length };
}

/** 503: the connection changed since it was read. */
export function movedOn(): DomainError {
  return new DomainError("SERVICE_UNAVAILABLE", "The bank connection changed during the sync. Try again.", {
    retryable: true,
  });
}
