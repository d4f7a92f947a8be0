import { rm } from "node:fs/promises";
import { BrokenPromise, promise } from "../chaos/expectations.ts";
import { restoreBaseBackup, startEmptyServer, temporaryDirectory } from "./archived-postgres.ts";
import { runDoctor } from "./doctor.ts";
import { settingsOf, type DrillWorld } from "./drill-world.ts";
import { restoreDump, restoreDumpCarelessly, type Dump, type DumpTools } from "./logical-dump.ts";
import { makeRoles } from "./make-roles.ts";
import { acknowledgedBy, loggedPoint, lostWrites, restore, type Restored } from "./restored-platform.ts";
import { restoredPromises } from "./restored-promises.ts";

export interface Verdict {
  name: string;
  verdict: "kept" | "BROKEN" | "not run";
  words: string;
}

/** Reports a verdict as soon as it is known. */
export type Report = (verdict: Verdict) => void;

/** From the base backup and the archived log, to a chosen moment. */
export function restoreToMoment(world: DrillWorld): Promise<Restored> {
  const { target } = world.moments;
  return restore(
    world,
    () => restoreBaseBackup(world.backup, target),
    (server) => loggedPoint(server, target),
  );
}

/** The same to the last moment that was archived. */
export function restoreToLast(world: DrillWorld): Promise<Restored> {
  return restore(
    world,
    () => restoreBaseBackup(world.backup, null),
    (server) => loggedPoint(server, world.moments.loss),
  );
}

/** From a logical dump, into a server with only the database's owner. */
export function restoreFromDump(world: DrillWorld, tools: DumpTools, dump: Dump): Promise<Restored> {
  return restore(
    world,
    async () => {
      const server = await startEmptyServer();
      await makeRoles(server);
      await restoreDump(tools, dump.file, server);
      return server;
    },
    () => ({ all: dump.startedAt, none: dump.endedAt }),
  );
}

/** Checks the promises of one restored platform, one verdict per promise. */
export async function checkRestored(
  name: string,
  open: () => Promise<Restored>,
  report: Report,
): Promise<void> {
  let restored: Restored | null = null;
  const comesUp = await verdict(`${name}: it comes up`, async () => {
    restored = await open();
    return wordsOf(restored);
  });
  report(comesUp);
  if (restored === null) return;
  const { close } = restored as Restored;
  try {
    for (const { name: what, check } of restoredPromises) {
      report(await verdict(`${name}: ${what}`, () => check(restored!)));
    }
  } finally {
    await close();
  }
}

/** Mistakes in a restore, all of which doctor must report before requests are served. */
export async function checkMistakes(world: DrillWorld, report: Report): Promise<void> {
  const server = await restoreBaseBackup(world.backup, world.moments.target);
  const empty = await temporaryDirectory("no-files");
  try {
    const own = settingsOf(world.sandbox, world.backup.files);
    const otherSecret = { ...own, ENCRYPTION_SECRET: "another-secret-than-the-one-before" };
    report(
      await verdict("another ENCRYPTION_SECRET is reported", () =>
        doctorSays(server, otherSecret, "ENCRYPTION_SECRET"),
      ),
    );
    const noFiles = settingsOf(world.sandbox, empty);
    report(
      await verdict("a file that is not restored is named", () =>
        doctorSays(server, noFiles, world.picture.fileId),
      ),
    );
  } finally {
    await server.stop();
    await rm(empty, { recursive: true, force: true });
  }
}

/** A dump has no roles. Restored without them, everything looks well except for rights on reading. */
export async function checkDumpWithoutRoles(
  world: DrillWorld,
  { tools, dump }: { tools: DumpTools; dump: Dump },
  report: Report,
): Promise<void> {
  const server = await startEmptyServer();
  try {
    const refused = await restoreDump(tools, dump.file, server).then(
      () => null,
      (error: Error) => error.message,
    );
    report(
      await verdict("dump without roles: it is refused as a whole", async () => {
        promise(refused !== null && /role "\w+" does not exist/.test(refused), `pg_restore says ${refused}`);
        const left = await server.sql(
          "SELECT 1 FROM pg_namespace WHERE nspname IN ('hub', 'gateway', 'property', 'jobs')",
        );
        promise(left.length === 0, "something of it is there");
        return "nothing is left of it";
      }),
    );
    await restoreDumpCarelessly(tools, dump.file, server);
    const settings = settingsOf(world.sandbox, world.backup.files);
    report(
      await verdict("dump without roles, errors passed over: it is reported", () =>
        doctorSays(server, settings, "roles"),
      ),
    );
    await makeRoles(server);
    report(
      await verdict("the same with roles made later: it is reported", () =>
        doctorSays(server, settings, "rights"),
      ),
    );
  } finally {
    await server.stop();
  }
}

async function doctorSays(
  server: Parameters<typeof runDoctor>[0],
  settings: Record<string, string>,
  expected: string,
): Promise<string> {
  const { code, bad } = await runDoctor(server, settings);
  const line = bad.find((one) => one.includes(expected));
  promise(
    code === 1 && line !== undefined,
    `doctor ends with ${code} and says: ${bad.join("; ") || "nothing"}`,
  );
  return line.trim().replaceAll(/\s+/g, " ");
}

async function verdict(name: string, check: () => Promise<string>): Promise<Verdict> {
  try {
    return { name, verdict: "kept", words: await check() };
  } catch (error) {
    const words = error instanceof BrokenPromise ? error.message : String((error as Error).stack);
    return { name, verdict: "BROKEN", words };
  }
}

/** How much was lost and how long it took. */
async function wordsOf(restored: Restored): Promise<string> {
  const { world, point, seconds } = restored;
  const { writes } = world.writers;
  const { loss } = world.moments;
  const lost = (await lostWrites(restored)).length;
  const lostSeconds = (loss.getTime() - point.all.getTime()) / 1000;
  const before = acknowledgedBy(writes, point.all).length;
  return `${before} writes, ${lost} of the last ${lostSeconds.toFixed(1)} s are lost; the database after ${seconds.database.toFixed(1)} s, service after ${seconds.service.toFixed(1)} s`;
}
