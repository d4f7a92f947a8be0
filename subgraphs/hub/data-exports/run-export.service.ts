import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { listParts } from "../files/file-part.rows.ts";
import { markDeleted } from "../files/file.rows.ts";
import { publishFile } from "../files/files.service.ts";
import type { HubContext } from "../hub.context.ts";
import { ArchiveWriter, ExportEnded, ExportTooLarge } from "./archive-writer.service.ts";
import { beginExport, endExport, selectExports, type DataExportRow } from "./data-export.rows.ts";
import { removeArchive } from "./data-exports.service.ts";
import { listExportSteps, type ExportStep, type OwnSource } from "./export-steps.service.ts";
import { composeManifest } from "./manifest.ts";
import { mailArchiveLink } from "./send-archive-link.service.ts";

/** How long an archive is kept, and how long its mailed link is valid. */
const archiveLifetimeMs = 7 * 24 * 60 * 60 * 1000;

export interface RunExportOptions {
  /** What an account has in each subgraph. */
  sourcesOf(ownerId: string): readonly OwnSource[];
  signal: AbortSignal;
  /** True when no further attempt follows: an error then ends the export. */
  isLastAttempt: boolean;
  /** Bytes of one part, where it differs from the default. */
  partBytes?: number;
}

/**
 * Writes the archive of an export, or the rest of it, and mails its link. Safe to run again after a crash at any point. An
 * export that is over is left alone.
 */
export async function runDataExport(
  ctx: HubContext,
  exportId: string,
  options: RunExportOptions,
): Promise<void> {
  const row = await findExport(ctx, exportId);
  if (!row) return;
  if (row.status === "ready" && row.mailedAt === null) return mailArchiveLink(ctx, row);
  if (row.status !== "queued" && row.status !== "running") return;
  try {
    const finished = await write(ctx, row, options);
    if (finished) await mailArchiveLink(ctx, finished);
  } catch (error) {
    if (error instanceof ExportEnded) return;
    const isTooLarge = error instanceof ExportTooLarge;
    if (isTooLarge || options.isLastAttempt) await fail(ctx, row, isTooLarge ? "too_large" : "internal");
    if (!isTooLarge) throw error;
  }
}

async function write(
  ctx: HubContext,
  row: DataExportRow,
  { sourcesOf, signal, partBytes }: RunExportOptions,
): Promise<DataExportRow | null> {
  const sources = sourcesOf(row.ownerId);
  const { storage } = ctx.ports.files;
  const steps = await listExportSteps(sources, { apps: row.appIds, storage });
  const tablesTotal = steps.filter(({ isTable }) => isTable).length;
  const begin = (em: EntityManager) => beginExport(em, row.id, { tablesTotal, now: ctx.clock.now() });
  if (!(await asSystem(ctx.em, begin))) return null;
  const writer = new ArchiveWriter(ctx, row, signal, partBytes);
  await writer.resume();
  if (!writer.isComplete) {
    await writeSteps(writer, steps);
    const manifest = composeManifest(row, { sources, steps, writer, now: ctx.clock.now() });
    await writer.addFile("manifest.json", Buffer.from(manifest));
    await writer.finish();
  }
  return finish(ctx, row);
}

async function writeSteps(writer: ArchiveWriter, steps: readonly ExportStep[]): Promise<void> {
  const reached = writer.position;
  const at = reached === null ? 0 : steps.findIndex(({ name }) => name === reached.step);
  const first = reached?.next === null ? at + 1 : Math.max(at, 0);
  for (const [index, step] of steps.entries()) {
    if (index < first) continue;
    await step.write(writer, index === at ? (reached?.next ?? null) : null);
    if (step.isTable) writer.tablesDone += 1;
    await writer.reach({ step: step.name, next: null });
  }
}

/** Reads every part once more, as nobody can open an archive that lacks one, and publishes the file. */
async function finish(ctx: HubContext, row: DataExportRow): Promise<DataExportRow | null> {
  const parts = await asSystem(ctx.em, (em) => listParts(em, row.fileId), { readOnly: true });
  const hash = createHash("sha256");
  let size = 0;
  for (const part of parts) {
    const stream = await ctx.ports.files.storage.open(part.storageKey);
    if (stream === null) throw new Error("A part of an archive is not in the store.");
    for await (const chunk of stream) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
  }
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + archiveLifetimeMs);
  return asSystem(ctx.em, async (em) => {
    if (!(await endExport(em, row.id, { status: "ready", expiresAt, now }))) return null;
    const sql =
      "UPDATE files SET size = $2, sha256 = $3, kept_until = $4 WHERE id = $1 AND deleted_at IS NULL";
    await executeSql(em, sql, [row.fileId, size, hash.digest("hex"), expiresAt]);
    await publishFile(ctx, em, row.fileId, archiveLifetimeMs);
    return (await selectExports(em, "id = $1", [row.id]))[0] ?? null;
  });
}

async function fail(ctx: HubContext, row: DataExportRow, failure: "too_large" | "internal"): Promise<void> {
  const now = ctx.clock.now();
  const isEnded = await asSystem(ctx.em, async (em) => {
    if (!(await endExport(em, row.id, { status: "failed", failure, now }))) return false;
    await markDeleted(em, row.fileId, now);
    return true;
  });
  if (isEnded) await removeArchive(ctx, row.fileId);
}

async function findExport(ctx: HubContext, exportId: string): Promise<DataExportRow | null> {
  const [row] = await asSystem(ctx.em, (em) => selectExports(em, "id = $1", [exportId]), { readOnly: true });
  return row ?? null;
}
