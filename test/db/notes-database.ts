import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EntityClass } from "@mikro-orm/core";
import { openDatabase, type Database } from "../../src/db/database.ts";
import { migrateSubgraph } from "../../src/db/migrate.ts";
import { silentLog } from "../support/silent-log.ts";

/** A table under the policy that `src/db/transaction.ts` describes. The floor's own tables come beside it. */
const notesSql = `
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
`;

export interface NotesOptions {
  poolSize?: number;
  lockTimeoutMs?: number;
  statementTimeoutMs?: number;
  entities?: EntityClass<object>[];
}

/** A new directory of migrations; the caller removes it. */
export async function writeMigrations(files: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "hub-migrations-"));
  for (const [name, sql] of Object.entries(files)) await writeFile(join(dir, name), sql);
  return dir;
}

/** A migrated schema `notes`, opened as its application role. */
export async function openNotes(url: string, options: NotesOptions = {}): Promise<Database> {
  const dir = await writeMigrations({ "0001_notes.sql": notesSql });
  await migrateSubgraph({
    adminUrl: url,
    schema: "notes",
    dir,
    withFloor: true,
    role: "notes_app",
    log: silentLog,
  });
  await rm(dir, { recursive: true });
  return openDatabase({ url, schema: "notes", role: "notes_app", entities: [], log: silentLog, ...options });
}
