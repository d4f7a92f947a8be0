import type pg from "pg";
import { listPending } from "../../src/db/migrate.ts";
import { projectPath } from "../../src/project-root.ts";
import { subgraphNames } from "../subgraph-addresses.ts";
import { someOf, type Faults } from "./finding.ts";

const tables = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_roles r ON r.rolname = n.nspname || '_app'
  WHERE c.relkind IN ('r', 'p') AND n.nspname = ANY($1)`;

/** A server that is still being restored takes no writes, and says nothing of it until one is tried. */
export async function checkServer(client: pg.Client): Promise<Faults> {
  const [row] = await rows<{ version: string; database: string; isRecovering: boolean; isReadOnly: string }>(
    client,
    `SELECT current_setting('server_version') AS version, current_database() AS database,
       pg_is_in_recovery() AS "isRecovering", current_setting('transaction_read_only') AS "isReadOnly"`,
  );
  return {
    seen: `PostgreSQL ${row!.version}, database ${row!.database}.`,
    faults: row!.isRecovering ? ["The server is still in recovery. Run SELECT pg_promote() to end it."] : [],
  };
}

/** Roles belong to the server, not to the database, so a dump of the database does not bring them. */
export async function checkRoles(client: pg.Client): Promise<Faults> {
  const names = subgraphNames.map((name) => `${name}_app`);
  const found = await rows<{ name: string; isAbove: boolean; may: boolean }>(
    client,
    `SELECT rolname AS name, rolsuper OR rolbypassrls AS "isAbove", pg_has_role(current_user, oid,
       CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) AS may
     FROM pg_roles WHERE rolname = ANY($1) OR rolname ~ '^(hub|property|gateway|jobs|listener)_app(_[0-9]+)?$'`,
    [names],
  );
  const [own] = await rows<{ name: string; maySet: boolean }>(
    client,
    `SELECT current_user::text AS name, current_setting('server_version_num')::int < 150000 OR (
       has_parameter_privilege('app.system', 'SET') AND has_parameter_privilege('app.audit_purge', 'SET')) AS "maySet"`,
  );
  const missing = names.filter((name) => !found.some((role) => role.name === name));
  const above = found.filter(({ isAbove }) => isAbove).map(({ name }) => name);
  const closed = found.filter(({ name, may }) => names.includes(name) && !may).map(({ name }) => name);
  return {
    seen: `${names.join(", ")}.`,
    faults: [
      ...(missing.length > 0
        ? [`Missing role ${missing.join(", ")}. Run migrate --roles-only, then restore the dump again.`]
        : []),
      ...(above.length > 0
        ? [`${above.join(", ")} can bypass row-level security. Remove SUPERUSER and BYPASSRLS.`]
        : []),
      ...(closed.length > 0 ? [`The user of DATABASE_URL cannot use the role ${closed.join(", ")}.`] : []),
      ...(own!.maySet
        ? []
        : [`Migrations will fail. Run GRANT SET ON PARAMETER app.system, app.audit_purge TO ${own!.name}.`]),
    ],
  };
}

/**
 * The rights of each subgraph's role were granted when its tables were created; a restore without the role
 * loses them.
 */
export async function checkRights(client: pg.Client): Promise<Faults> {
  const all = await rows<{ name: string; may: boolean }>(
    client,
    `SELECT n.nspname || '.' || c.relname AS name, coalesce(
       has_schema_privilege(r.oid, n.oid, 'USAGE') AND has_table_privilege(r.oid, c.oid, 'SELECT'), false) AS may
     FROM ${tables}`,
    [subgraphNames],
  );
  const closed = all.filter(({ may }) => !may).map(({ name }) => name);
  const openLater = await rows<{ schema: string }>(
    client,
    "SELECT DISTINCT defaclnamespace::regnamespace::text AS schema FROM pg_default_acl WHERE defaclobjtype = 'r'",
  );
  const missing = subgraphNames.filter((name) => !openLater.some(({ schema }) => schema === name));
  return {
    seen: `${all.length} tables, each accessible to its subgraph's role.`,
    faults: [
      ...(closed.length > 0
        ? [
            `${closed.length} tables are not accessible to their subgraph's role, such as ${someOf(closed)}. The dump was restored without roles.`,
          ]
        : []),
      ...(missing.length > 0 ? [`New tables would not be accessible in ${missing.join(", ")}.`] : []),
    ],
  };
}

