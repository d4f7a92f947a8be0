import { buffer } from "node:stream/consumers";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "../../../src/db/database.ts";
import { openLogin } from "../../../src/db/login-role.ts";
import { migrateSubgraph } from "../../../src/db/migrate.ts";
import type { OwnData } from "../../../src/own-data/own-data.ts";
import { projectPath } from "../../../src/project-root.ts";
import { gatewayOwnData } from "../../../subgraphs/gateway/own-data.ts";
import { runDataExport } from "../../../subgraphs/hub/data-exports/run-export.service.ts";
import { listParts } from "../../../subgraphs/hub/files/file-part.rows.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { hubOwnData } from "../../../subgraphs/hub/own-data.ts";
import { propertyOwnData } from "../../../subgraphs/property/own-data.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { fillTables, type TenantTable } from "../../support/fill-tables.ts";
import { silentLog } from "../../support/silent-log.ts";
import { unzip } from "../exports/read-files.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

const all: readonly OwnData[] = [hubOwnData, gatewayOwnData, propertyOwnData];

/** Tables of no account, with what they are. A new one is put here knowingly. */
const ofThePlatform: Record<string, Record<string, string>> = {
  hub: {
    account_changes: "decisions of administrators, who answer requests for them",
    ai_breakers: "state of providers",
    ai_daily_spend: "budget of the platform",
    ai_reservations: "budget of the platform",
    apps: "what the platform offers",
    audit_account_heads: "ends of hash chains",
    audit_account_links: "hash chains of the audit trail",
    audit_heads: "ends of hash chains",
    audit_pending: "a queue",
    audit_trail: "of all accounts; each has its own rows in audit_log",
    bank_webhooks: "incoming events of the bank",
    bot_check_tokens: "hashes of tokens that were used",
    credit_packages: "the price list",
    crm_inbound_texts: "what strangers sent, before it is known to whom",
    crm_number_optouts: "of the platform's own number",
    erased_rows: "reports of erasures that are running",
    erasures: "accounts that are being erased",
    idempotency_keys: "responses of a day, of which the rows are exported",
    limit_counts: "rate limits of the last hours",
    limit_stamps: "rate limits of the last hours",
    operation_costs: "the price list",
    plan_prices: "the price list",
    plans: "the price list",
    pricing_answers: "prices as their provider returned them",
    processor_events: "incoming events of the processor",
    revoked_admins: "administration of the platform",
    schema_migrations: "of the database",
    service_accounts: "of the platform's apps",
    user_roles: "administration of the platform",
  },
  gateway: {
    audit_pending: "a queue",
    caller_left_recordings: "recordings of accounts that are gone",
    idempotency_keys: "responses of a day, of which the rows are exported",
    payroll_tax_tables: "what the law says",
    schema_migrations: "of the database",
  },
  property: {
    audit_pending: "a queue",
    data_version: "public data",
    idempotency_keys: "responses of a day, of which the rows are exported",
    import_quarantine: "public data",
    import_runs: "public data",
    merged_properties: "public data",
    properties: "public data",
    property_scores: "public data",
    property_search: "public data",
    schema_migrations: "of the database",
    search_words: "public data",
    source_checks: "public data",
    source_circuits: "public data",
    source_records: "public data",
    source_staged_rows: "public data",
    source_states: "public data",
  },
};

/** Columns whose names sound like secrets and are none. */
const harmless = [
  /\.(error_code|failure_code|decline_code|error_decline_code|job_code|exemption_code|code|state|work_state|body|response_body)$/,
  /\.(html_body|text_body|input_tokens|output_tokens|token_version|prompt_hash|image_hash|calc_hash|key_preview)$/,
  /\.(key|key_id|link_key_id|schedule_key|session_key|operation_key|request_key|storage_key|signature|payload)$/,
  /\.(secret_id|funding_secret_id|ssn_secret_id|tin_secret_id|bank_secret_id|ssn_last4|previous_key_expires_at|previous_secret_expires_at)$/,
  /^payroll_settings\.ein$/,
];
const soundsSecret =
  /hash|secret|token|seal|encrypt|cipher|fingerprint|pepper|password|signature|pin$|tin$|ein$|ssn|nonce|verifier|_key|^key|code|payload|body/;

interface Table extends TenantTable {
  columns: string[];
}

