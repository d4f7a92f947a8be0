import { rowCursors } from "../../../src/db/cursor.ts";
import { cutPage } from "../../../src/db/page.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import type { AuditLogArgs, AuditLogEntry, AuditLogPage } from "./audit.types.ts";

/** Audit entries of all subgraphs, newest first. Throws INVALID_CURSOR. */
export async function listAuditLogs(ctx: HubContext, args: AuditLogArgs): Promise<AuditLogPage> {
  const { actor, action, target, from, to, limit } = args;
  const filters = [actor, action, target, from, to].map((filter) => filter ?? null);
  const cursors = rowCursors(ctx, ["audit log", ...filters]);
  const after = cursors.decode(args.cursor);
  await ctx.ports.flushAudit?.();
  const values = [...filters, after?.[0] ?? null, after?.[1] ?? null, limit + 1];
  const found = await asSystem(ctx.em, (em) => executeSql<AuditRow>(em, listSql, values), { readOnly: true });
  const { rows, nextCursor } = cutPage(found, limit, cursors, ({ at, id }) => [at, id]);
  return { auditLogs: rows.map(toEntry), nextCursor };
}

interface AuditRow extends Omit<AuditLogEntry, "actor" | "target" | "at" | "changes"> {
  at: string;
  actorType: string;
  actorId: string;
  targetType: string | null;
  targetId: string | null;
  changes: string | null;
}

const listSql = `SELECT id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
    actor_type AS "actorType", actor_id AS "actorId", on_behalf_of AS "onBehalfOf", action,
    target_type AS "targetType", target_id AS "targetId", app_id AS "appId", ip, user_agent AS "userAgent",
    request_id AS "requestId", outcome, code, changes::text AS changes, subgraph, previous_hash AS "prevHash", hash
  FROM audit_trail
  WHERE ($1::text IS NULL OR actor_id = $1 OR on_behalf_of = $1)
    AND ($2::text IS NULL OR action = $2)
    AND ($3::text IS NULL OR target_id = $3 OR target_type = $3)
    AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5)
    AND ($6::timestamptz IS NULL OR (at, id) < ($6, $7))
  ORDER BY audit_trail.at DESC, id DESC LIMIT $8`;

function toEntry({ actorType, actorId, targetType, targetId, at, changes, ...row }: AuditRow): AuditLogEntry {
  return {
    ...row,
    at: new Date(at),
    actor: { type: actorType, id: actorId },
    target: { type: targetType, id: targetId },
    changes: changes === null ? null : (JSON.parse(changes) as Record<string, unknown>),
  };
}
