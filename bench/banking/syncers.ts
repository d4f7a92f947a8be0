import { pathToFileURL } from "node:url";
import { Configuration, PlaidApi } from "plaid";
import pg from "pg";
import { projectPath } from "../../src/project-root.ts";

/** Brings all transactions of a login into a database. */
export interface Syncer {
  name: string;
  sync(login: { id: string; accessToken: string; itemId: string }): Promise<void>;
  /** How many it has stored of a login. */
  count(id: string): Promise<number>;
  close(): Promise<void>;
}

const load = async <T>(...path: string[]): Promise<T> =>
  (await import(pathToFileURL(projectPath("dist", ...path)).href)) as T;

/** The hub: staged pages, one transaction, events. */
export async function openOurSyncer(adminUrl: string, bankUrl: string, dataDir: string): Promise<Syncer> {
  await import("reflect-metadata");
  const { readConfig } = await load<typeof import("../../src/config/config.ts")>(
    "src",
    "config",
    "config.js",
  );
  const { createLog } = await load<typeof import("../../src/observability/log.ts")>(
    "src",
    "observability",
    "log.js",
  );
  const { newMeter } = await load<typeof import("../../src/context.ts")>("src", "context.js");
  const { systemClock } = await load<typeof import("../../src/time/clock.ts")>("src", "time", "clock.js");
  const principals = await load<typeof import("../../src/access/principal.ts")>(
    "src",
    "access",
    "principal.js",
  );
  const wiring = await load<typeof import("../../platform/hub-ports.ts")>("platform", "hub-ports.js");
  const { openHub } = await load<typeof import("../../subgraphs/hub/subgraph.ts")>(
    "subgraphs",
    "hub",
    "subgraph.js",
  );
  const hubFile = (name: string) => ["subgraphs", "hub", "banking", name] as const;
  const { syncForProvider } = await load<
    typeof import("../../subgraphs/hub/banking/transactions/sync.service.ts")
  >(...hubFile("sync.service.js"));
  const { tokenPlace } = await load<
    typeof import("../../subgraphs/hub/banking/connections/connection.rows.ts")
  >(...hubFile("connection.rows.js"));
  const log = createLog({ level: "error" });
  const config = readConfig({ NODE_ENV: "test", DATA_DIR: dataDir, BANK_BASE_URL: bankUrl });
  const surroundings = {
    smtpUrl: null,
    flushAudit: async () => {},
    log,
    metrics: null,
    gateway: () => () => ({ data: {} }),
  };
  const ports = wiring.hubPorts(config, surroundings);
  const hub = await openHub({ ports, databaseUrl: adminUrl, log });
  const pool = new pg.Pool({ connectionString: adminUrl, max: 1 });
  const call = () => ({
    principal: principals.internalPrincipal("bench"),
    requestId: "req_bench",
    appId: null,
    idempotencyKey: null,
    clock: systemClock,
    log,
    meter: newMeter(),
    publicUrl: "http://hub.example",
  });
  return {
    name: "the hub",
    sync: async ({ id, accessToken, itemId }) => {
      await pool.query(
        `INSERT INTO hub.bank_connections (id, owner_id, institution_id, institution_name, status, products, item_id,
           access_token_sealed, next_sync_allowed_at, created_at, updated_at)
         VALUES ($1, 'bench', 'ins_109508', 'Bank', 'active', '{}', $2, $3, now(), now(), now())`,
        [id, itemId, ports.keyRing.seal(accessToken, tokenPlace(id))],
      );
      await syncForProvider(hub.contextFor(call()) as never, id);
    },
    count: (id) =>
      countIn(pool, "SELECT count(*)::int AS n FROM hub.bank_transactions WHERE connection_id = $1", id),
    close: async () => {
      await pool.end();
      await hub.close();
    },
  };
}

/**
 * The named baseline: typical handwritten code. It pages with the SDK inside one transaction and inserts each
 * page with one statement; it stores no cursor, never resumes, and publishes no events.
 */
export async function openBareSyncer(adminUrl: string, bankUrl: string): Promise<Syncer> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 1 });
  await pool.query(`CREATE TABLE bench_transactions (login text, id text, account_id text, amount bigint, currency text,
    date date, name text, merchant_name text, category jsonb, pending boolean, channel text, PRIMARY KEY (login, id))`);
  const headers = { "PLAID-CLIENT-ID": "bench", "PLAID-SECRET": "bench" };
  const plaid = new PlaidApi(new Configuration({ basePath: bankUrl, baseOptions: { headers } }));
  return {
    name: "SDK and raw pg",
    sync: async ({ id, accessToken }) => {
      const client = await pool.connect();
      await client.query("BEGIN");
      for (let cursor: string | undefined; ;) {
        const request = {
          access_token: accessToken,
          count: 500,
          ...(cursor === undefined ? {} : { cursor }),
        };
        const { data } = await plaid.transactionsSync(request);
        await client.query(
          `INSERT INTO bench_transactions SELECT $1, t.transaction_id, t.account_id, round(t.amount * 100),
             t.iso_currency_code, t.date, t.name, t.merchant_name, t.personal_finance_category, t.pending, t.payment_channel
           FROM jsonb_to_recordset($2) AS t(transaction_id text, account_id text, amount numeric, iso_currency_code text,
             date date, name text, merchant_name text, personal_finance_category jsonb, pending boolean, payment_channel text)
           ON CONFLICT DO NOTHING`,
          [id, JSON.stringify(data.added)],
        );
        cursor = data.next_cursor;
        if (!data.has_more) break;
      }
      await client.query("COMMIT");
      client.release();
    },
    count: (id) => countIn(pool, "SELECT count(*)::int AS n FROM bench_transactions WHERE login = $1", id),
    close: () => pool.end(),
  };
}

async function countIn(pool: pg.Pool, sql: string, id: string): Promise<number> {
  return (await pool.query<{ n: number }>(sql, [id])).rows[0]!.n;
}
