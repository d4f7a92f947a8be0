import type { EntityManager } from "@mikro-orm/postgresql";
import type { RequestContext } from "../context.ts";
import { Batches } from "../db/batches.ts";
import { gather } from "../db/gather.ts";
import { insertRows, type RowsTarget } from "../db/insert-rows.ts";
import { inPipelinedTransaction } from "../db/pipelined-transaction.ts";
import { asSystem, openTransaction } from "../db/transaction.ts";
import { looksSecret } from "./mask-input.ts";
import type { Principal } from "./principal.ts";

export type AuditOutcome = "ok" | "denied" | "error";

/** Who did what to which object, and the outcome. */
export interface AuditEntry {
  /** One a call: written again with the same id, it changes nothing. */
  id: string;
  action: string;
  appId: string | null;
  targetType: string | null;
  targetId: string | null;
  outcome: AuditOutcome;
  code: string | null;
  /** The input, masked. */
  changes: Record<string, unknown> | null;
}

/** Actions whose rows are kept for the 7 years of tax records; all others for 2. */
const taxRecords = /tax|filing|1099|2290|payroll|payslip|pay_?run/i;

/** Writes the row in the principal's transaction; a principal without an account may not write rows directly. */
export async function writeOwnEntry(
  em: EntityManager,
  ctx: RequestContext,
  entry: AuditEntry,
): Promise<void> {
  const row = rowOf(ctx, entry);
  if (ctx.principal.ownerId !== null) return writeInGroup(em, row);
  await asSystem(em, (own) => writeInGroup(own, row));
}

/** Rows of one transaction, those of the same tick in one statement. */
const writeInGroup = gather<unknown[], void>(async (em, rows) => {
  await writeRows(em, rows);
  return rows.map(() => undefined);
});

/** Rows that belong to no transaction; concurrent ones share one (group commit). */
const alone = new Batches<{ ctx: RequestContext; entry: AuditEntry }, void>(async (all) => {
  const { ctx: first } = all[0]!;
  const em = first.sharedEm ?? first.em;
  const rows = all.map(({ ctx, entry }) => rowOf(ctx, entry));
  await inPipelinedTransaction({ em, principal: { ownerId: null } }, (own) => writeRows(own, rows), {
    asSystem: true,
  });
  return all.map(() => undefined);
});

/** Writes the row in a transaction of its own, or in the open one. Committed when it resolves, if it is its own. */
export async function recordEntry(ctx: RequestContext, entry: AuditEntry): Promise<void> {
  // The request's own entity manager would be forked for it.
  const em = ctx.sharedEm ?? ctx.em;
  if (openTransaction(em)) return asSystem(em, (own) => writeRows(own, [rowOf(ctx, entry)]));
  await alone.run(em, { ctx, entry });
}

const auditColumns = [
  "id",
  "at",
  "actor_type",
  "actor_id",
  "owner_id",
  "on_behalf_of",
  "action",
  "target_type",
  "target_id",
  "app_id",
  "ip",
  "user_agent",
  "request_id",
  "outcome",
  "code",
  "changes",
  "retention",
] as const;

/** In one statement the rows, and the notes that the platform's trail does not have them yet. */
const auditRows: RowsTarget = {
  before: "WITH written AS (",
  into: "audit_log",
  columns: auditColumns,
  after: "ON CONFLICT (id) DO NOTHING RETURNING id) INSERT INTO audit_pending SELECT id FROM written",
};

/** Writes rows in the open transaction, which must be allowed to. */
export async function writeRows(em: EntityManager, rows: readonly (readonly unknown[])[]): Promise<void> {
  await insertRows(em, auditRows, rows);
}

type AuditColumn = (typeof auditColumns)[number];

/** The row of a call's own entry, in the order of the columns. */
export function rowOf(ctx: RequestContext, entry: AuditEntry): unknown[] {
  const row = entryAsRow(ctx, entry);
  row.changes = entry.changes === null ? null : JSON.stringify(entry.changes);
  return auditColumns.map((column) => row[column]);
}

/** The row of a call's own entry, by column, as JSON takes it. */
export function entryAsRow(ctx: RequestContext, entry: AuditEntry): Record<AuditColumn, unknown> {
  const { principal, client } = ctx;
  const { ownerId } = principal;
  const userAgent = client?.userAgent ?? null;
  const isTax = taxRecords.test(entry.action) || taxRecords.test(entry.targetType ?? "");
  return {
    id: entry.id,
    at: ctx.clock.now(),
    actor_type: actorType(principal),
    actor_id: principal.id,
    owner_id: ownerId,
    on_behalf_of: ownerId === principal.id ? null : ownerId,
    action: entry.action,
    target_type: entry.targetType,
    target_id: entry.targetId,
    app_id: entry.appId,
    ip: client?.ip ?? null,
    user_agent: userAgent !== null && looksSecret(userAgent) ? "***" : userAgent,
    request_id: ctx.requestId,
    outcome: entry.outcome,
    code: entry.code,
    changes: entry.changes,
    retention: isTax ? "tax" : "standard",
  };
}

/** Adds `anonymous` to the specification's actor types: a refused request without a credential. */
function actorType({ kind, id }: Principal): string {
  if (kind === "apiKey") return "api_key";
  if (kind === "serviceAccount") return "service_account";
  if (kind === "internal") return id.startsWith("webhook") ? "webhook" : "system";
  return kind;
}
