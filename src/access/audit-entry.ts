import type { EntityManager } from "@mikro-orm/postgresql";
import type { RequestContext } from "../context.ts";
import { executeSql } from "../db/sql.ts";
import { asSystem } from "../db/transaction.ts";
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
  if (ctx.principal.ownerId !== null) return writeEntry(em, ctx, entry);
  await asSystem(em, (own) => writeEntry(own, ctx, entry));
}

/** Writes the row in a transaction of its own. */
export async function recordEntry(ctx: RequestContext, entry: AuditEntry): Promise<void> {
  await asSystem(ctx.em, (em) => writeEntry(em, ctx, entry));
}

/** In one statement the row, and the note that the platform's trail does not have it yet. */
const insertSql = `WITH written AS (
  INSERT INTO audit_log (id, at, actor_type, actor_id, owner_id, on_behalf_of, action, target_type, target_id, app_id,
    ip, user_agent, request_id, outcome, code, changes, retention)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
  ON CONFLICT (id) DO NOTHING RETURNING id)
INSERT INTO audit_pending SELECT id FROM written`;

async function writeEntry(em: EntityManager, ctx: RequestContext, entry: AuditEntry): Promise<void> {
  const { principal, client } = ctx;
  const { ownerId } = principal;
  const userAgent = client?.userAgent ?? null;
  const isTax = taxRecords.test(entry.action) || taxRecords.test(entry.targetType ?? "");
  await executeSql(em, insertSql, [
    entry.id,
    ctx.clock.now(),
    actorType(principal),
    principal.id,
    ownerId,
    ownerId === principal.id ? null : ownerId,
    entry.action,
    entry.targetType,
    entry.targetId,
    entry.appId,
    client?.ip ?? null,
    userAgent !== null && looksSecret(userAgent) ? "***" : userAgent,
    ctx.requestId,
    entry.outcome,
    entry.code,
    entry.changes === null ? null : JSON.stringify(entry.changes),
    isTax ? "tax" : "standard",
  ]);
}

/** Adds `anonymous` to the specification's actor types: a refused request without a credential. */
function actorType({ kind, id }: Principal): string {
  if (kind === "apiKey") return "api_key";
  if (kind === "serviceAccount") return "service_account";
  if (kind === "internal") return id.startsWith("webhook") ? "webhook" : "system";
  return kind;
}