let app: HubApp;
let admin: pg.Client;
let tables: Table[];
const databases = new Map<string, Database>();
beforeAll(async () => {
  app = await createHubApp();
  const { url } = app.database;
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  databases.set("hub", app.hub.database);
  for (const schema of ["gateway", "property"]) {
    const role = `${schema}_app`;
    const dir = projectPath("subgraphs", schema, "migrations");
    await migrateSubgraph({ adminUrl: url, schema, dir, role, withFloor: true, log: silentLog });
    const login = await openLogin(url, role);
    const options = { url: login, schema, role, entities: [], poolSize: 2, replicaUrl: null, log: silentLog };
    databases.set(schema, await openDatabase(options));
  }
  const { rows } = await admin.query<Table>(
    `SELECT n.nspname AS schema, c.relname AS name, bool_or(a.attname = 'owner_id') AS "isOwned",
       array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') GROUP BY 1, 2 ORDER BY 1, 2`,
    [all.map(({ schema }) => schema)],
  );
  tables = rows;
});
afterAll(async () => {
  await admin?.end();
  for (const [schema, database] of databases) if (schema !== "hub") await database.close();
  await app?.close();
});

const isExported = ({ schema, accountColumns, excluded }: OwnData, table: Table) =>
  table.schema === schema &&
  (table.isOwned || Object.hasOwn(accountColumns, table.name)) &&
  !Object.hasOwn(excluded, table.name);

const sourcesOf = (ownerId: string) =>
  all.map((data) => ({ data, ctx: { em: databases.get(data.schema)!.fork(), principal: { ownerId } } }));

async function newExport(ownerId: string): Promise<string> {
  const id = `dex_${ownerId.replaceAll("_", "").padStart(26, "0")}`;
  const file = id.replace("dex", "file");
  const values = [id, file, ownerId];
  await admin.query(
    `INSERT INTO hub.files (id, owner_id, app_id, filename, content_type, size, is_parted, created_at)
     VALUES ('${file}', '${ownerId}', 'central', 'a.zip', 'application/zip', 0, true, now())`,
  );
  await admin.query(
    `INSERT INTO hub.data_exports (id, owner_id, requested_by, file_id, status, created_at, updated_at)
     VALUES ($1, $3, $3, $2, 'queued', now(), now())`,
    values,
  );
  return id;
}

async function archiveOf(ctx: HubContext, exportId: string): Promise<Buffer> {
  const parts = await asSystem(ctx.em, (em) => listParts(em, exportId.replace("dex", "file")));
  const bytes: Buffer[] = [];
  for (const { storageKey } of parts) {
    const stream = await ctx.ports.files.storage.open(storageKey);
    bytes.push(await buffer(stream!));
  }
  return Buffer.concat(bytes);
}

describe.each(all)("in $schema", (data) => {
  test("every table is exported, or listed with the reason why not", () => {
    const own = tables.filter(({ schema }) => schema === data.schema);
    const known = [...Object.keys(data.excluded), ...Object.keys(ofThePlatform[data.schema]!)].sort();
    expect(own.filter((table) => !isExported(data, table)).map(({ name }) => name)).toEqual(known);
  });

  test("every column that sounds like a secret is left out, or known to be harmless", () => {
    const columns = tables
      .filter((table) => isExported(data, table))
      .flatMap(({ name, columns: names }) => names.map((column) => `${name}.${column}`));
    const suspects = columns.filter(
      (column) => soundsSecret.test(column.split(".")[1]!) && !harmless.some((known) => known.test(column)),
    );
    expect([...suspects].sort()).toEqual(Object.keys(data.secrets).sort());
  });
});

