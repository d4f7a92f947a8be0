/**
 * Measures the platform against a hand-written route with the same database, in the same run: rounds of both are
 * interleaved, the servers share one core, the load has the other. Prints ratios and records them in RESULTS.md.
 */
import { fork, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { startEmbeddedPostgres } from "../src/db/embedded-postgres.ts";
import { projectPath } from "../src/project-root.ts";
import { best, measure, type Load, type Round } from "./measure.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 4);
const connections = 10;
const ports = { platform: 4400, sandbox: 4410, metrics: 4420, baseline: 4430 };

const dataDir = await mkdtemp(join(tmpdir(), "hub-bench-"));
const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: "error" }) });
const children: ChildProcess[] = [];
try {
  const platform = await startServer("platform-server.ts", [], {
    DATABASE_URL: postgres.adminUrl,
    DATA_DIR: dataDir,
    PORT: String(ports.platform),
    SANDBOX_PORT: String(ports.sandbox),
    METRICS_PORT: String(ports.metrics),
  });
  const issuer = `http://127.0.0.1:${ports.sandbox}/identity`;
  await startServer("baseline-server.ts", [postgres.adminUrl, issuer, String(ports.baseline)], {});
  const token = await fetchToken(issuer);
  const results = [
    await compare("GET /credits/balance/central", (base) => balanceLoad(base, token)),
    await compare("POST /credits/consume", (base) => consumeLoad(base, token)),
  ];
  const report = render(results, platform.pid!);
  process.stdout.write(report);
  await writeFile(projectPath("bench", "RESULTS.md"), report);
} finally {
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => (child.exitCode === null ? child.once("exit", resolve) : resolve(null))),
    ),
  );
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

interface Comparison {
  name: string;
  platform: Round;
  baseline: Round;
}

async function compare(name: string, load: (base: string) => Load): Promise<Comparison> {
  const ours: Round[] = [];
  const theirs: Round[] = [];
  const targets = {
    ours: load(`http://127.0.0.1:${ports.platform}`),
    theirs: load(`http://127.0.0.1:${ports.baseline}`),
  };
  for (const target of Object.values(targets)) await measure(target, { seconds: 2, connections });
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure(targets.ours, { seconds, connections }));
    theirs.push(await measure(targets.theirs, { seconds, connections }));
  }
  return { name, platform: best(ours), baseline: best(theirs) };
}

function balanceLoad(base: string, token: string): Load {
  return {
    url: `${base}/credits/balance/central`,
    method: "GET",
    headers: { authorization: `Bearer ${token}` },
  };
}

function consumeLoad(base: string, token: string): Load {
  return {
    url: `${base}/credits/consume`,
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ appId: "central", amount: 0.01, description: "benchmark" }),
  };
}

/** Starts a server on the first core, where the machine lets us choose. */
async function startServer(file: string, args: string[], env: Record<string, string>): Promise<ChildProcess> {
  const child = fork(projectPath("bench", file), args, {
    env: { ...process.env, ...env },
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    ...(existsSync("/usr/bin/taskset") ? { execPath: process.execPath } : {}),
  });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return child;
}

async function fetchToken(issuer: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sub: "demo-eve", expiresInSeconds: 3600 }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

function render(results: readonly Comparison[], _pid: number): string {
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  const rows = results.map(
    ({ name, platform, baseline }) =>
      `| ${name} | ${Math.round(platform.requestsPerSecond)} | ${Math.round(baseline.requestsPerSecond)} | ${(platform.requestsPerSecond / baseline.requestsPerSecond).toFixed(2)} | ${platform.p50Ms} / ${platform.p99Ms} | ${baseline.p50Ms} / ${baseline.p99Ms} |`,
  );
  return `# Benchmark results

Best of ${rounds} interleaved rounds of ${seconds} s, ${connections} connections over loopback, one embedded PostgreSQL
(durable commits). Baseline: a hand-written Fastify route with raw \`pg\` that verifies the same token and does the same
row work, without row level security, validation, idempotency, audit, double entry, metrics or request log.

Machine: ${machine}

| operation | platform, req/s | baseline, req/s | ratio | platform p50 / p99 ms | baseline p50 / p99 ms |
|---|---|---|---|---|---|
${rows.join("\n")}
`;
}
