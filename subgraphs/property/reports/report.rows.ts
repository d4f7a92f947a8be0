import type { EntityManager } from "@mikro-orm/postgresql";
import { readRows } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { DomainError } from "../../../src/errors.ts";
import type { PropertyContext } from "../property.context.ts";
import type { Report, ReportItem } from "./report.types.ts";

interface ReportRow extends Omit<Report, "createdAt" | "updatedAt" | "propertyCount" | "storedItems"> {
  createdAt: string;
  updatedAt: string;
  items?: ReportItem[];
}

const columns = `id, owner_id AS "ownerId", created_by AS "createdBy", title, status,
  array_to_json(property_ids) AS "propertyIds", method_version AS "methodVersion",
  reference_version AS "referenceVersion", to_char(as_of, 'YYYY-MM-DD') AS "asOf", summary,
  array_to_json(sources) AS sources, supersedes, diff, created_at AS "createdAt", updated_at AS "updatedAt"`;

/** The account's report of this id with its items. Throws REPORT_NOT_FOUND, also for another account's. */
export async function loadReport(ctx: PropertyContext, id: string): Promise<Report> {
  const [row] = await readRows<ReportRow>(
    ctx,
    {
      sql: `SELECT ${columns}, items FROM reports WHERE id = $1 AND owner_id = $2`,
      parameters: [id.replaceAll("\0", ""), ctx.principal.ownerId ?? ""],
    },
    { onReplica: true },
  );
  if (!row) throw reportNotFound();
  return toReport(row);
}

/** A page of an account's reports, newest first, with their total. */
export async function loadReports(
  ctx: PropertyContext,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ reports: Report[]; total: number }> {
  const ownerId = ctx.principal.ownerId ?? "";
  const [count] = await readRows<{ total: number }>(
    ctx,
    {
      sql: "SELECT count(*)::int AS total FROM reports WHERE owner_id = $1",
      parameters: [ownerId],
    },
    { onReplica: true },
  );
  const rows = await readRows<ReportRow>(
    ctx,
    {
      sql: `SELECT ${columns} FROM reports WHERE owner_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
      parameters: [ownerId, limit, offset],
    },
    { onReplica: true },
  );
  return { reports: rows.map(toReport), total: count?.total ?? 0 };
}

/** Stores a report, as part of the open transaction. */
export async function insertReport(
  em: EntityManager,
  report: Omit<Report, "propertyCount" | "storedItems"> & { items: readonly ReportItem[] },
): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO reports (id, owner_id, created_by, title, status, property_ids, method_version, reference_version,
       as_of, summary, items, sources, supersedes, diff, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      report.id,
      report.ownerId,
      report.createdBy,
      report.title,
      report.status,
      report.propertyIds,
      report.methodVersion,
      report.referenceVersion,
      report.asOf,
      JSON.stringify(report.summary),
      JSON.stringify(report.items),
      report.sources,
      report.supersedes,
      report.diff && JSON.stringify(report.diff),
      report.createdAt,
      report.updatedAt,
    ],
  );
}

/** Deletes the account's report. Throws REPORT_NOT_FOUND. */
export async function removeReport(em: EntityManager, ownerId: string, id: string): Promise<void> {
  const sql = "DELETE FROM reports WHERE id = $1 AND owner_id = $2 RETURNING 1";
  const removed = await executeSql(em, sql, [id.replaceAll("\0", ""), ownerId]);
  if (removed.length === 0) throw reportNotFound();
}

function reportNotFound(): DomainError {
  return new DomainError("REPORT_NOT_FOUND", "No report with this ID. Check the id.");
}

function toReport({ items, createdAt, updatedAt, ...row }: ReportRow): Report {
  return {
    ...row,
    propertyCount: row.propertyIds.length,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    ...(items === undefined ? {} : { storedItems: items }),
  };
}
