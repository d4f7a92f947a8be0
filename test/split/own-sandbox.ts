import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { systemClock } from "../../src/time/clock.ts";
import { projectPath } from "../../src/project-root.ts";
import { takePorts } from "./ports.ts";

/** The compiled program's own modules, since node alone cannot read decorators. */
const load = async <T>(...path: string[]): Promise<T> =>
  (await import(pathToFileURL(projectPath("dist", ...path)).href)) as T;

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
  const { startSandbox } = await load<typeof import("../../sandbox/sandbox.ts")>("sandbox", "sandbox.js");
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
  await import("reflect-metadata");
  const { readConfig } = await load<typeof import("../../src/config/config.ts")>(
    "src",
    "config",
    "config.js",
  );
  const { Platform } = await load<typeof import("../../platform/platform.ts")>("platform", "platform.js");
  const { Readiness } = await load<typeof import("../../platform/readiness.ts")>("platform", "readiness.js");
  // The demo content needs external services; the sandbox of these runs may not be there yet.
  const config = readConfig({ NODE_ENV: "test", DATABASE_URL: databaseUrl, DEMO_CONTENT: "false" });
  const platform = new Platform(config, pino({ level: "error" }));
  try {
    await platform.open({ smtpUrl: null, work: false }, new Readiness([]));
    await platform.seedDemo();
  } finally {
    await platform.close(5_000);
  }
}
