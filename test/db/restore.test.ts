import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig, type Config } from "../../src/config/config.ts";
import { demoIdentities, demoKeys } from "../../src/demo-identities.ts";
import { examineDatabase } from "../../platform/doctor/examine-database.ts";
import { startPlatform } from "../../platform/start.ts";
import {
  recoveryPointOf,
  restoreBaseBackup,
  startArchivedServer,
  takeBaseBackup,
  temporaryDirectory,
  type DrillServer,
} from "../restore/archived-postgres.ts";
import { MoneyWriters, send, type Caller, type Write } from "../restore/money-writers.ts";
import { acknowledgedBy, countWrites } from "../restore/restored-platform.ts";
import { takePorts } from "../split/ports.ts";
import { until } from "../support/poll.ts";
import { silentLog } from "../support/silent-log.ts";

/**
 * The short form of `npm run drill`: one process, a base backup under writes, and one moment to go back to.
 */
const closers: (() => Promise<unknown>)[] = [];
const writers = new MoneyWriters();
let settings: Record<string, string>;
let restored: DrillServer;
let target: Date;
let url: string;
let admin: Caller;

beforeAll(async () => {
  const [port, sandboxPort] = (await takePorts(2)) as [number, number];
  const dataDir = await temporaryDirectory("data");
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  settings = {
    NODE_ENV: "test",
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    METRICS_PORT: "0",
    DATA_DIR: dataDir,
    DEMO_CONTENT: "0",
    RATE_LIMITS: "off",
  };
  url = `http://127.0.0.1:${port}`;
  const server = await startArchivedServer(1);
  closers.push(() => server.stop());
  const before = await startPlatform(configOf(server), silentLog);
  const token = await callerOf(sandboxPort, "eve");
  admin = await callerOf(sandboxPort, "ada");
  const key = { headers: { "x-api-key": demoKeys.find(({ name }) => name === "full")!.key } };
  writers.start(url, [token, key, admin]);
  const acknowledged = () => writers.writes.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length;
  const untilMore = async (more: number) => {
    const goal = acknowledged() + more;
    await until("more writes are acknowledged", () => acknowledged() >= goal);
  };
  await untilMore(20);
  const base = await takeBaseBackup(server);
  closers.push(() => rm(base, { recursive: true, force: true }));
  await untilMore(12);
  target = new Date();
  await untilArchived(server);
  await server.destroy();
  await writers.stop();
  await before.close().catch(() => undefined);
  restored = await restoreBaseBackup({ base, archive: server.archive }, target);
  closers.push(() => restored.stop());
});

afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

function configOf(server: DrillServer, more: Record<string, string> = {}): Config {
  return readConfig({ ...settings, DATABASE_URL: server.url, ...more });
}

async function callerOf(sandboxPort: number, name: string): Promise<Caller> {
  const { userId: sub, email, roles } = demoIdentities.find((one) => one.name === name)!;
  const response = await fetch(`http://127.0.0.1:${sandboxPort}/identity/token`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ sub, email, roles, expiresInSeconds: 3_600 }),
  });
  const { accessToken } = (await response.json()) as { accessToken: string };
  return { headers: { authorization: `Bearer ${accessToken}` } };
}

async function untilArchived({ sql }: DrillServer): Promise<void> {
  const statement = "SELECT last_archived_time > $1 AS is_over FROM pg_stat_archiver";
  while ((await sql<{ is_over: boolean | null }>(statement, [target]))[0]!.is_over !== true) await wait(50);
}

describe("a database that was lost and is restored to a moment", () => {
  test("has what was acknowledged before, once, and nothing that was sent later", async () => {
    const point = await recoveryPointOf(restored);
    const counts = await countWrites(restored);
    const due = acknowledgedBy(writers.writes, point);
    expect(due.length).toBeGreaterThan(0);
    expect(due.filter(({ mark }) => counts.get(mark) !== 1)).toEqual([]);
    expect(writers.writes.filter(({ mark, sentAt }) => sentAt > target && counts.has(mark))).toEqual([]);
    expect(new Set(counts.values())).toEqual(new Set([1]));
    expect(writers.wrongs).toEqual([]);
  });

  test("a restored database passes doctor, which detects a different secret", async () => {
    const own = await examineDatabase(restored.url, configOf(restored));
    expect(own.filter(({ isGood }) => !isGood)).toEqual([]);
    const other = configOf(restored, { ENCRYPTION_SECRET: "another-secret-than-the-one-before" });
    const told = await examineDatabase(restored.url, other);
    expect(told.filter(({ isGood }) => !isGood)).toMatchObject([
      { what: "secrets", words: expect.stringContaining("ENCRYPTION_SECRET differs from") },
    ]);
  });

  test("replays what it has, and does what it lost, when clients repeat their writes", async () => {
    const after = await startPlatform(configOf(restored), silentLog);
    try {
      const acknowledged = writers.writes.filter(({ acknowledgedAt }) => acknowledgedAt !== null);
      const had = await countWrites(restored);
      const isThere = ({ mark }: Write) => had.has(mark);
      const repeated = [
        ...acknowledged.filter(isThere).slice(-6),
        ...acknowledged.filter((one) => !isThere(one)),
      ];
      for (const write of repeated) {
        const answer = await send(url, write.call, write.caller);
        expect(answer?.status).toBeLessThan(300);
        if (isThere(write)) expect(JSON.parse(answer!.text)).toEqual(JSON.parse(write.answer));
      }
      const counts = await countWrites(restored);
      expect(acknowledged.filter(({ mark }) => counts.get(mark) !== 1)).toEqual([]);
      const trail = await send(url, { method: "GET", path: "/admin/audit-logs/verify" }, admin);
      expect(JSON.parse(trail!.text)).toMatchObject({ valid: true, firstBroken: null });
    } finally {
      await after.close();
    }
    const findings = await examineDatabase(restored.url, configOf(restored));
    expect(findings.filter(({ isGood }) => !isGood)).toEqual([]);
  });
});

test("doctor reports missing rights, rows visible to everybody and ledgers that do not add up", async () => {
  await restored.sql("ALTER TABLE gateway.invoices NO FORCE ROW LEVEL SECURITY");
  await restored.sql("REVOKE ALL ON hub.credit_accounts FROM hub_app");
  await restored.sql("UPDATE hub.credit_accounts SET balance = balance + 1 WHERE owner_id = 'demo-fay'");
  const findings = await examineDatabase(restored.url, configOf(restored));
  expect(findings.filter(({ isGood }) => !isGood)).toMatchObject([
    { what: "rights", words: expect.stringContaining("hub.credit_accounts") },
    { what: "row security", words: expect.stringContaining("gateway.invoices") },
    { what: "ledger", words: expect.stringContaining("1 balances that are not the sum of their entries.") },
  ]);
});
