import { inTransaction } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { findAutoPostings } from "./auto-posting.rows.ts";
import { factPages } from "./read-facts.service.ts";
import { postBatch, postRange } from "./sync-app.service.ts";

interface RecordChange {
  ownerId: string;
  appId: string;
  changedSince?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Posts records of an app that changed, from the day on that the account has chosen; nothing where it has switched that off.
 * Records of a range of days are compared with the ledger, so deleted ones are taken back. Idempotent.
 */
export async function postChangedRecords(
  ctx: HubContext,
  { ownerId, appId, changedSince, from, to }: RecordChange,
): Promise<{ problemCount: number }> {
  const { em, principal } = ctx;
  const find = () =>
    inTransaction({ em, principal }, (own) => findAutoPostings(own, [ownerId], [appId]), { readOnly: true });
  const [setting] = await find();
  if (!setting) return { problemCount: 0 };
  const { postsFrom } = setting;
  if (from !== undefined && to !== undefined) {
    if (to < postsFrom) return { problemCount: 0 };
    return postRange(ctx, { appId, from: from < postsFrom ? postsFrom : from, to });
  }
  const since = changedSince === undefined ? null : new Date(changedSince);
  let problemCount = 0;
  for await (const page of factPages(ctx, {
    appId,
    from: postsFrom,
    to: null,
    changedSince: since,
    limit: 100,
  }))
    problemCount += (await postBatch(ctx, appId, page)).problems.length;
  return { problemCount };
}
