import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { DomainError, validationError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import type { PropertyContext } from "../property.context.ts";
import { readContent, type ReportContent } from "./report-content.rows.ts";
import { compareReports } from "./report-diff.ts";
import { writeReportFile } from "./report-file.ts";
import type {
  CreateReportInput,
  DeletedReport,
  ExportReportArgs,
  ReportFile,
  ReportPage,
  ReportsArgs,
} from "./report-requests.types.ts";
import type { Report, ReportItem } from "./report.types.ts";
import { plainTitle } from "./report-title.ts";
import { insertReport, loadReport, loadReports, removeReport } from "./report.rows.ts";
import { summarise } from "./summary.ts";

const MOST_PROPERTIES = 500;

/**
 * Creates a report of the current state of these properties. Repeated ids count once. Throws TOO_MANY_IDS beyond 500
 * different ones, and VALIDATION_ERROR with `unknownPropertyIds`: a report never omits a property silently. Idempotent
 * by the request's key.
 */
export async function createReport(ctx: PropertyContext, input: CreateReportInput): Promise<Report> {
  const ownerId = ownerOf(ctx);
  const ids = [...new Set(input.propertyIds)];
  if (ids.length > MOST_PROPERTIES) {
    const message = `Too many properties (${ids.length} given, at most ${MOST_PROPERTIES}). Split them into several reports.`;
    throw new DomainError("TOO_MANY_IDS", message, { max: MOST_PROPERTIES, received: ids.length });
  }
  const title = plainTitle(input.title);
  const call = { operation: "createReport", input: { title, propertyIds: input.propertyIds } };
  const { id } = await exactlyOnce(ctx, call, async (em) => {
    const content = await readContent(em, ids);
    if (content.unknown.length > 0) throw unknownProperties(content.unknown);
    return storeReport(ctx, em, { ownerId, title, content, replaced: null });
  });
  return loadReport(ctx, id);
}

/**
 * Creates a new report of the same properties and lists the changes; the old one stays. Properties that are no longer
 * published are named in the diff. Throws REPORT_NOT_FOUND, and INVALID_STATE when none is published any more.
 */
export async function refreshReport(ctx: PropertyContext, id: string): Promise<Report> {
  const ownerId = ownerOf(ctx);
  const made = await exactlyOnce(ctx, { operation: "refreshReport", input: { id } }, async (em) => {
    const replaced = await loadReport(ctx, id);
    const content = await readContent(em, replaced.propertyIds);
    if (content.items.length === 0)
      throw new DomainError(
        "INVALID_STATE",
        "None of the properties in this report is published any more. Create a new report.",
      );
    return storeReport(ctx, em, { ownerId, title: replaced.title, content, replaced });
  });
  return loadReport(ctx, made.id);
}

/** The account's reports, newest first. */
export async function listReports(
  ctx: PropertyContext,
  { page, pageSize }: ReportsArgs,
): Promise<ReportPage> {
  const offset = (page - 1) * pageSize;
  const { reports, total } = await loadReports(ctx, { limit: pageSize, offset });
  return { reports, total, page, pageSize, hasMore: offset + reports.length < total };
}

/** The items of a report of the account, loaded on demand when a list omitted them. */
export async function itemsOf(ctx: PropertyContext, report: Report): Promise<ReportItem[]> {
  return report.storedItems ?? (await loadReport(ctx, report.id)).storedItems ?? [];
}

/** Deletes a report permanently. Throws REPORT_NOT_FOUND, also the second time. Idempotent by the request's key. */
export async function deleteReport(ctx: PropertyContext, id: string): Promise<DeletedReport> {
  const ownerId = ownerOf(ctx);
  return exactlyOnce(ctx, { operation: "deleteReport", input: { id } }, async (em) => {
    await removeReport(em, ownerId, id);
    return { id, deleted: true };
  });
}

/** A report as a file, byte for byte the same for the same report. Throws REPORT_NOT_FOUND. */
export async function exportReport(
  ctx: PropertyContext,
  { id, format }: ExportReportArgs,
): Promise<ReportFile> {
  const report = await loadReport(ctx, id);
  return writeReportFile(report, await itemsOf(ctx, report), format);
}

async function storeReport(
  ctx: PropertyContext,
  em: EntityManager,
  made: { ownerId: string; title: string; content: ReportContent; replaced: Report | null },
): Promise<{ id: string }> {
  const { ownerId, title, content, replaced } = made;
  const { items, sources, methodVersion, referenceVersion, asOf } = content;
  const summary = summarise(items);
  const now = ctx.clock.now();
  const before = replaced && { items: replaced.storedItems ?? [], summary: replaced.summary };
  const id = newId("rep");
  await insertReport(em, {
    id,
    ownerId,
    createdBy: ctx.principal.id,
    title,
    status: "ready",
    propertyIds: items.map(({ propertyId }) => propertyId),
    createdAt: now,
    updatedAt: now,
    methodVersion,
    referenceVersion,
    asOf,
    summary,
    items,
    sources,
    supersedes: replaced?.id ?? null,
    diff: before && compareReports(before, { items, summary }),
  });
  return { id };
}

function unknownProperties(unknownPropertyIds: readonly string[]): DomainError {
  const { message, details } = validationError([
    { path: "propertyIds", message: "contains unknown property IDs", rule: "known" },
  ]);
  return new DomainError("VALIDATION_ERROR", message, { ...details, unknownPropertyIds });
}

function ownerOf(ctx: PropertyContext): string {
  const { ownerId } = ctx.principal;
  if (ownerId !== null) return ownerId;
  throw new DomainError(
    "FORBIDDEN",
    "This credential does not belong to an account. Use an account's API key or sign in.",
    { reason: "account_required" },
  );
}
