import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { HubContext } from "../hub.context.ts";
import { keyColumns } from "./api-key.rows.ts";
import { emitKeyEvents, ownerTiers, type OwnedKeyRow } from "./key-events.service.ts";
import type { ReachedKeyLimitInput } from "./usage.types.ts";

/**
 * Emits `api_key.limit_reached` for keys that reached their own hourly, daily or monthly limit: once per window,
 * however many requests it rejects and routers report it, and not for a shorter window within it.
 */
export async function announceReachedLimits(
  ctx: HubContext,
  em: EntityManager,
  reached: readonly ReachedKeyLimitInput[],
): Promise<void> {
  if (reached.length === 0) return;
  const now = ctx.clock.now();
  // Sorted, so that two routers that report the same keys wait for each other instead of deadlocking.
  const sorted = reached.toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1));
  const keys = await executeSql<OwnedKeyRow>(
    em,
    `WITH reached AS MATERIALIZED (
       SELECT k.id AS key_id, r.until FROM api_keys k JOIN unnest($1::text[], $2::timestamptz[]) AS r (key_id, until)
         ON r.key_id = k.id
       WHERE k.status = 'active' AND (k.limit_reached_until IS NULL OR k.limit_reached_until < r.until)
       ORDER BY k.id FOR UPDATE OF k
     )
     UPDATE api_keys SET limit_reached_until = reached.until FROM reached WHERE id = reached.key_id
     RETURNING ${keyColumns}, ${ownerTiers("$3")}`,
    [sorted.map(({ keyId }) => keyId), sorted.map(({ until }) => until), now],
  );
  await emitKeyEvents(em, "api_key.limit_reached", keys, now);
}
