import type { EntityManager } from "@mikro-orm/postgresql";
import type { PendingEntry } from "../../../src/access/audit-relay.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { linkToAccounts } from "./account-chain.rows.ts";
import { chainEntry, type ChainEnd, type TrailLink } from "./audit-chain.ts";

/**
 * Appends entries of one subgraph to their chains, in the given order; entries that the trail has are skipped. Returns
 * how many were new. One writer at a time: each chain's end is locked for a few milliseconds, which no business
 * transaction waits for.
 */
export async function chainEntries(
  ctx: HubContext,
  { subgraph, entries }: { subgraph: string; entries: readonly PendingEntry[] },
): Promise<number> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  return asSystem(ctx.em, async (em) => {
    const ends = await lockEnds(em);
    const links: TrailLink[] = [];
    for (const { retention, ...entry } of await onlyNew(em, entries)) {
      const end = ends.get(retention);
      if (!end) throw new Error(`There is no audit chain "${retention}".`);
      const link = chainEntry({ ...entry, subgraph }, { retention, today, end });
      ends.set(retention, link);
      links.push(link);
    }
    if (links.length === 0) return 0;
    await executeSql(em, insertSql, [JSON.stringify(links)]);
    await linkToAccounts(em, links);
    for (const retention of new Set(links.map((link) => link.retention))) {
      const { day, sequence, hash } = ends.get(retention)!;
      const sql = "UPDATE audit_heads SET day = $2, sequence = $3, hash = $4 WHERE retention = $1";
      await executeSql(em, sql, [retention, day, sequence, hash]);
    }
    return links.length;
  });
}

async function lockEnds(em: EntityManager): Promise<Map<string, ChainEnd>> {
  const sql =
    "SELECT retention, day::text AS day, sequence, hash FROM audit_heads ORDER BY retention FOR UPDATE";
  const rows = await executeSql<ChainEnd & { retention: string }>(em, sql);
  return new Map(rows.map(({ retention, ...end }) => [retention, end]));
}

async function onlyNew(em: EntityManager, entries: readonly PendingEntry[]): Promise<PendingEntry[]> {
  const ids = entries.map(({ id }) => id);
  const known = await executeSql<{ id: string }>(em, "SELECT id FROM audit_trail WHERE id = ANY($1)", [ids]);
  const seen = new Set(known.map(({ id }) => id));
  return entries.filter(({ id }) => !seen.has(id) && seen.add(id));
}

const insertSql = `INSERT INTO audit_trail (retention, day, sequence, id, subgraph, at, actor_type, actor_id, on_behalf_of,
    action, target_type, target_id, app_id, ip, user_agent, request_id, outcome, code, changes, previous_day,
    previous_hash, hash)
  SELECT retention, day, sequence, id, subgraph, at, "actorType", "actorId", "onBehalfOf", action, "targetType",
    "targetId", "appId", ip, "userAgent", "requestId", outcome, code, changes::json, "previousDay", "previousHash", hash
  FROM json_to_recordset($1) AS link(retention text, day date, sequence int, id text, subgraph text, at timestamptz,
    "actorType" text, "actorId" text, "onBehalfOf" text, action text, "targetType" text, "targetId" text, "appId" text,
    ip text, "userAgent" text, "requestId" text, outcome text, code text, changes text, "previousDay" date,
    "previousHash" text, hash text)`;
