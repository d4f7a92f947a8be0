import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrateSubgraph } from "../../src/db/migrate.ts";
import { projectPath } from "../../src/project-root.ts";
import { fillTables, insertOf, wholeName as whole, type TenantTable } from "../support/fill-tables.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { silentLog } from "../support/silent-log.ts";

const schemas = ["hub", "gateway", "property"] as const;
type Schema = (typeof schemas)[number];

/**
 * Tables without an owner and without row security, with whose their rows are. A new one is put here
 * knowingly.
 */
const withoutOwner: Record<Schema, Record<string, string>> = {
  hub: {
    apps: "what the platform offers",
    bot_check_tokens: "hashes of tokens that were used",
    credit_packages: "the price list",
    crm_inbound_texts: "what strangers sent, before it is known to whom",
    crm_number_optouts: "of the platform's own number",
    operation_costs: "the price list",
    plan_prices: "the price list",
    plans: "the price list",
    pricing_answers: "prices as their provider told them",
    revoked_admins: "read by the platform before it knows who calls",
    schema_migrations: "of the database",
    user_roles: "read by the platform before it knows who calls",
  },
  gateway: {
    payroll_tax_tables: "of the platform: what the law says",
    schema_migrations: "of the database",
  },
  property: {
    data_version: "of public data",
    import_quarantine: "public data",
    import_runs: "of public data",
    merged_properties: "public data",
    properties: "public data",
    property_scores: "public data",
    property_search: "public data",
    schema_migrations: "of the database",
    search_words: "public data",
    source_checks: "of public sources",
    source_circuits: "of public sources",
    source_records: "public data",
    source_staged_rows: "public data",
    source_states: "of public sources",
  },
};

/**
 * Tables whose rows are guarded by another column, or are for the platform alone: the tests of these show it.
 */
const floor = ["audit_pending", "idempotency_keys"];
const guardedOtherwise: Record<Schema, string[]> = {
  hub: [
    "account_changes",
    "accounts",
    "ai_breakers",
    "ai_daily_spend",
    "ai_reservations",
    "audit_account_heads",
    "audit_account_links",
    "audit_heads",
    "audit_pending",
    "audit_trail",
    "bank_webhooks",
    "erased_rows",
    "erasures",
    "idempotency_keys",
    "limit_counts",
    "limit_stamps",
    "processor_events",
    "service_accounts",
    "users",
  ],
  gateway: [...floor, "caller_left_recordings", "payroll_transfer_events"].toSorted(),
  property: floor,
};

type Table = TenantTable & { schema: Schema; isForced: boolean };

let database: TestDatabase;
let admin: pg.Client;
let tables: Table[];
beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  for (const schema of schemas) {
    const dir = projectPath("subgraphs", schema, "migrations");
    const role = `${schema}_app`;
    await migrateSubgraph({ adminUrl: database.url, schema, dir, role, withFloor: true, log: silentLog });
  }
  const { rows } = await admin.query<Table>(
    `SELECT n.nspname AS schema, c.relname AS name, a.attname IS NOT NULL AS "isOwned",
       c.relrowsecurity AND c.relforcerowsecurity AS "isForced"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'owner_id'
     WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') ORDER BY 1, 2`,
    [schemas],
  );
  tables = rows;
  await fillTables(admin, schemas.flatMap(owned), ["usr_one", "usr_two"]);
});
afterAll(async () => {
  await admin?.end();
  await database?.drop();
});

const owned = (schema: Schema) => tables.filter((table) => table.schema === schema && table.isOwned);

describe.each(schemas)("in %s", (schema) => {
  test("every table has an owner and forced row security, or is known to need none", () => {
    const own = tables.filter((table) => table.schema === schema);
    const open = own.filter(({ isForced }) => !isForced).map(({ name }) => name);
    expect(open, "force row security, or say here whose the rows are").toEqual(
      Object.keys(withoutOwner[schema]),
    );
    const guarded = own.filter(({ isOwned, isForced }) => isForced && !isOwned).map(({ name }) => name);
    expect(guarded, "give it owner_id, or say here what guards it").toEqual(guardedOtherwise[schema]);
  });

  test("an account sees its own row of each table, nobody sees any, and nobody changes another's", async () => {
    const client = new pg.Client({
      connectionString: database.url,
      options: `-c role=${schema}_app -c search_path=${schema},public`,
    });
    await client.connect();
    try {
      const found = owned(schema);
      expect(found.length).toBeGreaterThan(1);
      for (const table of found) {
        expect.soft(await isolationOf(client, table), whole(table)).toEqual({
          filled: ["usr_one", "usr_two"],
          seenByNobody: [],
          seenByOne: ["usr_one"],
          changedByOne: ["usr_one"],
          writtenForAnother: "42501",
          ...(table.name === "outbox_events" ? toldToThePlatform : {}),
        });
      }
    } finally {
      await client.end();
    }
  });
});

/** Events are written by any owner, and read by the platform only. */
const toldToThePlatform = { seenByOne: [], changedByOne: [], writtenForAnother: [] };

/** Whose rows of a table are seen, and changed, by whom, as the application connects. */
async function isolationOf(client: pg.Client, table: Table) {
  const all = await admin.query<{ owner: string }>(
    `SELECT owner_id AS owner FROM ${whole(table)} WHERE owner_id IN ('usr_one', 'usr_two') ORDER BY 1`,
  );
  const { rows: may } = await admin.query<{ reads: boolean; changes: boolean }>(
    `SELECT has_table_privilege($1, $2, 'SELECT') AS reads,
       has_column_privilege($1, $2, 'owner_id', 'UPDATE') AS changes`,
    [`${table.schema}_app`, whole(table)],
  );
  const { reads, changes } = may[0]!;
  const seen = (owner: string) =>
    reads ? ownersIn(client, owner, `SELECT owner_id AS owner FROM ${whole(table)} ORDER BY 1`) : null;
  const change = `UPDATE ${whole(table)} SET owner_id = owner_id RETURNING owner_id AS owner`;
  const written = await ownersIn(client, "usr_one", await insertOf(admin, table, "usr_three")).catch(
    (error: { code?: string }) => error.code,
  );
  return {
    filled: all.rows.map(({ owner }) => owner),
    seenByNobody: (await seen("")) ?? [],
    seenByOne: (await seen("usr_one")) ?? ["usr_one"],
    changedByOne: changes && reads ? await ownersIn(client, "usr_one", change) : ["usr_one"],
    writtenForAnother: written,
  };
}

async function ownersIn(client: pg.Client, owner: string, sql: string): Promise<string[]> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT set_config('app.user', $1, true)", [owner]);
    return (await client.query<{ owner: string }>(sql)).rows.map((row) => row.owner);
  } finally {
    await client.query("ROLLBACK");
  }
}
