import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { HubContext } from "../../hub.context.ts";
import { removalQueue } from "../banking-queues.ts";

const takeOverMs = 30_000;

/**
 * Records that a login must be ended at the provider. Its token is sealed again for the record, and deleted with it.
 * The record commits with the open transaction; a job removes the login after `afterMs` unless the record is deleted by
 * then.
 */
export async function recordRemoval(
  ctx: HubContext,
  em: EntityManager,
  login: { connectionId: string; ownerId: string; accessToken: string },
  afterMs = takeOverMs,
): Promise<string> {
  const { connectionId, ownerId, accessToken } = login;
  const id = newId("rem");
  const sealed = ctx.ports.keyRing.seal(accessToken, removalPlace(id));
  await executeSql(
    em,
    `INSERT INTO bank_item_removals (id, owner_id, connection_id, access_token_sealed, created_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [id, ownerId, connectionId, sealed, ctx.clock.now()],
  );
  const startAfter = new Date(ctx.clock.now().getTime() + afterMs);
  await enqueue(em, removalQueue, { removalId: id }, { singletonKey: id, startAfter });
  return id;
}

/** Ends a noted login at the provider, and forgets it. One that is done already is fine. Throws BankProviderFault. */
export async function carryOutRemoval(ctx: HubContext, removalId: string): Promise<void> {
  const sealed = await asSystem(ctx.em, async (em) => {
    const sql = "SELECT access_token_sealed AS sealed FROM bank_item_removals WHERE id = $1";
    return (await executeSql<{ sealed: string }>(em, sql, [removalId]))[0]?.sealed;
  });
  if (sealed === undefined) return;
  await ctx.ports.bank.removeItem(ctx.ports.keyRing.open(sealed, removalPlace(removalId)));
  await asSystem(ctx.em, (em) => executeSql(em, "DELETE FROM bank_item_removals WHERE id = $1", [removalId]));
}

/** The same without waiting for a better moment: what fails now is left to the job. */
export async function tryRemoval(ctx: HubContext, removalId: string): Promise<void> {
  await carryOutRemoval(ctx, removalId).catch((err: unknown) =>
    ctx.log.warn({ err, removalId }, "Removing a bank login is postponed"),
  );
}

/** Cancels a recorded removal, in the open transaction; false when it has been carried out. */
export async function forgetRemoval(em: EntityManager, removalId: string): Promise<boolean> {
  const sql = "DELETE FROM bank_item_removals WHERE id = $1 RETURNING 1";
  return (await executeSql(em, sql, [removalId])).length > 0;
}

export function removalPlace(id: string): string {
  return `bank_item_removals.access_token.${id}`;
}
