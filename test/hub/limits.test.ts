import { afterAll, beforeAll, expect, test } from "vitest";
import { createHubLedger } from "../../router/limits/hub-ledger.ts";
import { LastingStore } from "../../src/limits/lasting-store.ts";
import { requestOf } from "../limits/requests.ts";
import { silentLog } from "../support/silent-log.ts";
import { createHubApp, type HubApp } from "./support/hub-app.ts";

let app: HubApp;
let subjects = 0;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app.close());

function openProcess(): LastingStore {
  const ledger = createHubLedger({ hub: app.hub.execute, log: silentLog, publicUrl: "http://hub.example" });
  // Only at its end, so that tests say when.
  return new LastingStore({ ledger, log: silentLog, flushEveryMs: 3_600_000 });
}

const checks = [
  { kind: "minute", limit: 10 },
  { kind: "day", limit: 5 },
  { kind: "month", limit: null },
] as const;

function nextRequest() {
  subjects += 1;
  return requestOf(checks, {
    subject: `user:${subjects}`,
    now: Date.now(),
    isTestTime: false,
    isLasting: true,
  });
}

test("a restart resets neither the day's count nor the last minute", async () => {
  const request = nextRequest();
  const before = openProcess();
  for (let call = 0; call < 3; call++) await before.decide(request);
  await before.close();
  const { windows } = await openProcess().decide({ ...request, now: request.now + 1_000 });
  expect(windows.map(({ name, remaining }) => [name, remaining])).toEqual([
    ["minute", 6],
    ["day", 1],
  ]);
  expect(windows[0]!.resetAt).toBe(request.now + 60_000);
});

test("counts of several processes add up, and returned units are subtracted", async () => {
  const request = nextRequest();
  const [one, two] = [openProcess(), openProcess()];
  await Promise.all([one.decide(request), one.decide(request), two.decide(request)]);
  await Promise.all([one.flush(), two.flush()]);
  await one.giveBack(request);
  await Promise.all([one.close(), two.close()]);
  const { windows } = await openProcess().decide(request);
  expect(windows.map(({ remaining }) => remaining)).toEqual([6, 2]);
});

test("many concurrent first requests of one principal load its usage once and are all counted", async () => {
  const request = nextRequest();
  const store = openProcess();
  const decisions = await Promise.all(Array.from({ length: 12 }, async () => store.decide(request)));
  expect(decisions.filter(({ refusal }) => refusal === null)).toHaveLength(5);
  await store.close();
});

test("usage that the hub rejected is kept and recorded later, once", async () => {
  const request = nextRequest();
  const ledger = createHubLedger({ hub: app.hub.execute, log: silentLog, publicUrl: "http://hub.example" });
  let isDown = true;
  const store = new LastingStore({
    ledger: {
      ...ledger,
      record: (batch) => (isDown ? Promise.reject(new Error("down")) : ledger.record(batch)),
    },
    log: silentLog,
    flushEveryMs: 3_600_000,
  });
  await store.decide(request);
  await expect(store.flush()).rejects.toThrow("down");
  await store.decide(request);
  isDown = false;
  await store.close();
  const { windows } = await openProcess().decide(request);
  expect(windows[1]!.remaining).toBe(2);
});

test("expired stamps and counts of past days are deleted", async () => {
  const old = requestOf(checks, {
    subject: "user:old",
    now: Date.now() - 3 * 86_400_000,
    isTestTime: true,
    isLasting: true,
  });
  const store = openProcess();
  await store.decide(old);
  await store.flush();
  await store.decide(nextRequest());
  await store.close();
  const rows = await app.database.query<{ counter: string }>(
    "SELECT counter FROM hub.limit_counts WHERE subject = 'user:old' UNION ALL SELECT counter FROM hub.limit_stamps WHERE subject = 'user:old'",
  );
  expect(rows.filter(({ counter }) => !counter.includes("month"))).toEqual([]);
});

test("only the router can read and write stored usage", async () => {
  const eve = await app.as("demo-eve");
  const read = await app.graphql('{ limitUse(subject: "user:demo-eve") { counts { used } } }', {}, eve);
  expect(read.body.errors[0].extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
});
