import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { systemClock } from "../../src/clock.ts";
import { readConfig } from "../../src/config.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { Platform } from "../../subgraphs/main/platform.ts";
import { Readiness } from "../../subgraphs/main/readiness.ts";
import { takePorts } from "./ports.ts";

/** The outside world of a split platform. */
export interface OwnSandbox {
  port: number;
  url: string;
  issuer: string;
  smtpUrl: string;
  stop(): Promise<void>;
}

/** Starts the sandbox on a port of its own. */
export async function startOwnSandbox(): Promise<OwnSandbox> {
  const [port] = (await takePorts(1)) as [number];
  const keyDir = await mkdtemp(join(tmpdir(), "hub-split-keys-"));
  const log = pino({ level: "silent" });
  const sandbox = await startSandbox({ port, audience: "hub-platform", log, clock: systemClock, keyDir });
  const url = `http://127.0.0.1:${port}`;
  return {
    port,
    url,
    issuer: `${url}/identity`,
    smtpUrl: sandbox.smtpUrl,
    stop: async () => {
      await sandbox.close();
      await rm(keyDir, { recursive: true, force: true });
    },
  };
}

/** Migrates an empty database and puts the demo data there. */
export async function prepareDatabase(databaseUrl: string): Promise<void> {
  const config = readConfig({ NODE_ENV: "test", DATABASE_URL: databaseUrl });
  const platform = new Platform(config, pino({ level: "error" }));
  try {
    await platform.open({ smtpUrl: null, work: false }, new Readiness([]));
    await platform.seedDemo();
  } finally {
    await platform.close(5_000);
  }
}
