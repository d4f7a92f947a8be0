import type { ArchiveWriter } from "./archive-writer.service.ts";
import type { DataExportRow } from "./data-export.rows.ts";
import type { ExportStep, OwnSource } from "./export-steps.service.ts";

interface ManifestFacts {
  sources: readonly OwnSource[];
  steps: readonly ExportStep[];
  writer: Pick<ArchiveWriter, "rows" | "missing">;
  now: Date;
}

/** The file that says what is in an archive, what is not, and why. */
export function composeManifest(
  { id, ownerId, appIds, createdAt }: DataExportRow,
  { sources, steps, writer, now }: ManifestFacts,
): string {
  const tables = steps
    .filter(({ isTable }) => isTable)
    .map(({ name }) => ({ table: name, rows: writer.rows.get(name) ?? 0 }));
  const named = (pick: (source: OwnSource) => Readonly<Record<string, string>>) =>
    sources.flatMap((source) =>
      Object.entries(pick(source)).map(([name, reason]) => ({
        name: `${source.data.schema}.${name}`,
        reason,
      })),
    );
  const manifest = {
    format: "account-data/1",
    exportId: id,
    accountId: ownerId,
    apps: appIds,
    requestedAt: new Date(createdAt).toISOString(),
    writtenAt: now.toISOString(),
    notes: [
      "Each table is read page by page while the account is in use; it is not one moment of all tables.",
      "JSON Lines have the values as they are stored. CSV files put an apostrophe before text that a spreadsheet would run.",
      "A table without rows has no file. Tables of more than 4 MiB have several files, numbered from 2.",
    ],
    tables,
    missingFiles: writer.missing,
    excludedTables: named(({ data }) => data.excluded),
    excludedColumns: named(({ data }) => data.secrets),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
