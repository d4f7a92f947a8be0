import { copyContext } from "../../../src/context.ts";
import { newId } from "../../../src/ids.ts";
import { writeOwnEntry } from "../../../src/access/audit-entry.ts";
import { wakeAuditRelay } from "../../../src/access/audit-relay.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { enqueue } from "../../../src/jobs/enqueue.ts";
import type { HubContext } from "../hub.context.ts";
import {
  endVerification,
  noteFound,
  noteMissing,
  postponeCheck,
  selectDomains,
  type DomainRow,
} from "./account-domain.rows.ts";
import { endedQueue } from "./domain-queue.ts";
import { findRecord, type RecordState } from "./domain-record.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** Interval of the checks of a verified domain. While its record is missing, the interval is a day. */
export const recheckMs = 7 * dayMs;

/** How long a record may be missing before the verification ends: time to notice a mistake. */
const graceMs = 7 * dayMs;

/**
 * Checks the verified domains that are due; returns how many verifications ended. A record that is missing for 7 days ends
 * the verification and joining, and administrators are mailed. Name servers that do not answer change nothing. A check that
 * fails is logged, and does not stop the others.
 */
export async function checkDomains(ctx: HubContext, batchSize = 100): Promise<number> {
  const due = await asSystem(ctx.em, (em) =>
    selectDomains(em, "verified_at IS NOT NULL AND check_at <= $1 ORDER BY check_at LIMIT $2", [
      ctx.clock.now(),
      batchSize,
    ]),
  );
  let ended = 0;
  for (const row of due) {
    try {
      if (await settle(ctx, row, await findRecord(ctx, row))) ended++;
    } catch (error) {
      ctx.log.error({ err: error, domainId: row.id }, "A domain could not be checked");
    }
  }
  if (ended > 0) wakeAuditRelay(ctx.sharedEm ?? ctx.em);
  return ended;
}

/** Returns whether the verification ended. The domain may have changed during the look-up. */
function settle(ctx: HubContext, { id, ownerId }: DomainRow, state: RecordState): Promise<boolean> {
  return asSystem(ctx.em, async (em) => {
    await executeSql(em, "SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE", [ownerId]);
    const [row] = await selectDomains(em, "id = $1 AND verified_at IS NOT NULL FOR UPDATE", [id]);
    if (!row) return false;
    const now = ctx.clock.now();
    const later = (ms: number) => new Date(now.getTime() + ms);
    if (state === "unknown") await postponeCheck(em, id, later(hourMs));
    else if (state === "found") await noteFound(em, { id, now, nextCheck: later(recheckMs) });
    else if (!isOver(row, now)) await noteMissing(em, { id, now, nextCheck: later(dayMs) });
    else {
      await endVerification(em, id, now);
      await enqueue(em, endedQueue, { domainId: id, endedAt: now.toISOString() });
      const account = copyContext(ctx, { principal: { ...ctx.principal, ownerId } });
      await writeOwnEntry(em, account, {
        id: newId("aud"),
        action: "endDomainVerification",
        appId: null,
        targetType: "AccountDomain",
        targetId: id,
        outcome: "ok",
        code: null,
        changes: { domain: row.domain, reason: "record_missing" },
      });
      return true;
    }
    return false;
  });
}

function isOver({ missingSince }: DomainRow, now: Date): boolean {
  return missingSince !== null && now.getTime() - new Date(missingSince).getTime() >= graceMs;
}
