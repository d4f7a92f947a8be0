import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { plainAddress } from "../../../src/http/ip-address.ts";
import type { HubContext } from "../hub.context.ts";

const everyMs = 60_000;

/** Writes when and from where a service account was used last, at most once a minute. */
export async function recordServiceUse(
  ctx: HubContext,
  { id, last_used_at }: { id: string; last_used_at: Date | null },
  ip: string | null,
): Promise<void> {
  const now = ctx.clock.now();
  const isFresh = last_used_at !== null && now.getTime() - new Date(last_used_at).getTime() < everyMs;
  if (isFresh) return;
  const address = ip === null ? null : plainAddress(ip);
  await asSystem(ctx.em, (em) =>
    executeSql(
      em,
      `UPDATE service_accounts SET last_used_at = $2, last_used_ip = $3
       WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $2::timestamptz - interval '1 minute')`,
      [id, now, address],
    ),
  );
  ctx.ports.callers.forget(id);
}
