import { rowCursors } from "../../../src/db/cursor.ts";
import { cutPage } from "../../../src/db/page.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { writeCsv } from "../../../src/text/csv.ts";
import { ownerOf } from "../credits/credits.service.ts";
import type { HubContext } from "../hub.context.ts";
import { isOfAccount } from "./account-chain.rows.ts";
import type {
  AccountAuditEntry,
  AccountAuditFile,
  AccountAuditFileArgs,
  AccountAuditFilter,
  AccountAuditLogArgs,
  AccountAuditLogPage,
} from "./account-audit.types.ts";

/** Entries of one file. */
const maxFileEntries = 2_000;

/** Audit entries of the account that the call acts for, newest first. Throws INVALID_CURSOR. */
export async function listAccountAuditLog(
  ctx: HubContext,
  { limit, ...filter }: AccountAuditLogArgs,
): Promise<AccountAuditLogPage> {
  const { rows, nextCursor } = await readEntries(ctx, filter, limit);
  return { entries: rows, nextCursor };
}

/** The same entries as a file of up to 2,000. Throws INVALID_CURSOR. */
export async function writeAccountAuditFile(
  ctx: HubContext,
  { format, download: _download, ...filter }: AccountAuditFileArgs,
): Promise<AccountAuditFile> {
  const { rows, nextCursor } = await readEntries(ctx, filter, maxFileEntries);
  const content = format === "csv" ? csvOf(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  return {
    filename: `audit-log-${ctx.clock.now().toISOString().slice(0, 10)}.${format}`,
    contentType: format === "csv" ? "text/csv" : "application/jsonl",
    encoding: "utf8",
    size: Buffer.byteLength(content),
    content,
    count: rows.length,
    nextCursor,
  };
}

interface EntryRow extends Omit<AccountAuditEntry, "actor" | "target" | "at" | "changes"> {
  at: string;
  actorType: string;
  actorId: string;
  targetType: string | null;
  targetId: string | null;
  changes: string | null;
}

async function readEntries(ctx: HubContext, { after, ...filter }: AccountAuditFilter, limit: number) {
  const { member, app, action, objectType, object, from, to } = filter;
  const filters = [member, app, action, objectType, object, from, to].map((one) => one ?? null);
  const { appIds } = ctx.principal;
  const cursors = rowCursors(ctx, ["account audit log", ...filters]);
  const position = cursors.decode(after);
  await ctx.ports.flushAudit?.();
  const own = [ownerOf(ctx), ...filters, appIds === "all" ? null : appIds];
  const values = [...own, position?.[0] ?? null, position?.[1] ?? null, limit + 1];
  const found = await asSystem(ctx.em, (em) => executeSql<EntryRow>(em, listSql, values), { readOnly: true });
  const { rows, nextCursor } = cutPage(found, limit, cursors, ({ at, id }) => [at, id]);
  return { rows: rows.map(present), nextCursor };
}

/** An account that was erased and opened again begins with its new opening. */
const listSql = `SELECT id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
    actor_type AS "actorType", actor_id AS "actorId", action, target_type AS "targetType", target_id AS "targetId",
    app_id AS "appId", ip, user_agent AS "userAgent", request_id AS "requestId", outcome, code, changes::text AS changes, hash
  FROM audit_trail
  WHERE ${isOfAccount} AND at >= (SELECT created_at FROM accounts WHERE accounts.id = $1)
    AND ($2::text IS NULL OR actor_id = $2) AND ($3::text IS NULL OR app_id = $3)
    AND ($4::text IS NULL OR action = $4) AND ($5::text IS NULL OR target_type = $5)
    AND ($6::text IS NULL OR target_id = $6)
    AND ($7::timestamptz IS NULL OR at >= $7) AND ($8::timestamptz IS NULL OR at < $8)
    AND ($9::text[] IS NULL OR app_id = ANY ($9))
    AND ($10::timestamptz IS NULL OR (at, id) < ($10, $11))
  ORDER BY audit_trail.at DESC, id DESC LIMIT $12`;

function present({
  actorType,
  actorId,
  targetType,
  targetId,
  at,
  changes,
  ...row
}: EntryRow): AccountAuditEntry {
  return {
    ...row,
    at: new Date(at),
    actor: { type: actorType, id: actorId },
    target: { type: targetType, id: targetId },
    changes: changes === null ? null : (JSON.parse(changes) as Record<string, unknown>),
  };
}

const header = [
  "id",
  "at",
  "actorType",
  "actorId",
  "action",
  "targetType",
  "targetId",
  "appId",
  "ip",
  "userAgent",
];

function csvOf(entries: readonly AccountAuditEntry[]): string {
  const records = entries.map((entry) => [
    entry.id,
    entry.at.toISOString(),
    entry.actor.type,
    entry.actor.id,
    entry.action,
    entry.target.type,
    entry.target.id,
    entry.appId,
    entry.ip,
    entry.userAgent,
    entry.requestId,
    entry.outcome,
    entry.code,
    entry.changes === null ? null : JSON.stringify(entry.changes),
    entry.hash,
  ]);
  const columns = [...header, "requestId", "outcome", "code", "changes", "hash"];
  return writeCsv([columns, ...records]);
}
