import { setTimeout as wait } from "node:timers/promises";
import { assertSqlName, sqlState } from "./sql.ts";

/** A connection, or what runs statements on one. */
export interface Statements {
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** Roles belong to the whole server, so another database's start can be doing the same at this moment. */
const racedStates = new Set(["23505", "42710", "XX000"]);

/**
 * Creates a role without login, ownership or rights of its own if it is missing, and lets the connecting user
 * act as it. Safe to run concurrently on many databases of one server.
 */
export async function ensureRole(client: Statements, role: string): Promise<void> {
  assertSqlName(role);
  await retryRaced(async () => {
    const { rows } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
    if (rows.length === 0)
      await client.query(`CREATE ROLE ${role} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB`);
    if (!(await mayActAs(client, role))) await client.query(`GRANT ${role} TO CURRENT_USER`);
  });
}

/** Runs changes of roles again when another process was making the same ones. */
export async function retryRaced<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change();
    } catch (error) {
      if (attempt === 10 || !racedStates.has(sqlState(error) ?? "")) throw error;
      await wait(Math.random() * 20 * attempt);
    }
  }
}

/** True when the connected user, or `user`, may SET ROLE to `role`. */
export async function mayActAs(
  client: Statements,
  role: string,
  user: string | null = null,
): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    // From version 16 on, being a member and being allowed to SET ROLE are two things.
    `SELECT pg_has_role(coalesce($2, current_user::text), $1,
       CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) AS may`,
    [role, user],
  );
  return rows[0]?.may === true;
}
