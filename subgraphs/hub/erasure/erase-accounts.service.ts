import type { EntityManager } from "@mikro-orm/postgresql";
import { writeOwnEntry } from "../../../src/access/audit-entry.ts";
import { emitEvent } from "../../../src/db/outbox.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem, type TransactionContext } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { countKeptRows, eraseOwnData, type KeptCount } from "../../../src/own-data/erase-own-data.ts";
import type { OwnData } from "../../../src/own-data/own-data.ts";
import { endLoginsOf } from "../banking/connections/erase-bank-data.service.ts";
import type { HubContext } from "../hub.context.ts";
import { recordAccountChange } from "../identity/account-changes.rows.ts";
import { eraseConnections } from "../oauth/end-connection.service.ts";
import { eraseFiles } from "./erase-files.service.ts";
import {
  beginErasure,
  endErasure,
  lockDue,
  noteErased,
  selectDue,
  selectErased,
  selectSubgraphs,
  type DueAccount,
} from "./erasure.rows.ts";

/** The data of one subgraph, read and written with that subgraph's own role. */
export interface ErasedSource {
  data: OwnData;
  ctx: Pick<TransactionContext, "em">;
}

/** Accounts of one run; the next run takes the others. */
const accountsAtOnce = 100;

/**
 * Erases the accounts whose 30 days are over, in every subgraph; returns how many. Each on its own: a failure is logged and
 * retried by the next run, which continues where this one ended, and does not stop the others. An account stays closed
 * until all of its rows are erased, so nobody can sign up for it in the meantime.
 */
export async function eraseDueAccounts(
  ctx: HubContext,
  sources: readonly ErasedSource[],
  { batchRows }: { batchRows?: number } = {},
): Promise<number> {
  const due = await asSystem(ctx.em, (em) => selectDue(em, ctx.clock.now(), accountsAtOnce));
  if (due.length > 0) await requireAll(ctx, sources);
  let erased = 0;
  for (const account of due) {
    try {
      if (await eraseAccount(ctx, account, { sources, batchRows })) erased++;
    } catch (error) {
      ctx.log.error({ err: error, userId: account.id }, "account could not be erased");
    }
  }
  return erased;
}

/** A worker that has not all subgraphs would leave rows of an account that nobody can find again. */
async function requireAll(ctx: HubContext, sources: readonly ErasedSource[]): Promise<void> {
  const subgraphs = await asSystem(ctx.em, selectSubgraphs, { readOnly: true });
  const missing = subgraphs.filter((name) => !sources.some(({ data }) => data.schema === name));
  if (missing.length > 0)
    throw new Error(`Accounts can be erased only with all subgraphs. Missing: ${missing.join()}`);
}

/** Safe to kill and to run again at any point. False when the account is not due any more, or erased by another worker. */
async function eraseAccount(
  ctx: HubContext,
  account: DueAccount,
  { sources, batchRows }: { sources: readonly ErasedSource[]; batchRows: number | undefined },
): Promise<boolean> {
  const { id } = account;
  const alias = await asSystem(ctx.em, (em) => beginErasure(em, account, ctx.clock.now()));
  if (alias === null) return false;
  await endOutside(ctx, id);
  for (const { data, ctx: own } of sources) {
    const isHub = data.schema === "hub";
    if (isHub) await asSystem(ctx.em, (em) => endSubscriptions(em, id, ctx.clock.now()));
    await eraseOwnData(own, data, {
      accountId: id,
      // The hub's are moved by the last transaction, with the account itself.
      alias: isHub ? null : alias,
      note: (em, table, rows) => noteErased(em, id, { table, rows }),
      ...(batchRows === undefined ? {} : { batchRows }),
    });
  }
  const kept = await countKept(sources, [id, alias]);
  return asSystem(ctx.em, (em) => finish(em, ctx, { account, alias, kept }));
}

/** What is outside the database ends first: the rows say where it is. */
async function endOutside(ctx: HubContext, accountId: string): Promise<void> {
  const rows = await eraseConnections(ctx, accountId);
  const table = "hub.oauth_connections";
  if (rows > 0) await asSystem(ctx.em, (em) => noteErased(em, accountId, { table, rows }));
  await endLoginsOf(ctx, accountId);
  await eraseFiles(ctx, accountId);
}

async function countKept(
  sources: readonly ErasedSource[],
  owners: readonly string[],
): Promise<readonly KeptCount[]> {
  const counts: KeptCount[] = [];
  for (const { data, ctx } of sources) counts.push(...(await countKeptRows(ctx, data, owners)));
  return counts;
}

/** A job cancels them at the processor; until then it bills an erased account. */
async function endSubscriptions(em: EntityManager, accountId: string, now: Date): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO subscription_endings (processor_subscription_id, owner_id, app_id, reason, asked_at)
     SELECT processor_subscription_id, owner_id, app_id, 'account_erased', $2 FROM subscriptions
     WHERE owner_id = $1 AND status <> 'canceled' ON CONFLICT DO NOTHING`,
    [accountId, now],
  );
}

interface Finishing {
  account: DueAccount;
  alias: string;
  kept: readonly KeptCount[];
}

/** The account is locked and checked again: another worker may have erased it. */
async function finish(em: EntityManager, ctx: HubContext, finishing: Finishing): Promise<boolean> {
  const { account, alias, kept } = finishing;
  const { id } = account;
  const now = ctx.clock.now();
  if (!(await lockDue(em, account, now))) return false;
  const erased = await selectErased(em, id);
  await endErasure(em, id);
  await executeSql(em, "DELETE FROM account_members WHERE user_id = $1", [id]);
  await renameRequester(em, id, alias);
  await executeSql(em, "SELECT erase_user($1, $2, $3)", [id, alias, now]);
  await recordAccountChange(em, ctx, { userId: alias, change: "erased" });
  await writeOwnEntry(em, ctx, {
    id: newId("aud"),
    action: "eraseAccount",
    appId: null,
    targetType: "Account",
    targetId: alias,
    outcome: "ok",
    code: null,
    changes: { erased, kept: Object.fromEntries(kept.map(({ table, ...facts }) => [table, facts])) },
  });
  // Other subgraphs hold rows of this account, too.
  const event = { type: "user.erased", objectId: alias, appId: null, ownerId: null };
  await emitEvent(em, { ...event, payload: { userId: id, alias } });
  return true;
}

/** The person's name on what organizations keep. */
async function renameRequester(em: EntityManager, userId: string, alias: string): Promise<void> {
  const renamed = [userId, alias];
  await executeSql(em, "UPDATE data_exports SET requested_by = $2 WHERE requested_by = $1", renamed);
  await executeSql(em, "UPDATE notification_preferences SET updated_by = $2 WHERE updated_by = $1", renamed);
  await executeSql(em, "UPDATE account_removed_members SET user_id = $2 WHERE user_id = $1", renamed);
  await executeSql(em, "UPDATE account_removed_members SET removed_by = $2 WHERE removed_by = $1", renamed);
  await executeSql(em, "UPDATE account_domains SET added_by = $2 WHERE added_by = $1", renamed);
}
