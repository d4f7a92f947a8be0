import { assertSqlName } from "../db/sql.ts";

interface Executor {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * Lets roles enqueue jobs and nothing more: they cannot read, change or run jobs. Only the columns that the
 * insert statement returns are selectable. Concurrent grants on one object fail, so processes run them one
 * after the other.
 */
export async function grantSending(db: Executor, schema: string, roles: readonly string[]): Promise<void> {
  if (roles.length === 0) return;
  for (const role of roles) assertSqlName(role);
  const { rows } = await db.executeSql(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE oid = '${schema}.job'::regclass OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = '${schema}.job'::regclass)`,
  );
  const jobTables = (rows as { name: string }[]).map((row) => row.name).join(", ");
  const to = roles.join(", ");
  // One text of several statements is one transaction.
  await db.executeSql(`
    SELECT pg_advisory_xact_lock(hashtext('hub-platform-job-grants'));
    GRANT USAGE ON SCHEMA ${schema} TO ${to};
    GRANT SELECT ON ${schema}.queue TO ${to};
    GRANT INSERT, SELECT (id, start_after) ON ${jobTables} TO ${to};
  `);
}

/** Lets the role that runs jobs use the queue's tables. It owns none of them. */
export async function grantWorking(db: Executor, schema: string, role: string): Promise<void> {
  assertSqlName(role);
  await db.executeSql(`
    SELECT pg_advisory_xact_lock(hashtext('hub-platform-job-grants'));
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
  `);
}
