/**
 * Bad days, one after the other, against the platform in split mode as plain processes under load: each case has a
 * promise, which docs/guides/reliability.md states, and a verdict. Names of cases as arguments run those alone.
 */
import { rm } from "node:fs/promises";
import { startOwnDatabase } from "../split/own-database.ts";
import { startOwnRedis } from "../split/own-redis.ts";
import { prepareDatabase, startOwnSandbox } from "../split/own-sandbox.ts";
import { openSpenders } from "../split/spenders.ts";
import { SplitWorld } from "../split/split-world.ts";
import { Traffic } from "../split/traffic.ts";
import { chaosCases } from "./chaos-cases.ts";
import type { ChaosCase, ChaosWorld, Facts } from "./chaos.types.ts";
import { steppedClocks } from "./clock-step.ts";
import { healed } from "./expectations.ts";

type Verdict = { name: string; verdict: "kept" | "BROKEN" | "skipped"; words: string };

/** A case that does not end within this time counts as broken; CHAOS_CASE_SECONDS for busy machines. */
const longestCaseMs = Number(process.env["CHAOS_CASE_SECONDS"] ?? 180) * 1000;

const wanted = process.argv.slice(2);
const cases = chaosCases.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const closers: (() => Promise<unknown>)[] = [];
const verdicts: Verdict[] = [];
try {
  const world = await openWorld();
  for (const one of cases) {
    const verdict = await judge(world, one);
    verdicts.push(verdict);
    process.stderr.write(`${verdict.verdict.padEnd(8)}${verdict.name}   ${verdict.words}\n`);
  }
  await world.traffic.stop();
} finally {
  for (const close of closers.toReversed()) await close().catch((error: unknown) => console.error(error));
}
process.stdout.write(table(verdicts));
process.exitCode = verdicts.some(({ verdict }) => verdict === "BROKEN") ? 1 : 0;
if (process.exitCode === 0) process.exit(0);
process.exit(1);

async function openWorld(): Promise<ChaosWorld> {
  const database = await startOwnDatabase();
  closers.push(() => database.stop());
  await prepareDatabase(database.directUrl);
  const sandbox = await startOwnSandbox();
  closers.push(() => sandbox.stop());
  const redis = await startOwnRedis();
  closers.push(async () => redis?.kill());
  const clocks = steppedClocks();
  closers.push(() => rm(clocks.env["CHAOS_CLOCKS"]!, { recursive: true, force: true }));
  const split = await SplitWorld.start({
    databaseUrl: database.url,
    sandboxPort: sandbox.port,
    counts: { hub: 2, property: 1, gateway: 2, router: 2, worker: 1 },
    ...(redis ? { redisUrl: redis.url } : {}),
    proxied: ["property"],
    nodeArgs: clocks.nodeArgs,
    env: {
      ...clocks.env,
      SMTP_URL: sandbox.smtpUrl,
      DRAIN_MS: "2000",
      REQUEST_TIMEOUT_MS: "3000",
      SILENCE_TIMEOUT_MS: "25000",
      DATABASE_POOL_SIZE: "6",
    },
  });
  closers.push(() => split.stop());
  for (const one of split.processes) one.supervise();
  const people = await openSpenders(database.sql, sandbox.issuer, 6);
  const traffic = new Traffic(split.routerUrls, people);
  const world = { split, traffic, people, sandboxUrl: sandbox.url, sql: database.sql, database, redis };
  await healed(world, 60_000);
  traffic.start();
  return world;
}

async function judge(world: ChaosWorld, { name, isImpossible, run }: ChaosCase): Promise<Verdict> {
  const why = isImpossible?.(world) ?? null;
  if (why !== null) return { name, verdict: "skipped", words: why };
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${longestCaseMs} ms`)), longestCaseMs);
  });
  try {
    const facts = await Promise.race([run(world), tooLong]);
    return { name, verdict: "kept", words: wordsOf(facts) };
  } catch (error) {
    const words =
      (error as Error).name === "BrokenPromise" ? (error as Error).message : String((error as Error).stack);
    for (const { kind, log } of world.split.processes) {
      if (process.env["CHAOS_LOGS"]) process.stderr.write(`--- ${kind}\n${log.slice(-4_000)}\n`);
    }
    await healed(world, 60_000).catch((unhealed: unknown) => process.stderr.write(`${String(unhealed)}\n`));
    return { name, verdict: "BROKEN", words };
  } finally {
    clearTimeout(timer);
  }
}

function wordsOf(facts: Facts): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

function table(rows: readonly Verdict[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(
    ({ name, verdict, words }) => `| ${name.padEnd(width)} | ${verdict.padEnd(7)} | ${words} |`,
  );
  return `| ${"case".padEnd(width)} | verdict | what came of it |\n|${"-".repeat(width + 2)}|---------|---|\n${lines.join("\n")}\n`;
}
