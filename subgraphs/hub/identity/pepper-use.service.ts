import { keyIdOf } from "../../../src/crypto/crypto.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";

/** How many keys of a kind there are, and which of them the newest pepper alone cannot check. */
export interface PepperUse {
  kind: "API keys" | "replaced API keys in their grace time" | "service accounts";
  total: number;
  older: number;
  /** Ids of some of the older ones. */
  examples: string[];
}

const examples = 20;
const parts: readonly { kind: PepperUse["kind"]; from: string; pepper: string }[] = [
  {
    kind: "API keys",
    from: "api_keys WHERE status = 'active' AND (expires_at IS NULL OR expires_at > $1)",
    pepper: "pepper_id",
  },
  {
    kind: "replaced API keys in their grace time",
    from: "api_keys WHERE status = 'active' AND previous_key_hash IS NOT NULL AND previous_key_expires_at > $1",
    pepper: "previous_pepper_id",
  },
  {
    kind: "service accounts",
    from: "service_accounts WHERE status = 'active' AND (expires_at IS NULL OR expires_at > $1)",
    pepper: "pepper_id",
  },
];

/**
 * Which keys still depend on an older pepper. A hash from before peppers had ids counts as older, unless only one
 * pepper is configured: it can be under no other.
 */
export function readPepperUse(ctx: HubContext): Promise<PepperUse[]> {
  const { keyPepper, olderKeyPeppers } = ctx.ports;
  const newest = keyIdOf(keyPepper);
  const unrecorded = olderKeyPeppers.length === 0 ? newest : "";
  return asSystem(ctx.em, async (em) => {
    const uses: PepperUse[] = [];
    for (const { kind, from, pepper } of parts) {
      const isOlder = `coalesce(${pepper}, $2) <> $3`;
      const sql = `SELECT count(*)::int AS total, count(*) FILTER (WHERE ${isOlder})::int AS older,
          coalesce((array_agg(id ORDER BY id) FILTER (WHERE ${isOlder}))[1:${examples}], '{}') AS examples FROM ${from}`;
      const values = [ctx.clock.now(), unrecorded, newest];
      const [row] = await executeSql<Omit<PepperUse, "kind">>(em, sql, values);
      uses.push({ kind, ...row! });
    }
    return uses;
  });
}
