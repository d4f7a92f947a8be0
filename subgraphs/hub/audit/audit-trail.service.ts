import type { EntityManager } from "@mikro-orm/postgresql";
import type { PendingEntry } from "../../../src/access/audit-relay.ts";
import { inPipelinedTransaction } from "../../../src/db/pipelined-transaction.ts";
import { executeSql, textArray } from "../../../src/db/sql.ts";
import type { HubContext } from "../hub.context.ts";
import { accountOf } from "./account-chain.ts";
import { linkToAccounts, readEnds } from "./account-chain.rows.ts";
import { chainEntry, type ChainEnd, type TrailLink } from "./audit-chain.ts";

/**
 * Appends entries of one subgraph to their chains, in the given order; entries that the trail has are skipped. Returns
 * how many were new. One writer at a time: each chain's end is locked for a few milliseconds, which no business
 * transaction waits for. Three exchanges with the database: what is read, what is written, and the commit.
 */
export async function chainEntries(
  ctx: HubContext,
  { subgraph, entries }: { subgraph: string; entries: readonly PendingEntry[] },
): Promise<number> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  const accountIds = [...new Set(entries.flatMap((entry) => accountOf(entry) ?? []))];
  const chain = async (em: EntityManager): Promise<number> => {
    // The lock comes first: what is read after it was committed by the writer before.
    const [ends, fresh, accountEnds] = await Promise.all([
      lockEnds(em),
      onlyNew(em, entries),
      readEnds(em, accountIds),
    ]);
    const links: TrailLink[] = [];
    for (const entry of fresh) {
      const { retention } = entry;
      const end = ends.get(retention);
      if (!end) throw new Error(`There is no audit chain "${retention}".`);
      const link = chainEntry({ ...entry, subgraph }, { retention, today, end });
      ends.set(retention, link);
      links.push(link);
    }
    if (links.length === 0) return 0;
    const heads = new Map(links.map((link) => [link.retention, link]));
    await Promise.all([
      executeSql(em, insertSql, [JSON.stringify(links)]),
      linkToAccounts(em, links, accountEnds),
      executeSql(em, moveHeadsSql, [JSON.stringify([...heads.values()])]),
    ]);
    return links.length;
  };
  return inPipelinedTransaction(ctx, chain, { asSystem: true });
}

const moveHeadsSql = `UPDATE audit_heads head SET day = link.day, sequence = link.sequence, hash = link.hash
  FROM jsonb_to_recordset($1::jsonb) AS link(retention text, day date, sequence int, hash text)
  WHERE head.retention = link.retention`;

async function lockEnds(em: EntityManager): Promise<Map<string, ChainEnd>> {
  const sql =
    "SELECT retention, day::text AS day, sequence, hash FROM audit_heads ORDER BY retention FOR UPDATE";
  const rows = await executeSql<ChainEnd & { retention: string }>(em, sql);
  return new Map(rows.map(({ retention, ...end }) => [retention, end]));
}

async function onlyNew(em: EntityManager, entries: readonly PendingEntry[]): Promise<PendingEntry[]> {
  const ids = textArray(entries.map(({ id }) => id));
  const known = await executeSql<{ id: string }>(em, "SELECT id FROM audit_trail WHERE id = ANY($1)", [ids]);
  const seen = new Set(known.map(({ id }) => id));
  return entries.filter(({ id }) => !seen.has(id) && seen.add(id));
}

const insertSql = `INSERT INTO audit_trail (retention, day, sequence, id, subgraph, at, actor_type, actor_id, on_behalf_of,
    action, target_type, target_id, app_id, ip, user_agent, request_id, outcome, code, changes, previous_day,
    previous_hash, hash)
  SELECT retention, day, sequence, id, subgraph, at, "actorType", "actorId", "onBehalfOf", action, "targetType",
    "targetId", "appId", ip, "userAgent", "requestId", outcome, code, changes::json, "previousDay", "previousHash", hash
  FROM jsonb_to_recordset($1::jsonb) AS link(retention text, day date, sequence int, id text, subgraph text, at timestamptz,
    "actorType" text, "actorId" text, "onBehalfOf" text, action text, "targetType" text, "targetId" text, "appId" text,
    ip text, "userAgent" text, "requestId" text, outcome text, code text, changes text, "previousDay" date,
    "previousHash" text, hash text)`;
