/**
 * Measures how long a payer waits from paying a plan at the processor's page until the subscription is active, for one
 * payer and for many at once, on the platform in demo mode: the sandbox sends the events of each payment.
 */
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { openSpenders, type Spender } from "../../test/split/spenders.ts";
import { startBenchPlatform } from "../platform/servers.ts";
import { pinAll } from "../processes.ts";
import { recordSection } from "../results-file.ts";
import { settings } from "../settings.ts";
import { milliseconds, renderTable } from "../table.ts";

const counts = [1, 40];
const appId = "payroll";
const activeSql = `SELECT s.owner_id AS "ownerId" FROM hub.subscriptions s
  JOIN hub.entitlements e ON e.owner_id = s.owner_id AND e.app_id = s.app_id AND e.tier = s.plan_id
  WHERE s.owner_id = ANY($1) AND s.app_id = $2 AND s.status = 'active'`;
/** Later than any payer waits. */
const deadlineMs = 60_000;

const platform = await startBenchPlatform({ NODE_ENV: "development", RATE_LIMITS: "off" });
// The payers are on another core than the server.
pinAll(process.pid, 1);
const pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 2 });
const sandboxUrl = platform.issuer.replace(/\/identity$/, "");
try {
  await payTogether(4);
  const rows: string[][] = [];
  for (const count of counts) {
    let best: Waits | null = null;
    for (let round = 0; round < settings.rounds; round++) {
      const waits = await payTogether(count);
      if (!best || waits.p95Ms < best.p95Ms) best = waits;
    }
    const { p50Ms, p95Ms, mostMs, cpuMs } = best!;
    rows.push([String(count), ...[p50Ms, p95Ms, mostMs, cpuMs].map(milliseconds)]);
    process.stderr.write(`measured: ${count} at once\n`);
  }
  const text = render(rows);
  process.stdout.write(text);
  if (settings.isWhole) await recordSection("checkout", text);
} finally {
  await pool.end();
  await platform.stop();
}

/** Milliseconds of one round, and the process time of the platform for each payer. */
interface Waits {
  p50Ms: number;
  p95Ms: number;
  mostMs: number;
  cpuMs: number;
}

/** Throws unless each payer has one active subscription and the plan's access. */
async function payTogether(count: number): Promise<Waits> {
  const sql = async <Row extends object>(text: string, values?: unknown[]) =>
    (await pool.query(text, values)).rows as Row[];
  const payers = await openSpenders(sql, platform.issuer, count);
  const sessions = await Promise.all(payers.map(openCheckout));
  const cpuBefore = await platform.process.usage();
  const paidAt = new Map<string, number>();
  const paying = payers.map(async ({ ownerId }, index) => {
    const response = await fetch(`${sandboxUrl}/processor/checkout/${sessions[index]!}/pay`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    if (!response.ok) throw new Error(`pay answered ${response.status} ${await response.text()}`);
    paidAt.set(ownerId, performance.now());
  });
  const activeAt = new Map<string, number>();
  const owners = payers.map(({ ownerId }) => ownerId);
  const startedAt = performance.now();
  while (activeAt.size < count) {
    if (performance.now() - startedAt > deadlineMs)
      throw new Error(`${count - activeAt.size} of ${count} subscriptions are not active`);
    for (const { ownerId } of await sql<{ ownerId: string }>(activeSql, [owners, appId]))
      if (!activeAt.has(ownerId)) activeAt.set(ownerId, performance.now());
    await wait(5);
  }
  await Promise.all(paying);
  await settleEvents();
  const cpuMs = ((await platform.process.usage()).cpuMicros - cpuBefore.cpuMicros) / 1000 / count;
  await Promise.all(payers.map(checkStatus));
  // A subscription may be active before the payer's page has its response.
  const waits = owners.map((id) => Math.max(0, activeAt.get(id)! - paidAt.get(id)!)).sort((a, b) => a - b);
  const quantile = (share: number) => waits[Math.min(count - 1, Math.floor(count * share))]!;
  return { p50Ms: quantile(0.5), p95Ms: quantile(0.95), mostMs: waits.at(-1)!, cpuMs };
}

async function openCheckout({ headers }: Spender): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${platform.port}/subscriptions/create-checkout`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ appId, planId: "starter" }),
  });
  const body = (await response.json()) as { sessionId?: string };
  if (!body.sessionId) throw new Error(`create-checkout answered ${response.status} ${JSON.stringify(body)}`);
  return body.sessionId;
}

/** The events of this round must not be work of the next one. */
async function settleEvents(): Promise<void> {
  await fetch(`${sandboxUrl}/processor/webhooks/settled`, { method: "POST" });
}

async function checkStatus({ headers }: Spender): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${platform.port}/subscriptions/status/${appId}`, {
    headers,
  });
  const text = await response.text();
  if (response.status !== 200 || !text.includes('"active"'))
    throw new Error(`status answered ${response.status} ${text.slice(0, 300)}`);
}

function render(rows: string[][]): string {
  return `## Checkout: paid to active

From the response of the processor's page to the payer, to the active subscription and its access in the database; best of
${settings.rounds} rounds. Platform, sandbox and database share one core. The sandbox sends about ten signed events for each payment;
each payer's are sent in their order. Process time is that of platform and sandbox for each payer, all events included.

${renderTable(["payers at once", "p50 ms", "p95 ms", "most ms", "process time, ms"], rows)}
`;
}
