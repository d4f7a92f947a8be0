import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { trailColumns } from "./account-chain.rows.ts";
import { findFault, type ChainEnd, type TrailLink } from "./audit-chain.ts";
import type { AuditLogCheck, AuditLogFault } from "./audit.types.ts";

const pageSize = 1_000;

/** A command beside the platform has no entries of its own under way. */
type TrailContext = Pick<HubContext, "em"> & { ports: Pick<HubContext["ports"], "flushAudit"> };

/** Recomputes the chains of the days from `from` to `to`, both included. Default: all days. */
export async function checkTrail(
  ctx: TrailContext,
  { from, to }: { from?: Date | null; to?: Date | null },
): Promise<AuditLogCheck> {
  await ctx.ports.flushAudit?.();
  const span = { first: dayOf(from) ?? "0001-01-01", last: dayOf(to) ?? "9999-12-31" };
  return asSystem(
    ctx.em,
    async (em) => {
      const checks: AuditLogCheck[] = [];
      for (const retention of ["standard", "tax"]) checks.push(await checkChain(em, retention, span));
      const faults = checks.flatMap(({ firstBroken }) => firstBroken ?? []);
      const [firstBroken = null] = faults.sort((a, b) => (a.day < b.day ? -1 : 1));
      const checked = checks.reduce((sum, check) => sum + check.checked, 0);
      return { valid: firstBroken === null, checked, firstBroken };
    },
    // One snapshot: entries that are chained during the check are no gap.
    { isolationLevel: "repeatable read", readOnly: true },
  );
}

function dayOf(moment: Date | null | undefined): string | null {
  return moment?.toISOString().slice(0, 10) ?? null;
}

async function checkChain(
  em: EntityManager,
  retention: string,
  { first, last }: { first: string; last: string },
): Promise<AuditLogCheck> {
  const [kept] = await executeSql<{ from: string }>(em, `SELECT audit_kept_from($1)::text AS "from"`, [
    retention,
  ]);
  let end = await findEndBefore(em, retention, first);
  let place = { day: first, sequence: 0 };
  let checked = 0;
  for (;;) {
    const links = await executeSql<TrailLink>(em, linksSql, [
      retention,
      place.day,
      place.sequence,
      last,
      pageSize,
    ]);
    for (const link of links) {
      checked += 1;
      const reason = findFault(link, end, kept!.from);
      const { day, sequence, id } = link;
      if (reason) return { valid: false, checked, firstBroken: { day, sequence, id, reason } };
      end = link;
    }
    if (links.length < pageSize) break;
    place = links.at(-1)!;
  }
  const firstBroken = await checkEnd(em, { retention, last, end, keptFrom: kept!.from });
  return { valid: firstBroken === null, checked, firstBroken };
}

async function findEndBefore(em: EntityManager, retention: string, day: string): Promise<ChainEnd | null> {
  const sql = `SELECT day::text AS day, sequence, hash FROM audit_trail WHERE retention = $1 AND day < $2
    ORDER BY audit_trail.day DESC, sequence DESC LIMIT 1`;
  return (await executeSql<ChainEnd>(em, sql, [retention, day]))[0] ?? null;
}

/** When the last link is not the one that was added last, the newest entries are missing. */
async function checkEnd(
  em: EntityManager,
  {
    retention,
    last,
    end,
    keptFrom,
  }: { retention: string; last: string; end: ChainEnd | null; keptFrom: string },
): Promise<AuditLogFault | null> {
  const sql = "SELECT day::text AS day, sequence, hash FROM audit_heads WHERE retention = $1";
  const [head] = await executeSql<ChainEnd>(em, sql, [retention]);
  if (!head || head.day === null || head.day > last || head.hash === end?.hash) return null;
  if (end === null && head.day < keptFrom) return null;
  return { day: head.day, sequence: head.sequence, id: null, reason: "end_missing" };
}

const linksSql = `SELECT ${trailColumns} FROM audit_trail WHERE retention = $1 AND (audit_trail.day, sequence) > ($2::date, $3::int) AND audit_trail.day <= $4::date
  ORDER BY audit_trail.day, sequence LIMIT $5`;
