import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RejectedRow } from "../properties/staged-year.types.ts";

/** Writes the rejected rows as CSV and returns the file's path; null when there are none. */
export async function writeQuarantineFile(
  dir: string,
  runId: string,
  rejected: readonly RejectedRow[],
): Promise<string | null> {
  if (rejected.length === 0) return null;
  const lines = rejected.map(({ sourceId, file, line, reason, raw }) =>
    [sourceId, file, String(line), reason, raw].map(quoted).join(","),
  );
  await mkdir(dir, { recursive: true });
  const path = join(dir, `property-quarantine-${runId}.csv`);
  await writeFile(path, `source,file,line,reason,raw\n${lines.join("\n")}\n`);
  return path;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
