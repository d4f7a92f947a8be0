import type { EntityManager } from "@mikro-orm/postgresql";
import { mayUseApp } from "../../../src/access/principal.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { enqueue } from "../../../src/jobs/enqueue.ts";
import { requireRegisteredApp } from "../apps/apps.service.ts";
import { ownerOf } from "../credits/credits.service.ts";
import { pathOfLink, signFileLink } from "../files/file-link.ts";
import { markDeleted, readLinkVersion } from "../files/file.rows.ts";
import { removeBytes } from "../files/files.service.ts";
import { briefLinkMs } from "../files/held-files.service.ts";
import type { HubContext } from "../hub.context.ts";
import { dataExportQueue } from "./data-export-queue.ts";
import { endExport, insertExport, selectExports, type DataExportRow } from "./data-export.rows.ts";
import type { DataExport, DataExportList, ExportMyDataInput } from "./data-export.types.ts";
import {
  appNotAllowed,
  exportNotFound,
  exportRunning,
  maxDailyExports,
  tooManyExports,
} from "./data-exports.errors.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Begins an export of the account's data. Idempotent by the call's key. Throws APP_NOT_FOUND, and INVALID_STATE while
 * another export runs and above 10 within 24 hours.
 */
export async function exportMyData(ctx: HubContext, input: ExportMyDataInput): Promise<DataExport> {
  const { appIds: allowed } = ctx.principal;
  const named = input.apps ?? (allowed === "all" ? null : allowed);
  const apps = named && [...new Set(named)].sort();
  for (const appId of apps ?? []) {
    if (!mayUseApp(ctx.principal, appId)) throw appNotAllowed(appId);
    await requireRegisteredApp(ctx, appId);
  }
  return exactlyOnce(ctx, { operation: "exportMyData", input }, async (em) => {
    const [ownerId, now] = [ownerOf(ctx), ctx.clock.now()];
    await endAbandoned(em, ownerId, now);
    await requireRoom(em, ownerId, now);
    const row = {
      id: newId("dex"),
      ownerId,
      requestedBy: ctx.principal.membership?.userId ?? ctx.principal.id,
      appIds: apps,
      fileId: newId("file"),
    };
    await insertExport(em, row, now);
    await enqueue(em, dataExportQueue, { exportId: row.id });
    return present(ctx, em, await requireExport(ctx, em, row.id));
  });
}

/** The newest 50 exports of the account. */
export function listDataExports(ctx: HubContext): Promise<DataExportList> {
  const read = async (em: EntityManager) => {
    const where = "owner_id = $1 ORDER BY created_at DESC, id DESC LIMIT 50";
    const exports: DataExport[] = [];
    for (const row of await selectExports(em, where, [ownerOf(ctx)]))
      if (isVisible(ctx, row)) exports.push(await present(ctx, em, row));
    return { exports, total: exports.length };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** One export of the account. Throws NOT_FOUND. */
export function readDataExport(ctx: HubContext, exportId: string): Promise<DataExport> {
  const read = async (em: EntityManager) => present(ctx, em, await requireExport(ctx, em, exportId));
  return inTransaction(ctx, read, { readOnly: true });
}

/** Cancels an export that runs, or deletes the archive of one that is ready. Idempotent. Throws NOT_FOUND. */
export async function cancelDataExport(ctx: HubContext, exportId: string): Promise<DataExport> {
  let removable: string | null = null;
  const canceled = await exactlyOnce(
    ctx,
    { operation: "cancelDataExport", input: { exportId } },
    async (em) => {
      const now = ctx.clock.now();
      const { fileId } = await requireExport(ctx, em, exportId);
      await endExport(em, exportId, { status: "canceled", now });
      if (await hasFile(em, fileId)) await markDeleted(em, fileId, now);
      removable = fileId;
      return present(ctx, em, await requireExport(ctx, em, exportId));
    },
  );
  if (removable !== null) await removeArchive(ctx, removable);
  return canceled;
}

/** Removes the bytes of an archive that was deleted. What fails is left to the job that purges files. */
export async function removeArchive(ctx: HubContext, fileId: string): Promise<void> {
  await removeBytes(ctx, fileId).catch((err: unknown) =>
    ctx.log.warn({ err }, "a deleted archive is still in the store"),
  );
}

async function requireExport(ctx: HubContext, em: EntityManager, exportId: string): Promise<DataExportRow> {
  const [row] = await selectExports(em, "owner_id = $1 AND id = $2", [ownerOf(ctx), exportId]);
  if (!row || !isVisible(ctx, row)) throw exportNotFound();
  return row;
}

/** A credential that is limited to apps opens archives of these apps alone. */
function isVisible({ principal: { appIds } }: HubContext, row: DataExportRow): boolean {
  return appIds === "all" || (row.appIds?.every((appId) => appIds.includes(appId)) ?? false);
}

async function requireRoom(em: EntityManager, ownerId: string, now: Date): Promise<void> {
  // One at a time for each account: a second request waits here, and then finds the first one.
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtext($1))", [`hub.data_exports ${ownerId}`]);
  const [running] = await selectExports(em, "owner_id = $1 AND status IN ('queued', 'running')", [ownerId]);
  if (running) throw exportRunning(running.id);
  const sql = "SELECT count(*)::int AS count FROM data_exports WHERE owner_id = $1 AND created_at > $2";
  const [row] = await executeSql<{ count: number }>(em, sql, [ownerId, new Date(now.getTime() - dayMs)]);
  if ((row?.count ?? 0) >= maxDailyExports) throw tooManyExports();
}

/** An export without progress for a day has lost its job. */
async function endAbandoned(em: EntityManager, ownerId: string, now: Date): Promise<void> {
  const where = "owner_id = $1 AND status IN ('queued', 'running') AND updated_at < $2";
  for (const { id, fileId } of await selectExports(em, where, [ownerId, new Date(now.getTime() - dayMs)])) {
    await endExport(em, id, { status: "failed", failure: "internal", now });
    if (await hasFile(em, fileId)) await markDeleted(em, fileId, now);
  }
}

async function hasFile(em: EntityManager, fileId: string): Promise<boolean> {
  return (await executeSql(em, "SELECT 1 FROM files WHERE id = $1", [fileId])).length > 0;
}

async function present(ctx: HubContext, em: EntityManager, row: DataExportRow): Promise<DataExport> {
  const { id, requestedBy, tablesTotal, tablesDone, rows, files, size, failure } = row;
  const now = ctx.clock.now();
  const expiresAt = toDate(row.expiresAt);
  const isReady = row.status === "ready" && !row.isArchiveGone && expiresAt !== null && now < expiresAt;
  return {
    id,
    status: row.status === "ready" && !isReady ? "expired" : row.status,
    apps: row.appIds,
    requestedBy,
    tablesTotal,
    tablesDone,
    rows,
    files,
    size,
    failure,
    createdAt: new Date(row.createdAt),
    finishedAt: toDate(row.finishedAt),
    expiresAt,
    downloadUrl: isReady ? await linkTo(ctx, em, row.fileId, { now, expiresAt }) : null,
  };
}

/** A link for the person who reads the export now; the mailed one is valid as long as the archive. */
async function linkTo(
  ctx: HubContext,
  em: EntityManager,
  fileId: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<string> {
  const until = new Date(Math.min(now.getTime() + briefLinkMs, expiresAt.getTime()));
  const version = await readLinkVersion(em, fileId);
  return ctx.publicUrl + pathOfLink(signFileLink(ctx.ports.files.signingKeys, fileId, until, { version }));
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
