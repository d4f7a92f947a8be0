import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { openDatabase, type Database } from "../../src/db/database.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../src/db/postgres/embedded-postgres.ts";
import { readRows } from "../../src/db/read-rows.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { silentLog } from "../support/silent-log.ts";
import { until } from "../support/poll.ts";

const settings = { wal_level: "replica", max_wal_senders: "4", fsync: "off" };
let folder: string;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let database: Database;
let admin: pg.Pool;
let onStandby: pg.Pool;

/** A primary with a table, and a streaming standby made of a copy of its files. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-replica-"));
  const home = (name: string) => join(folder, name);
  const first = await startEmbeddedPostgres({ dataDir: home("primary"), settings, log: silentLog });
  const client = new pg.Client({ connectionString: first.adminUrl });
  await client.connect();
  await client.query(`CREATE ROLE toy_app NOLOGIN; GRANT toy_app TO CURRENT_USER; CREATE SCHEMA toy;
    GRANT USAGE ON SCHEMA toy TO toy_app; CREATE TABLE toy.notes (owner_id text, words text);
    GRANT SELECT, INSERT ON toy.notes TO toy_app; ALTER TABLE toy.notes ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON toy.notes USING (owner_id = current_setting('app.user', true))`);
  await client.end();
  await first.stop();
  await cp(home("primary"), home("standby"), { recursive: true });
  primary = await startEmbeddedPostgres({ dataDir: home("primary"), settings, log: silentLog });
  const directory = decodeURIComponent(/@(%2F[^/]*)\//.exec(primary.adminUrl)![1]!);
  await writeFile(join(home("standby"), "postgres", "data", "standby.signal"), "");
  standby = await startEmbeddedPostgres({
    dataDir: home("standby"),
    settings: { ...settings, primary_conninfo: `host=${directory} user=postgres`, hot_standby: "on" },
    log: silentLog,
  });
  database = await openDatabase({
    url: primary.adminUrl,
    replicaUrl: standby.adminUrl,
    schema: "toy",
    role: "toy_app",
    entities: [],
    poolSize: 4,
    log: silentLog,
  });
  admin = new pg.Pool({ connectionString: primary.adminUrl, max: 2 });
  onStandby = new pg.Pool({ connectionString: standby.adminUrl, max: 1 });
  for (const pool of [admin, onStandby]) pool.on("error", () => undefined);
});

afterAll(async () => {
  await database?.close();
  await admin?.end();
  await onStandby?.end();
  await standby?.stop();
  await primary?.stop();
  await rm(folder, { recursive: true, force: true });
});

const contextOf = (ownerId: string) => ({ em: database.fork(), principal: { ownerId } });
/** The server that answered, and its rows. */
const query = {
  sql: "SELECT pg_is_in_recovery() AS standby, (SELECT count(*)::int FROM notes) AS notes",
  parameters: [],
};
type Row = { standby: boolean; notes: number };
const read = async (ownerId: string, place?: { onReplica: boolean }) =>
  (await readRows<Row>(contextOf(ownerId), query, place))[0]!;
const write = (ownerId: string) =>
  admin.query("INSERT INTO toy.notes (owner_id, words) VALUES ($1, 'words')", [ownerId]);

test("a read that allows it is answered by the replica, and shows its owner's rows alone", async () => {
  await write("ana");
  await write("bo");
  const answer = await until("the replica answers", async () => {
    const row = await read("ana", { onReplica: true });
    return row.standby && row;
  });
  expect(answer).toEqual({ standby: true, notes: 1 });
});

test("a read that does not, or is part of a transaction, is answered by the primary", async () => {
  expect(await read("ana")).toEqual({ standby: false, notes: 1 });
  const ctx = contextOf("ana");
  const inside = await inTransaction(ctx, () => readRows<Row>(ctx, query, { onReplica: true }));
  expect(inside).toEqual([{ standby: false, notes: 1 }]);
});

test("a principal reads its own writes, however far behind the replica is", async () => {
  await onStandby.query("SELECT pg_wal_replay_pause()");
  await until("the replica stands still", async () => {
    const { rows } = await onStandby.query("SELECT pg_get_wal_replay_pause_state() AS state");
    return rows[0].state === "paused";
  });
  const { rows } = await onStandby.query(
    "SELECT count(*)::int AS notes FROM toy.notes WHERE owner_id = 'cy'",
  );
  expect(rows).toEqual([{ notes: 0 }]);
  for (let count = 1; count <= 3; count++) {
    await write("cy");
    expect(await read("cy", { onReplica: true })).toEqual({ standby: false, notes: count });
  }
  await onStandby.query("SELECT pg_wal_replay_resume()");
  await until("the replica answers again", async () => (await read("cy", { onReplica: true })).standby);
  expect((await read("cy", { onReplica: true })).notes).toBe(3);
});

test("concurrent reads each see all earlier writes", async () => {
  for (let count = 1; count <= 20; count++) {
    await write("dee");
    const answers = await Promise.all(Array.from({ length: 5 }, () => read("dee", { onReplica: true })));
    expect(answers.map(({ notes }) => notes)).toEqual([count, count, count, count, count]);
  }
});

test("without the replica the primary answers", async () => {
  await standby.stop();
  expect(await read("ana", { onReplica: true })).toEqual({ standby: false, notes: 1 });
});
