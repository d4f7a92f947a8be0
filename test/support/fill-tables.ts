import type pg from "pg";

/** A table whose rows belong to accounts. */
export interface TenantTable {
  schema: string;
  name: string;
  isOwned: boolean;
}

interface FillOptions {
  /** The column that names the account, where it is not `owner_id`. */
  ownerColumn?: string;
  everyColumn?: boolean;
}

export const wholeName = ({ schema, name }: Pick<TenantTable, "schema" | "name">) => `${schema}.${name}`;

/**
 * A row of each owner in every one of these tables, without constraints and triggers. Texts are the owner's ID. Only columns
 * that need a value have one, or with `everyColumn` all of them.
 */
export async function fillTables(
  admin: pg.Client,
  tables: readonly TenantTable[],
  owners: readonly string[],
  options: FillOptions = {},
): Promise<void> {
  await admin.query("SET session_replication_role = replica");
  for (const table of tables) {
    const { rows: checks } = await admin.query<{ name: string }>(
      "SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'",
      [wholeName(table)],
    );
    for (const { name } of checks)
      await admin.query(`ALTER TABLE ${wholeName(table)} DROP CONSTRAINT ${name}`);
    await admin.query(`ALTER TABLE ${wholeName(table)} DISABLE TRIGGER USER`);
    for (const owner of owners) await admin.query(await insertOf(admin, table, owner, options));
  }
}

/** A statement that inserts a row of this owner. */
export async function insertOf(
  admin: pg.Client,
  table: TenantTable,
  owner: string,
  { ownerColumn = "owner_id", everyColumn = false }: FillOptions = {},
): Promise<string> {
  const { rows } = await admin.query<{ column: string; type: string; label: string | null }>(
    `SELECT a.attname AS column, format_type(a.atttypid, NULL) AS type,
       (SELECT enumlabel FROM pg_enum WHERE enumtypid = a.atttypid ORDER BY enumsortorder LIMIT 1) AS label
     FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped
       AND a.attidentity = '' AND a.attgenerated = ''
       AND (a.attname = $2 OR $3 OR (a.attnotnull AND NOT a.atthasdef))`,
    [wholeName(table), ownerColumn, everyColumn],
  );
  const columns = rows.map(({ column }) => column);
  const values = rows.map(({ column, type, label }) =>
    column === ownerColumn
      ? `'${owner}'`
      : valueOf(table, label === null ? type : `'${label}'::${type}`, owner),
  );
  return `INSERT INTO ${wholeName(table)} (${columns.join(", ")}) VALUES (${values.join(", ")})`;
}

function valueOf(table: TenantTable, type: string, owner: string): string {
  if (type.startsWith("'")) return type;
  if (type.endsWith("[]")) return `'{}'::${type}`;
  if (type.endsWith("range")) return `'empty'::${type}`;
  const known: Record<string, string> = {
    text: `'${owner}'`,
    "character varying": `'${owner}'`,
    character: "'x'",
    uuid: "gen_random_uuid()",
    boolean: "false",
    json: "'{}'",
    jsonb: "'{}'",
    bytea: "'x'",
    inet: "'127.0.0.1'",
    date: "now()",
    "timestamp with time zone": "now()",
    "timestamp without time zone": "now()",
    "time without time zone": "'00:00'",
    interval: "'1 hour'",
  };
  const number = owner.endsWith("one") ? "1" : "2";
  const isNumber = /^(smallint|integer|bigint|numeric|real|double precision)$/.test(type);
  const value = isNumber ? number : known[type];
  if (value === undefined) throw new Error(`${wholeName(table)}: no value of ${type} is known here.`);
  return value;
}
