import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { asAdministrator } from "./administration.ts";
import { ensureRole, mayActAs, retryRaced, type Statements } from "./roles.ts";
import { assertSqlName, sqlState } from "./sql.ts";

/** Who statements are sent as: a login role of this database's own, or the user of DATABASE_URL. */
export type LoginMode = "derived" | "given";

const invalidPassword = "28P01";
const insufficientPrivilege = "42501";

/**
 * A URL of the same database for a login role that may act as `role` and nothing else: not a superuser, not an
 * owner, without `BYPASSRLS`, and not a member of the role that migrates. Creates both roles when they are
 * missing. SQL injected into its connections cannot become another role.
 *
 * The name contains the database's oid, since roles belong to the whole server. The password is derived from
 * the one of `adminUrl`, so every process of one database derives the same; when `adminUrl` has none (trust),
 * the new URL has none either.
 */
export async function openLogin(adminUrl: string, role: string): Promise<string> {
  return asAdministrator(adminUrl, (client) => openLoginBy(client, adminUrl, role));
}

/** The same by a connection of `adminUrl` that is there. */
export async function openLoginBy(client: Statements, adminUrl: string, role: string): Promise<string> {
  try {
    const { rows } = await client.query<{ oid: string }>(
      "SELECT oid::text FROM pg_database WHERE datname = current_database()",
    );
    const login = `${role}_${rows[0]!.oid}`;
    assertSqlName(login);
    const url = withLogin(adminUrl, login);
    const { password } = new URL(url);
    await ensureRole(client, role);
    await retryRaced(() => ensureLogin(client, { login, role, password }));
    if (password !== "" && !(await canLogIn(url))) {
      const verifier = scramVerifier(password);
      await client.query(`ALTER ROLE ${login} PASSWORD ${pg.escapeLiteral(verifier)}`);
    }
    return url;
  } catch (error) {
    if (sqlState(error) !== insufficientPrivilege) throw error;
    throw new Error(
      `The user of DATABASE_URL may not create the login roles that the platform connects as. Give it CREATEROLE, or set DATABASE_LOGIN=given and name an unprivileged user in DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** The same server and database for another user, with the password derived for it. */
function withLogin(url: string, login: string): string {
  const changed = new URL(url);
  const { password } = changed;
  changed.username = login;
  if (password !== "")
    changed.password = createHmac("sha256", decodeURIComponent(password)).update(login).digest("hex");
  return changed.href;
}

/** A URL with the user and password of another one. */
export function withUserOf(login: string, url: string): string {
  const changed = new URL(url);
  const { username, password } = new URL(login);
  return Object.assign(changed, { username, password }).href;
}

/** Throws when the connected user can bypass row level security. */
export async function refusePrivilegedUser(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ isPrivileged: boolean }>(
      `SELECT rolsuper OR rolbypassrls AS "isPrivileged" FROM pg_roles WHERE rolname = session_user`,
    );
    if (rows[0]!.isPrivileged)
      throw new Error(
        "DATABASE_LOGIN=given needs a user in DATABASE_URL who is no superuser and has no BYPASSRLS.",
      );
  } finally {
    await client.end();
  }
}

async function ensureLogin(
  client: Statements,
  { login, role, password }: { login: string; role: string; password: string },
): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    "SELECT rolcanlogin AS may FROM pg_roles WHERE rolname = $1",
    [login],
  );
  if (rows.length === 0) {
    const secret = password === "" ? "" : ` PASSWORD ${pg.escapeLiteral(scramVerifier(password))}`;
    await client.query(
      `CREATE ROLE ${login} LOGIN NOINHERIT NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB NOREPLICATION${secret}`,
    );
  }
  if (!(await mayActAs(client, role, login))) await client.query(`GRANT ${role} TO ${login}`);
}

async function canLogIn(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (sqlState(error) === invalidPassword) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The server's stored form of a password (RFC 5803), so that the password itself is in no statement and no log. */
function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${stored}:${keyOf("Server Key").toString("base64")}`;
}