/** Every table with an owner shows its rows to that owner alone. */
export async function checkRowSecurity(client: pg.Client): Promise<Faults> {
  const owned = await rows<{ name: string; isSafe: boolean }>(
    client,
    `SELECT n.nspname || '.' || c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity
       AND EXISTS (SELECT 1 FROM pg_policy WHERE polrelid = c.oid) AS "isSafe"
     FROM ${tables} AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = c.oid AND attname = 'owner_id')`,
    [subgraphNames],
  );
  const open = owned.filter(({ isSafe }) => !isSafe).map(({ name }) => name);
  return {
    seen: `${owned.length} tables with owners, all protected by row-level security.`,
    faults:
      open.length > 0 ? [`${open.length} tables have no row-level security, such as ${someOf(open)}.`] : [],
  };
}

export async function checkMigrations(client: pg.Client): Promise<Faults> {
  const pending: string[] = [];
  for (const schema of subgraphNames) {
    const dir = projectPath("subgraphs", schema, "migrations");
    pending.push(...(await listPending(client, { schema, dir })).map((file) => `${schema}/${file}`));
  }
  return {
    seen: "All migrations have run.",
    faults:
      pending.length > 0
        ? [`${pending.length} migrations have not run, such as ${someOf(pending)}. Run migrate.`]
        : [],
  };
}

/** A counter that is behind its table hands out numbers that are taken. */
export async function checkSequences(client: pg.Client): Promise<Faults> {
  const all = await rows<{ sequence: string; table: string; column: string }>(
    client,
    `SELECT d.objid::regclass::text AS sequence, d.refobjid::regclass::text AS table, quote_ident(a.attname) AS column
     FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
       JOIN pg_class c ON c.oid = d.refobjid JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
     WHERE d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i') AND n.nspname = ANY($1)`,
    [subgraphNames],
  );
  const behind: string[] = [];
  for (const { sequence, table, column } of all) {
    const [row] = await rows<{ isBehind: boolean | null }>(
      client,
      `SELECT (SELECT max(${column}) FROM ${table}) > CASE WHEN is_called THEN last_value ELSE last_value - 1 END
         AS "isBehind" FROM ${sequence}`,
    );
    if (row!.isBehind === true) behind.push(sequence);
  }
  return {
    seen: `${all.length} sequences, none behind its table.`,
    faults: behind.length > 0 ? [`Sequences behind their tables: ${someOf(behind)}.`] : [],
  };
}

/** A copy of files on another system may sort words otherwise than the indexes that came with it. */
export async function checkIndexes(client: pg.Client): Promise<Faults> {
  const broken = await rows<{ name: string }>(
    client,
    "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid OR NOT indisready",
  );
  const [order] = await rows<{ made: string | null; here: string | null }>(
    client,
    `SELECT datcollversion AS made, pg_database_collation_actual_version(oid) AS here
     FROM pg_database WHERE datname = current_database()`,
  );
  const isOtherOrder = order!.made !== null && order!.here !== null && order!.made !== order!.here;
  return {
    seen: "All indexes are valid.",
    faults: [
      ...(broken.length > 0
        ? [`Not valid: ${someOf(broken.map(({ name }) => name))}. Run REINDEX on them.`]
        : []),
      ...(isOtherOrder
        ? [`The collation version is ${order!.made} there and ${order!.here} here. Run REINDEX DATABASE.`]
        : []),
    ],
  };
}

/** Rows of a statement with parameters. */
export async function rows<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}
