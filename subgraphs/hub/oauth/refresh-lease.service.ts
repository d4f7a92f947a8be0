import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { newToken } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import { evaluateToken } from "./connection-state.ts";
import { lockConnection, type ConnectionRow } from "./connection.rows.ts";

/** The right to ask a provider for a connection's new tokens. */
export interface RefreshClaim {
  lease: string;
  /** As it is stored while the claim is held. */
  row: ConnectionRow;
}

/** Longer than a call of a provider may take; a process that dies blocks a connection for as long. */
const leaseSeconds = 20;
/** A claim whose process was held up for longer is not used: its lease might end under the call. */
const staleMs = 3_000;

/**
 * Acquires the lease for a token refresh, under the row's lock: at most one process refreshes at a time. Uses the
 * database's clock, since the processes' clocks differ. Null when another process holds the lease, or when there is
 * nothing to refresh.
 */
export async function claimRefresh(ctx: HubContext, connectionId: string): Promise<RefreshClaim | null> {
  const startedAt = performance.now();
  const lease = newToken();
  const row = await asSystem(ctx.em, async (em) => {
    const locked = await lockConnection(em, connectionId);
    if (!locked || evaluateToken(locked, ctx.clock.now()) !== "renew") return null;
    const taken = await executeSql(
      em,
      `UPDATE oauth_connections SET refresh_lease = $2,
         refresh_leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
       WHERE id = $1 AND (refresh_lease IS NULL OR refresh_leased_until < clock_timestamp()) RETURNING 1`,
      [connectionId, lease],
    );
    return taken.length > 0 ? locked : null;
  });
  if (row === null) return null;
  if (performance.now() - startedAt < staleMs) return { lease, row };
  await freeRefresh(ctx, { lease, row });
  return null;
}

/** Releases an unused lease. */
export async function freeRefresh(ctx: HubContext, { lease, row }: RefreshClaim): Promise<void> {
  await asSystem(ctx.em, (em) =>
    executeSql(
      em,
      `UPDATE oauth_connections SET refresh_lease = NULL, refresh_leased_until = NULL
       WHERE id = $1 AND refresh_lease = $2`,
      [row.id, lease],
    ),
  );
}
