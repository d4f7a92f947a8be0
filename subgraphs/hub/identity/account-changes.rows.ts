import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";

/** Kinds of account changes. */
export type AccountChange =
  | "suspended"
  | "suspension_lifted"
  | "deleted"
  | "restored"
  | "erased"
  | "role_granted"
  | "role_revoked";

/** Records who changed an account, how, and why. In the transaction of the change. */
export async function recordAccountChange(
  em: EntityManager,
  ctx: HubContext,
  { userId, change, reason = null }: { userId: string; change: AccountChange; reason?: string | null },
): Promise<void> {
  await executeSql(
    em,
    "INSERT INTO account_changes (id, user_id, change, reason, actor_id, at) VALUES ($1, $2, $3, $4, $5, $6)",
    [newId("ach"), userId, change, reason, ctx.principal.id, ctx.clock.now()],
  );
}
