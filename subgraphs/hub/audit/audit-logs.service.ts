import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import type { AuditLogArgs, AuditLogEntry, AuditLogPage } from "./audit.types.ts";

/** Entries of all subgraphs, newest first. Throws INVALID_CURSOR for a text that no page gave. */
export async function listAuditLogs(ctx: HubContext, args: AuditLogArgs): Promise<AuditLogPage> {
  const after = args.cursor ? readCursor(args.cursor) : null;
  await ctx.ports.flushAudit?.();
  const filters = [args.actor, args.action, args.target, args.from, args.to];
  const values = [
    ...filters.map((filter) => filter ?? null),
    after?.at ?? null,
    after?.id ?? null,
    args.limit + 1,
  ];
  const rows = await asSystem(ctx.em, (em) => executeSql<AuditRow>(em, listSql, values), { readOnly: true });
  const shown = rows.slice(0, args.limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    auditLogs: shown.map(toEntry),
    nextCursor: last ? Buffer.from(`${last.at} ${last.id}`).toString("base64url") : null,
  };
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

function readCursor(text: string): { at: string; id: string } {
  const decoded = Buffer.from(text, "base64url").toString("latin1");
  const [, at, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\w{1,64})$/.exec(decoded) ?? [];
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at)))
    throw new DomainError("INVALID_CURSOR", "This is no cursor of the audit trail.", { reason: "malformed" });
  return { at, id };
}

function toEntry({ actorType, actorId, targetType, targetId, at, changes, ...row }: AuditRow): AuditLogEntry {
  return {
    ...row,
    at: new Date(at),
    actor: { type: actorType, id: actorId },
    target: { type: targetType, id: targetId },
    changes: changes === null ? null : (JSON.parse(changes) as Record<string, unknown>),
  };
}