test("an archive has the account's row of every exported table, no secret, and nothing of another account", async () => {
  const exported = all.flatMap((data) => tables.filter((table) => isExported(data, table)));
  const filled = exported.filter(({ name }) => !["files", "data_exports", "receipts"].includes(name));
  for (const table of filled) {
    const ownerColumn = table.isOwned ? "owner_id" : "id";
    await fillTables(admin, [table], ["usr_one", "usr_two"], { ownerColumn, everyColumn: true });
  }
  const ctx = app.contextFor(null);
  const exportId = await newExport("usr_one");
  const signal = new AbortController().signal;
  await runDataExport(ctx, exportId, { sourcesOf, signal, isLastAttempt: true });
  const files = unzip(await archiveOf(ctx, exportId));
  for (const { schema, name } of filled) {
    const text = files.get(`${schema}/${name}.jsonl`);
    expect.soft(text?.trim().split("\n").length, `${schema}.${name}`).toBe(1);
    const row = JSON.parse(text ?? "{}") as Record<string, unknown>;
    const { secrets, byteColumns } = all.find((data) => data.schema === schema)!;
    const columns = tables.find((table) => table.schema === schema && table.name === name)!.columns;
    const shown = columns.filter(
      (column) => !Object.hasOwn(secrets, `${name}.${column}`) && byteColumns[name]?.column !== column,
    );
    expect.soft(Object.keys(row).sort(), `${schema}.${name}`).toEqual([...shown].sort());
    expect.soft(files.get(`${schema}/${name}.csv`)?.split("\r\n")[0], name).toBe(shown.join(","));
  }
  expect([...files].filter(([, text]) => text.includes("usr_two")).map(([name]) => name)).toEqual([]);
});

test("an export that was killed between any two parts goes on, and gives the same archive", async () => {
  const suppressions = tables.filter(({ name }) => name === "crm_suppressions");
  await fillTables(admin, suppressions, ["usr_many_one"], { everyColumn: true });
  await admin.query(
    `INSERT INTO hub.crm_suppressions SELECT r.*
     FROM (SELECT * FROM hub.crm_suppressions LIMIT 1) t, generate_series(1, 1200) n,
       jsonb_populate_record(NULL::hub.crm_suppressions,
         to_jsonb(t) || jsonb_build_object('id', 'sup_' || n, 'owner_id', 'usr_many', 'address', n)) r`,
  );
  const image = Buffer.from("an image").toString("base64");
  await admin.query("SET session_replication_role = replica");
  for (const n of [1, 2, 3]) {
    await admin.query(
      `INSERT INTO gateway.receipts (id, owner_id, status, content_type, image, image_hash, version, created_at, updated_at)
       VALUES ($1, 'usr_many', 'ready', 'image/png', decode($2, 'base64'), $1, 1, now(), now())`,
      [`rcp_${n}`, image],
    );
  }
  const ctx = app.contextFor(null);
  const exportId = await newExport("usr_many");
  let puts = 0;
  let stored = 0;
  const { storage } = ctx.ports.files;
  const dying: typeof storage = {
    ...storage,
    put: async (key, bytes, type) => {
      puts += 1;
      // Each part fails once before it is stored and once after.
      if (puts % 3 === 1) throw new Error("The worker is killed.");
      await storage.put(key, bytes, type);
      if (puts % 3 === 2) throw new Error("The worker is killed.");
      stored += 1;
    },
  };
  const files = { ...ctx.ports.files, storage: dying };
  const mortal = { ...ctx, em: ctx.em, ports: { ...ctx.ports, files } } as HubContext;
  const signal = new AbortController().signal;
  const options = { sourcesOf, signal, isLastAttempt: false, partBytes: 200 };
  let runs = 0;
  for (let isOver = false; !isOver && runs < 500; runs++) {
    isOver = await runDataExport(mortal, exportId, options).then(
      () => true,
      () => false,
    );
  }
  expect(stored).toBeGreaterThan(3);
  expect(runs).toBeGreaterThan(stored);
  const { rows } = await admin.query(
    "SELECT status, rows_written AS rows, files_written AS files FROM hub.data_exports WHERE id = $1",
    [exportId],
  );
  const unpacked = unzip(await archiveOf(ctx, exportId));
  const manifest = JSON.parse(unpacked.get("manifest.json")!) as {
    tables: { table: string; rows: number }[];
  };
  const ids = unpacked
    .get("hub/crm_suppressions.jsonl")!
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: string }).id);
  expect(new Set(ids).size).toBe(1200);
  expect(manifest.tables).toContainEqual({ table: "hub.crm_suppressions", rows: 1200 });
  expect([...unpacked.keys()].filter((name) => name.startsWith("files/gateway.receipts"))).toHaveLength(3);
  expect(unpacked.get("files/gateway.receipts/rcp_2.png")).toBe("an image");
  const total = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  expect(rows).toEqual([{ status: "ready", rows: String(total), files: 3 }]);
});
