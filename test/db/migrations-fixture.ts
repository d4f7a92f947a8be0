import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { idempotencyTableSql } from "../../src/db/idempotency-table.ts";
import { openDatabase, type Database } from "../../src/db/database.ts";
import { migrateSubgraph } from "../../src/db/migrate.ts";
import { outboxTableSql } from "../../src/db/outbox-table.ts";
import { silentLog } from "../support/silent-log.ts";

/** A table under the policy that `src/db/transaction.ts` describes, and the floor's own tables. */
export const notesSql = `
CREATE TABLE notes (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  body text NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY
);
ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE notes FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON notes
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
${idempotencyTableSql}
${outboxTableSql}
`;

/** A directory of migrations that goes with the test (or, from a hook, with `remove`). */
export async function writeMigrations(
  files: Record<string, string>,
): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), "hub-migrations-"));
  for (const [name, sql] of Object.entries(files)) await writeFile(join(dir, name), sql);
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

export async function migrationsForTest(files: Record<string, string>): Promise<string> {
  const { dir, remove } = await writeMigrations(files);
  onTestFinished(remove);
  return dir;
}

/** A migrated schema `notes`, opened as its application role. */
export async function openNotes(
  url: string,
  options: { poolSize?: number; lockTimeoutMs?: number } = {},
): Promise<Database> {
  const { dir, remove } = await writeMigrations({ "0001_notes.sql": notesSql });
  await migrateSubgraph({ adminUrl: url, schema: "notes", dir, role: "notes_app", log: silentLog });
  await remove();
  return openDatabase({ url, schema: "notes", role: "notes_app", entities: [], log: silentLog, ...options });
}
