import type { TestDatabase } from "../support/postgres.ts";
import { watchWrites } from "../support/written-tables.ts";

/** Puts a database back to the state of the moment when it was opened. */
export interface Rewind {
  restore(): Promise<void>;
}

/** Tables that are put back: all but those of buildings, which no example changes. */
const tablesWhere = `(n.nspname IN ('hub', 'gateway') AND c.relname <> 'schema_migrations'
  OR n.nspname = 'property' AND c.relname IN ('saved_properties', 'reports', 'import_runs'))`;

interface Table {
  name: string;
  columns: string;
}

/**
 * Copies all tables, and the jobs that have failed, and puts back the rows that have changed: in one transaction, without triggers or checks of references.
 * The copies are unlogged tables of a schema of their own. A row is as it was while it is at its place (`ctid`) in its version
 * (`xmin`). Each table has a function that puts it back, whose statements are planned once a connection.
 */
export async function openRewind(database: TestDatabase): Promise<Rewind> {
  const tables = await database.query<Table & Record<string, unknown>>(
    `SELECT n.nspname || '.' || c.relname AS name,
       (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND ${tablesWhere} ORDER BY 1`,
  );
  await database.query("CREATE SCHEMA rewind");
  await database.query(`CREATE TABLE rewind.dead_letters AS SELECT * FROM jobs.job WHERE state = 'failed';
    CREATE FUNCTION rewind.dead_letters() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
      DELETE FROM jobs.job WHERE id IN (SELECT id FROM rewind.dead_letters);
      INSERT INTO jobs.job SELECT * FROM rewind.dead_letters;
    END $$`);
  for (const { name, columns } of tables)
    await database.query(
      `CREATE UNLOGGED TABLE ${copyOf(name)} AS
       SELECT ctid AS row_place, xmin::text::bigint AS row_version, ${columns} FROM ${name};
       CREATE FUNCTION ${copyOf(name)}() RETURNS void LANGUAGE plpgsql AS $$ BEGIN ${putBack({ name, columns })}; END $$`,
    );
  const written = await watchWrites(
    database,
    tables.map(({ name }) => name),
  );
  return {
    restore: async () => {
      await database.query("SELECT rewind.dead_letters()");
      const names = new Set(await written.take());
      // In one order, as locks are taken.
      const changed = tables.filter(({ name }) => names.has(name));
      if (changed.length === 0) return;
      // Several statements in one text are one transaction, which is rolled back where one of them fails. Nobody writes
      // meanwhile: a row that changes between two statements would be there twice.
      const text = `SET LOCAL session_replication_role = replica;
        SET LOCAL lock_timeout = ${lockTimeoutMs};
        LOCK TABLE ${changed.map(({ name }) => name).join(", ")} IN SHARE ROW EXCLUSIVE MODE;
        SELECT ${changed.map(({ name }) => `${copyOf(name)}()`).join(", ")}`;
      await withoutDeadlock(() => database.query(text));
    },
  };
}

const copyOf = (name: string) => `rewind."${name}"`;

/** Removes the rows that were not there, and puts back those that are missing; the copy then knows their new places. */
function putBack({ name, columns }: Table): string {
  const copy = copyOf(name);
  const isSame = "k.row_place = t.ctid AND k.row_version = t.xmin::text::bigint";
  return `DELETE FROM ${name} t WHERE NOT EXISTS (SELECT 1 FROM ${copy} k WHERE ${isSame});
    WITH missing AS (
      DELETE FROM ${copy} k WHERE NOT EXISTS (SELECT 1 FROM ${name} t WHERE ${isSame}) RETURNING ${columns}
    ), back AS (
      INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM missing
      RETURNING ctid, ${columns}
    )
    INSERT INTO ${copy} (row_place, row_version, ${columns})
    SELECT ctid, pg_current_xact_id()::text::bigint, ${columns} FROM back`;
}

/** Work in the background that holds tables is done sooner. The server looks for a deadlock only after a second. */
const lockTimeoutMs = 25;
const errorCodes = { lockNotAvailable: "55P03", deadlock: "40P01" } as const;

/** Work of the platform in the background may hold the same tables in another order: it goes on while nothing is locked here. */
async function withoutDeadlock(run: () => Promise<unknown>): Promise<void> {
  const again: ReadonlySet<unknown> = new Set(Object.values(errorCodes));
  for (let tries = 400; ; tries--) {
    try {
      await run();
      return;
    } catch (error) {
      if (tries === 1 || !again.has((error as { code?: string }).code)) throw error;
    }
  }
}
