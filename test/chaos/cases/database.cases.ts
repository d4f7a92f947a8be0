import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { writeOf } from "../../split/traffic.ts";
import type { ChaosCase, ChaosWorld, Facts } from "../chaos.types.ts";
import { healed, nothingLost, nothingWrong, promise } from "../expectations.ts";

const needsOwn = ({ database }: ChaosWorld) => (database ? null : "the database is shared with others");
const healWithinMs = 120_000;

async function restart(world: ChaosWorld, signal: NodeJS.Signals): Promise<Facts> {
  const { server } = world.database!;
  world.traffic.reset();
  const pid = server.pid();
  process.kill(pid, signal);
  while (server.pid() === pid) await wait(20);
  const healMs = await healed(world, healWithinMs);
  nothingWrong(world);
  await nothingLost(world);
  const { refused, cut } = world.traffic.counts;
  return { "heal ms": healMs, refused, cut };
}

const restarted: ChaosCase = {
  name: "PostgreSQL restarts",
  promise: "What comes meanwhile is refused with 503; every process finds the server again by itself.",
  isImpossible: needsOwn,
  run: (world) => restart(world, "SIGINT"),
};

const crashed: ChaosCase = {
  name: "PostgreSQL is killed",
  promise: "It recovers every commit that was acknowledged; what comes meanwhile is refused with 503.",
  isImpossible: needsOwn,
  run: (world) => restart(world, "SIGQUIT"),
};

const slow: ChaosCase = {
  name: "PostgreSQL is slow",
  promise: "Everything is slower, nothing is wrong, and it is over when the slowness is.",
  isImpossible: needsOwn,
  run: async (world) => {
    world.traffic.reset();
    await world.database!.proxy.set("slow", 150);
    await wait(5_000);
    const during = { ...world.traffic.counts };
    await world.database!.proxy.set("pass");
    const healMs = await healed(world, healWithinMs);
    nothingWrong(world);
    promise(during.ok > 0, "nothing was answered meanwhile");
    await nothingLost(world);
    return { "ok meanwhile": during.ok, refused: during.refused, "heal ms": healMs };
  },
};

const silent: ChaosCase = {
  name: "PostgreSQL is silent",
  promise: "Calls that wait for it are refused with 503 in bounded time, and it is over when it answers.",
  isImpossible: needsOwn,
  run: async (world) => {
    world.traffic.reset();
    await world.database!.proxy.set("silent");
    await wait(3_000);
    await world.database!.proxy.set("pass");
    const healMs = await healed(world, healWithinMs);
    nothingWrong(world);
    await nothingLost(world);
    return { "heal ms": healMs, refused: world.traffic.counts.refused, cut: world.traffic.counts.cut };
  },
};

const outOfConnections: ChaosCase = {
  name: "PostgreSQL has no connections left",
  promise: "What finds no connection is refused with 503, and served as soon as there are some.",
  isImpossible: needsOwn,
  run: async (world) => {
    const { directUrl, sql } = world.database!;
    world.traffic.reset();
    const taken: pg.Client[] = [];
    const take = async () => {
      const client = new pg.Client({ connectionString: directUrl });
      client.on("error", () => undefined);
      await client.connect();
      taken.push(client);
    };
    // Those of the platform are ended, and their places taken before it has them again.
    await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = 'platform' AND application_name IN ('hub', 'property', 'gateway', 'jobs', 'listener')`,
    );
    while (
      (await Promise.allSettled(Array.from({ length: 10 }, take))).some(
        ({ status }) => status === "fulfilled",
      )
    );
    await wait(3_000);
    const { refused } = world.traffic.counts;
    await Promise.all(taken.map((client) => client.end()));
    const healMs = await healed(world, healWithinMs);
    nothingWrong(world);
    await nothingLost(world);
    return { taken: taken.length, refused, "heal ms": healMs };
  },
};

const disk = "/tmp/hub-chaos-disk";

const diskFull: ChaosCase = {
  name: "the disk is full",
  promise: "Writes are refused with 503, reads go on; with room again writes do, too.",
  isImpossible: (world) =>
    needsOwn(world) ??
    (spawnSync("mount", ["--version"]).status === 0 && process.getuid?.() === 0
      ? null
      : "a small disk of its own needs the right to mount one"),
  run: async (world) => {
    const { sql } = world.database!;
    await mkdir(disk, { recursive: true });
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m,mode=0700", "tmpfs", disk]);
    promise(mounted.status === 0, "this machine lets nobody mount a disk; run it where it may");
    const tables = ["hub.credit_entries", "hub.credit_postings", "gateway.invoices", "hub.idempotency_keys"];
    const move = async (place: string) => {
      for (const table of tables) await sql(`ALTER TABLE ${table} SET TABLESPACE ${place}`);
    };
    try {
      await mkdir(`${disk}/tables`, { mode: 0o700 });
      await sql(`CREATE TABLESPACE small LOCATION '${disk}/tables'`);
      await move("small");
      world.traffic.reset();
      // As much as there is room for: the last write is cut off.
      await writeFile(`${disk}/filler`, Buffer.alloc(24 * 2 ** 20)).catch(() => undefined);
      // Pages that are there already take some more rows.
      const until = performance.now() + 60_000;
      while (world.traffic.counts.refused === 0 && performance.now() < until) {
        const writes = Array.from({ length: 20 }, (_, turn) => writeOf(`mark-${randomUUID()}`, turn));
        await Promise.all(writes.map((call, turn) => world.traffic.ask(call, turn)));
      }
      await wait(2_000);
      const { refused, ok } = world.traffic.counts;
      promise(refused > 0, "the disk was not full enough");
      promise(ok > 0, "reads were not answered meanwhile");
      await rm(`${disk}/filler`);
      const healMs = await healed(world, healWithinMs);
      nothingWrong(world);
      await nothingLost(world);
      return { "ok meanwhile": ok, refused, "heal ms": healMs };
    } finally {
      await rm(`${disk}/filler`, { force: true });
      await move("pg_default").catch(() => undefined);
      await sql("DROP TABLESPACE IF EXISTS small").catch(() => undefined);
      spawnSync("umount", ["-l", disk]);
    }
  },
};

export const databaseCases: readonly ChaosCase[] = [
  restarted,
  crashed,
  slow,
  silent,
  outOfConnections,
  diskFull,
];
