import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { startEmbeddedPostgres } from "../../src/db/postgres/embedded-postgres.ts";
import { freePorts, pinAll, start, startFlags, type Started } from "../processes.ts";
import { settings } from "../settings.ts";
import { ownerId, paymentOf, webhookSecret } from "./events.ts";

export type ServerName = "platform" | "bare, reads" | "bare, believes";

/** A server that takes events in. */
export interface WebhookServer {
  name: ServerName;
  port: number;
  path: string;
  process: Started;
  /** Makes payments of this run that wait for their events. */
  prepare(run: string, count: number): Promise<void>;
  /** Events of this run that are kept and done, and payments that have succeeded. */
  count(run: string): Promise<{ events: number; payments: number }>;
}

const core = 0;

/** Settings of a platform whose payment processor is the benchmark's. */
export function processorSettings(processorUrl: string): Record<string, string> {
  return {
    PROCESSOR_BASE_URL: processorUrl,
    PROCESSOR_SECRET_KEY: "sk_test_of_the_benchmark",
    PROCESSOR_WEBHOOK_SECRET: webhookSecret,
  };
}

/** The platform and the bare routes, with one durable database, all on the servers' core. */
export async function startWebhookServers(processorPort: number) {
  pinAll(process.pid, core);
  const dataDir = await mkdtemp(join(tmpdir(), "hub-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: "error" }) });
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  const started: Started[] = [];
  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()));
    await admin.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const run = async (file: string, args: readonly string[], env: Record<string, string> = {}) => {
    const nodeArgs = [...startFlags, ...settings.nodeArgs];
    const server = await start(file, args, { core, env, nodeArgs });
    started.push(server);
    return server;
  };
  try {
    const [port, sandboxPort, metricsPort, readsPort, believesPort] = await freePorts(5);
    const processorUrl = `http://127.0.0.1:${processorPort}`;
    const platform = await run("platform/platform-server.ts", [], {
      DATABASE_URL: postgres.adminUrl,
      DATA_DIR: dataDir,
      DEMO: "1",
      ALLOW_DEMO: "1",
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      METRICS_PORT: String(metricsPort),
      ...processorSettings(processorUrl),
    });
    await admin.query(bareTables);
    const bareOf = async (name: ServerName, ownPort: number, reads: readonly string[]) => {
      const args = [postgres.adminUrl, String(ownPort), ...reads];
      const own = await run("webhooks/bare-server.ts", args);
      return { ...bareRows(admin), name, port: ownPort, path: "/webhook", process: own };
    };
    const servers: WebhookServer[] = [
      {
        ...platformRows(admin),
        name: "platform",
        port: port!,
        path: "/payments/processor/webhook",
        process: platform,
      },
      await bareOf("bare, reads", readsPort!, [processorUrl]),
      await bareOf("bare, believes", believesPort!, []),
    ];
    return { servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export type Rows = Pick<WebhookServer, "prepare" | "count">;

/** Statements of one server; `$1` is the run, `$2` the number of payments. */
function rowsOf(admin: pg.Client, { prepare, count }: { prepare: string; count: string }): Rows {
  return {
    prepare: async (run, payments) => void (await admin.query(prepare, [run, payments])),
    count: async (run) => {
      const { rows } = await admin.query<{ events: number; payments: number }>(count, [`%\\_${run}\\_%`]);
      return rows[0]!;
    },
  };
}

const { amount } = paymentOf("", 0);

/** The tables of the bare routes. */
export const bareTables = `CREATE TABLE bench_events (event_id text PRIMARY KEY, type text NOT NULL, payload text NOT NULL);
  CREATE TABLE bench_payments (id text PRIMARY KEY, status text NOT NULL, updated_at timestamptz NOT NULL DEFAULT now())`;

export const platformRows = (admin: pg.Client): Rows =>
  rowsOf(admin, {
    prepare: `INSERT INTO hub.payment_transactions
        (id, owner_id, app_id, type, amount, currency, description, payment_intent_id, created_at, updated_at)
      SELECT 'txn_' || $1 || '_' || n, '${ownerId}', 'central', 'payment_intent', ${amount}, 'USD', 'Report',
        'pi_' || $1 || '_' || n, now(), now() FROM generate_series(0, $2::int - 1) AS n`,
    count: `SELECT (SELECT count(*)::int FROM hub.processor_events WHERE event_id LIKE $1 AND status = 'processed') AS events,
      (SELECT count(*)::int FROM hub.payment_transactions WHERE id LIKE $1 AND status = 'succeeded') AS payments`,
  });

export const bareRows = (admin: pg.Client): Rows =>
  rowsOf(admin, {
    prepare:
      "INSERT INTO bench_payments (id, status) SELECT 'txn_' || $1 || '_' || n, 'pending' FROM generate_series(0, $2::int - 1) AS n",
    count: `SELECT (SELECT count(*)::int FROM bench_events WHERE event_id LIKE $1) AS events,
      (SELECT count(*)::int FROM bench_payments WHERE id LIKE $1 AND status = 'succeeded') AS payments`,
  });
