import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { startEmbeddedPostgres } from "../../src/db/postgres/embedded-postgres.ts";
import { familyMicros } from "../scale/processor-time.ts";
import { freePorts, pinAll, start, startFlags, type Started } from "../processes.ts";
import { settings } from "../settings.ts";
import type { Variant } from "./hand-written-variants.ts";
import { insertInvoices } from "./invoices-data.ts";

const core = 0;

/** The platform with its demo data, and the credentials to call it. */
export interface BenchPlatform {
  port: number;
  /** Its database, as a superuser. */
  databaseUrl: string;
  /** Processor time of the database's server so far, in microseconds; 0 where the system does not say. */
  databaseMicros(): number;
  process: Started;
  /** Who gives out tokens for it. */
  issuer: string;
  /** Headers of one demo principal. */
  headers: Record<string, string>;
  /** Starts the hand-written routes on the same database. */
  startHandWritten(variant: Variant): Promise<{ port: number; process: Started }>;
  /** Starts a file of bench/ beside it, on the same core. */
  startBeside(file: string, args: readonly string[]): Promise<Started>;
  stop(): Promise<void>;
}

/** Starts the compiled platform on an embedded database of its own, all of it on the servers' core. */
export async function startBenchPlatform(
  env: Record<string, string> = {},
  file = "platform/platform-server.ts",
): Promise<BenchPlatform> {
  // The database is a child of this process and runs where this process does.
  pinAll(process.pid, core);
  const dataDir = await mkdtemp(join(tmpdir(), "hub-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: "error" }) });
  const started: Started[] = [];
  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()));
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const startServer = async (program: string, args: readonly string[], own: Record<string, string> = {}) => {
    const server = await start(program, args, {
      core,
      env: own,
      nodeArgs: [...startFlags, ...settings.nodeArgs],
    });
    started.push(server);
    return server;
  };
  try {
    const [port, sandboxPort, metricsPort] = (await freePorts(3)) as [number, number, number];
    const issuer = `http://127.0.0.1:${sandboxPort}/identity`;
    const platform = await startServer(file, [], {
      DATABASE_URL: postgres.adminUrl,
      DATA_DIR: dataDir,
      DEMO: "1",
      ALLOW_DEMO: "1",
      // Calls are counted as always, and more of them are admitted than any machine can make.
      ABUSE_LIMIT_PER_MINUTE: "100000000",
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      METRICS_PORT: String(metricsPort),
      ...env,
    });
    await insertInvoices(postgres.adminUrl);
    return {
      port,
      databaseUrl: postgres.adminUrl,
      databaseMicros: () => (existsSync("/proc") ? familyMicros(postgres.pid()) : 0),
      process: platform,
      issuer,
      headers: { authorization: `Bearer ${await fetchToken(issuer)}` },
      startHandWritten: async (variant) => {
        const [own] = (await freePorts(1)) as [number];
        const args = [postgres.adminUrl, issuer, String(own), variant];
        return { port: own, process: await startServer("platform/hand-written-server.ts", args) };
      },
      startBeside: (program, args) => startServer(program, args),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fetchToken(issuer: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sub: "demo-eve", expiresInSeconds: 3600 }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}
