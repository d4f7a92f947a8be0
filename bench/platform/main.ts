/**
 * Measures real operations of the platform against hand-written routes on the same database, in interleaved
 * rounds. The servers and the database share one core, the load generator has the other.
 */
import { deepStrictEqual } from "node:assert";
import pg from "pg";
import { demoKeys } from "../../src/demo-identities.ts";
import { openSpenders } from "../../test/split/spenders.ts";
import { load, start, type Started } from "../processes.ts";
import { recordSection } from "../results-file.ts";
import { settings } from "../settings.ts";
import type { LoadJob } from "../load.types.ts";
import { platformOperations, type PlatformOperation } from "./operations.ts";
import { startBenchPlatform } from "./servers.ts";
import { renderPlatform, type Measured, type PlatformResults, type ServerName } from "./render.ts";

const keyHeaders = { "x-api-key": demoKeys.find(({ name }) => name === "full")!.key };
const platform = await startBenchPlatform();
const generator = await start("load-generator.ts", [], { core: 1 });
try {
  const servers: Server[] = [{ name: "platform", ...platform }];
  for (const name of ["verifies", "remembers", "guarded"] as const) {
    servers.push({ name, ...(await platform.startHandWritten(name)) });
  }
  const results: PlatformResults = new Map();
  const isWanted = ({ title }: PlatformOperation) =>
    settings.operations?.some((name) => title.startsWith(name)) ?? true;
  for (const operation of platformOperations.filter(isWanted)) {
    const scope: Scope = { servers, operation, headers: platform.headers };
    if (operation.accounts) scope.headersInTurn = await openAccounts(operation.accounts);
    if (operation.isRead) await refuseDifferentAnswers(scope);
    // The same platform with an API key of the same owner: the cost of checking a key.
    if (operation.isRead) scope.servers = [...servers, { name: "withKey", ...platform, headers: keyHeaders }];
    results.set(operation.title, await measureOperation(scope));
    process.stderr.write(`measured: ${operation.title}\n`);
  }
  const text = renderPlatform(results);
  process.stdout.write(text);
  if (settings.isWhole) await recordSection("platform", text);
} finally {
  await generator.stop();
  await platform.stop();
}

interface Server {
  name: ServerName;
  port: number;
  process: Started;
  /** Where they differ from those of the others. */
  headers?: Record<string, string>;
}

interface Scope {
  servers: readonly Server[];
  operation: PlatformOperation;
  headers: Record<string, string>;
  headersInTurn?: Record<string, string>[];
}

async function openAccounts(count: number): Promise<Record<string, string>[]> {
  const admin = new pg.Client({ connectionString: platform.databaseUrl });
  await admin.connect();
  const sql = async <Row extends object>(text: string, values?: unknown[]) =>
    (await admin.query(text, values)).rows as Row[];
  const people = await openSpenders(sql, platform.issuer, count);
  await admin.end();
  return people.map(({ headers }) => headers);
}

/** A process that has answered fewer still spends much of its time on compiling its code; the bound is for slow servers. */
const warmUp = { requests: 15_000, seconds: 12 } as const;

async function measureOperation(scope: Scope): Promise<Map<ServerName, Measured>> {
  const { servers } = scope;
  const best = new Map<ServerName, Measured>();
  for (const server of servers) await load(generator, { ...jobOf(scope, server), ...warmUp });
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

function jobOf({ operation, headers, headersInTurn }: Scope, server: Server): LoadJob {
  const { method, path, body } = operation;
  const { port } = server;
  return {
    port,
    method,
    path,
    headers: server.headers ?? headers,
    ...(headersInTurn ? { headersInTurn } : {}),
    bodies: [body],
    connections: settings.connections,
  };
}

/** Throws when a hand-written route's answer differs from the platform's in anything that it answers. */
async function refuseDifferentAnswers({ servers, operation, headers }: Scope): Promise<void> {
  const { method, path, body, title } = operation;
  const ask = async ({ port }: Server) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body } : {}),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const [first, ...others] = servers;
  const expected = await ask(first!);
  for (const other of others) {
    const answer = await ask(other);
    const shared = Object.fromEntries(Object.keys(answer).map((key) => [key, expected[key]]));
    deepStrictEqual(answer, shared, `${title}: the hand-written route (${other.name}) answers differently`);
  }
}
