import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import type { KeyedCall } from "../../../../src/db/key-row.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { FinanceContext } from "../finance.context.ts";

/**
 * `exactlyOnce` for changes of this app: what `work` writes is one change of the history, which can be undone. Inside another
 * change it is a part of that one.
 */
export function changeOnce<T>(
  ctx: FinanceContext,
  call: KeyedCall,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  return exactlyOnce(ctx, call, async (em) => {
    await openChange(em, ctx, { operation: call.operation });
    return work(em);
  });
}

/** Names the change that the statements of this transaction belong to, from here on; returns its ID. */
export async function openChange(
  em: EntityManager,
  ctx: FinanceContext,
  facts: { operation: string; undoes?: string },
): Promise<string> {
  const change = { id: newId("fch"), at: ctx.clock.now().toISOString(), ...facts };
  const sql = `SELECT set_config('app.change', $1, true)
    WHERE coalesce(current_setting('app.change', true), '') = ''`;
  await executeSql(em, sql, [JSON.stringify(change)]);
  return change.id;
}
