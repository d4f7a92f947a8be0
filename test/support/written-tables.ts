import type { TestDatabase } from "./postgres.ts";

/** Which of some tables have been written to. */
export interface WrittenTables {
  /** Tables that committed statements have written to since the last call, or since the start. */
  take(): Promise<string[]>;
}

/**
 * Has triggers note the tables that statements write to, so that the state of all others need not be read. A statement that
 * found no row counts, too; one with `session_replication_role = replica` does not. Tables are given with their schema.
 */
export async function watchWrites(database: TestDatabase, tables: readonly string[]): Promise<WrittenTables> {
  await database.query("CREATE SCHEMA watched");
  await database.query("CREATE UNLOGGED TABLE watched.writes (name text NOT NULL)");
  // Rows are inserted and never updated, so that writers do not wait for each other.
  await database.query(
    `CREATE FUNCTION watched.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
     BEGIN INSERT INTO watched.writes VALUES (TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME); RETURN NULL; END $$`,
  );
  // One at a time: the locks of all at once could meet those of background work in another order.
  for (const table of tables)
    await database.query(
      `CREATE TRIGGER watched AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
       FOR EACH STATEMENT EXECUTE FUNCTION watched.note()`,
    );
  return {
    take: async () => {
      const rows = await database.queryPrepared<{ name: string }>(
        "take writes",
        "DELETE FROM watched.writes RETURNING name",
      );
      return [...new Set(rows.map(({ name }) => name))];
    },
  };
}
