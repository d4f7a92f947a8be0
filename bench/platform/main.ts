/**
 * Measures real operations of the platform against hand-written routes on the same database, in interleaved rounds. The
 * servers and the database share one core, the load has the other.
 */
import { deepStrictEqual } from "node:assert";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { startEmbeddedPostgres } from "../../src/db/embedded-postgres.ts";
import { freePorts, load, pinAll, start, type Started } from "../processes.ts";
import { recordSection } from "../results-file.ts";
import { settings } from "../settings.ts";
import type { LoadJob } from "../load.types.ts";
import { platformOperations, type PlatformOperation } from "./operations.ts";
import { renderPlatform, type Measured, type PlatformResults, type ServerName } from "./render.ts";

const serverCore = 0;
const loadCore = 1;

// The database is a child of this process and runs where this process does.
pinAll(process.pid, serverCore);
const dataDir = await mkdtemp(join(tmpdir(), "hub-bench-"));
const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: "error" }) });
const started: Started[] = [];
try {
  const [port, sandboxPort, metricsPort, verifying, remembering] = (await freePorts(5)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const issuer = `http://127.0.0.1:${sandboxPort}/identity`;
  const platform = await startServer("platform/platform-server.ts", [], {
    DATABASE_URL: postgres.adminUrl,
    DATA_DIR: dataDir,
    DEMO: "1",
    ALLOW_DEMO: "1",
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    METRICS_PORT: String(metricsPort),
  });
  const handWritten = (at: number, tokens: string) =>
    startServer("platform/hand-written-server.ts", [postgres.adminUrl, issuer, String(at), tokens]);
  const servers: Server[] = [
    { name: "platform", port, process: platform },
    { name: "verifies", port: verifying, process: await handWritten(verifying, "verifies") },
    { name: "remembers", port: remembering, process: await handWritten(remembering, "remembers") },
  ];
  const generator = await start("load-generator.ts", [], { core: loadCore });
  started.push(generator);
  const headers = { authorization: `Bearer ${await fetchToken(issuer)}` };
  const results: PlatformResults = new Map();
  for (const operation of platformOperations) {
    if (operation.isRead) await refuseDifferentAnswers(servers, operation, headers);
    results.set(operation.title, await measureOperation({ servers, generator, operation, headers }));
    process.stderr.write(`measured: ${operation.title}\n`);
  }
  const text = renderPlatform(results);
  process.stdout.write(text);
  if (settings.isWhole) await recordSection("platform", text);
} finally {
  await Promise.all(started.map((one) => one.stop()));
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

interface Server {
  name: ServerName;
  port: number;
  process: Started;
}

interface Scope {
  servers: readonly Server[];
  generator: Started;
  operation: PlatformOperation;
  headers: Record<string, string>;
}

async function measureOperation(scope: Scope): Promise<Map<ServerName, Measured>> {
  const { servers, generator } = scope;
  const best = new Map<ServerName, Measured>();
  for (const server of servers) await load(generator, { ...jobOf(scope, server), seconds: 2 });
  for (let round = 0; round < settings.rounds; round++) {
    for (let place = 0; place < servers.length; place++) {
      const server = servers[(place + round) % servers.length]!;
      const before = await server.process.usage();
      const figures = await load(generator, { ...jobOf(scope, server), seconds: settings.seconds });
      const after = await server.process.usage();
      const cpuMicrosPerRequest = (after.cpuMicros - before.cpuMicros) / figures.completed;
      const earlier = best.get(server.name);
      if (!earlier || figures.requestsPerSecond > earlier.requestsPerSecond) {
        best.set(server.name, { ...figures, cpuMicrosPerRequest, rssBytes: after.rssBytes });
      }
    }
  }
  return best;
}

function jobOf({ operation, headers }: Scope, { port }: Server): LoadJob {
  const { method, path, body } = operation;
  return { port, method, path, headers, bodies: [body], connections: settings.connections };
}

/** Throws when a hand-written route's answer differs from the platform's in anything that it answers. */
async function refuseDifferentAnswers(
  servers: readonly Server[],
  { method, path, body, title }: PlatformOperation,
  headers: Record<string, string>,
): Promise<void> {
  const ask = async ({ port }: Server) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body } : {}),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const [platform, ...others] = servers;
  const expected = await ask(platform!);
  for (const other of others) {
    const answer = await ask(other);
    const shared = Object.fromEntries(Object.keys(answer).map((key) => [key, expected[key]]));
    deepStrictEqual(answer, shared, `${title}: the hand-written route (${other.name}) answers differently`);
  }
}

async function startServer(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Started> {
  const server = await start(file, args, { core: serverCore, env, nodeArgs: settings.nodeArgs });
  started.push(server);
  return server;
}

async function fetchToken(issuer: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sub: "demo-eve", expiresInSeconds: 3600 }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}
