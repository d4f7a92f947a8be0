import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openChannelListener, type ChannelListener } from "../../src/db/channel-listener.ts";
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts";
import { until } from "../support/poll.ts";
import { silentLog } from "../support/silent-log.ts";

let database: TestDatabase;
let listener: ChannelListener;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => listener?.close());
afterAll(() => database?.drop());

const open = async () => {
  listener = await openChannelListener({ url: database.url, log: silentLog, retryMs: 20 });
};
const notify = (channel: string, payload: string) =>
  database.query("SELECT pg_notify($1, $2)", [channel, payload]);

test("each channel's notices reach those who listen to it, in order, until they stop", async () => {
  await open();
  const heard: string[] = [];
  const stop = listener.listen("first channel", (payload) => heard.push(payload));
  listener.listen("second", (payload) => heard.push(`second: ${payload}`));
  // The server has taken the channels before it asks.
  await listener.settle();
  for (const payload of ["a", "b"]) await notify("first channel", payload);
  await notify("second", "c");
  await until("notices arrive", () => heard.length === 3);
  expect(heard).toEqual(["a", "b", "second: c"]);
  stop();
  await notify("first channel", "d");
  await notify("second", "e");
  await until("the later notice arrives", () => heard.includes("second: e"));
  expect(heard).not.toContain("d");
});

test("a lost connection is reported as a gap and reopened", async () => {
  await open();
  const heard: string[] = [];
  let gaps = 0;
  listener.listen(
    "news",
    (payload) => heard.push(payload),
    () => void (gaps += 1),
  );
  await database.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listener' AND datname = current_database()",
  );
  await until("the gap is told", () => gaps >= 1);
  await until("it hears again", () => listener.isHearing);
  await notify("news", "after");
  await until("the notice arrives", () => heard.includes("after"));
});

test("settling waits until every listener has handled all earlier commits", async () => {
  await open();
  const others = await Promise.all(
    Array.from({ length: 3 }, () => openChannelListener({ url: database.url, log: silentLog })),
  );
  try {
    for (let round = 0; round < 20; round++) {
      const heard = new Set<number>();
      const stops = [listener, ...others].map((each, index) =>
        each.listen("news", () => void heard.add(index)),
      );
      await listener.settle();
      await notify("news", "x");
      await listener.settle();
      expect([round, heard.size]).toEqual([round, 4]);
      for (const stop of stops) stop();
    }
  } finally {
    await Promise.all(others.map((each) => each.close()));
  }
});

test("settling does not wait for a closed listener, nor beyond its timeout", async () => {
  await open();
  const gone = await openChannelListener({ url: database.url, log: silentLog });
  await gone.close();
  await listener.settle(600_000);
  // A connection that is taken for a listener, and never answers.
  const mute = new pg.Client({ connectionString: database.url });
  await mute.connect();
  await mute.query(
    `SELECT pg_advisory_lock_shared(classid::int, objid::int) FROM pg_locks
     WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  try {
    await listener.settle(50);
    const isSettled = await Promise.race([
      listener.settle(600_000).then(() => true),
      listener.settle(50).then(() => false),
    ]);
    expect(isSettled).toBe(false);
  } finally {
    await mute.end();
  }
});
