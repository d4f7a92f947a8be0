import type { EntityManager } from "@mikro-orm/postgresql";
import { accountNotFound } from "../../../src/access/roles.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import type { Account, ChooseAccountInput } from "./account.types.ts";
import { readOwn } from "./accounts.service.ts";

/**
 * Remembers the account that the person works for, until another one is chosen or the membership ends. It says where a new
 * browser starts, and not what a request acts for. Throws ACCOUNT_NOT_FOUND. Idempotent.
 */
export function chooseAccount(ctx: HubContext, input: ChooseAccountInput): Promise<Account> {
  const { accountId } = input;
  const userId = ctx.principal.id;
  return exactlyOnce(ctx, { operation: "chooseAccount", input }, async (own) => {
    const store = accountId === userId ? forgetChoice : storeChoice;
    await asSystem(own, (em) => store(em, { accountId, userId, now: ctx.clock.now() }));
    return readOwn(own, userId, accountId);
  });
}

interface Choice {
  accountId: string;
  userId: string;
  now: Date;
}

/** The membership is locked, so that it does not end meanwhile. */
async function storeChoice(em: EntityManager, { accountId, userId, now }: Choice): Promise<void> {
  const memberSql = "SELECT 1 FROM account_members WHERE owner_id = $1 AND user_id = $2 FOR KEY SHARE";
  const [member] = await executeSql(em, memberSql, [accountId, userId]);
  if (!member) throw accountNotFound();
  await executeSql(
    em,
    `INSERT INTO account_choices (user_id, owner_id, chosen_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET owner_id = EXCLUDED.owner_id, chosen_at = EXCLUDED.chosen_at`,
    [userId, accountId, now],
  );
}

async function forgetChoice(em: EntityManager, { userId }: Choice): Promise<void> {
  await executeSql(em, "DELETE FROM account_choices WHERE user_id = $1", [userId]);
}
