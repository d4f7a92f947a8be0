import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { openChannelListener } from "../../../src/db/channel-listener.ts";
import { ProviderBreakers } from "../../../subgraphs/hub/ai/text/provider-breakers.service.ts";
import { until } from "../../support/poll.ts";
import { silentLog } from "../../support/silent-log.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());
beforeEach(() => app.database.query("DELETE FROM hub.ai_breakers"));

const now = Date.UTC(2026, 2, 4, 10);
const failed = { kind: "failed" } as const;
const ok = { kind: "ok" } as const;
const em = () => app.contextFor(null).em;
const gate = (breakers: ProviderBreakers, at = now) =>
  breakers.gate(em(), "openai", { now: at, leaseMs: 5_000 });

/** The breakers of another process, with a database listener of its own. */
async function newProcess(): Promise<ProviderBreakers> {
  const listener = await openChannelListener({ url: app.database.url, log: silentLog });
  const breakers = new ProviderBreakers(listener, silentLog);
  onTestFinished(async () => {
    await breakers.close();
    await listener.close();
  });
  return breakers;
}

test("failures in several processes are counted together, and all processes see the new state", async () => {
  const [one, two] = [await newProcess(), await newProcess()];
  expect([await gate(one), await gate(two)]).toEqual(["closed", "closed"]);
  for (let count = 0; count < 3; count++) await one.record(em(), "openai", failed, now);
  await until("the other one has heard", async () => (await gate(two)) === "closed");
  for (let count = 0; count < 2; count++) await two.record(em(), "openai", failed, now);
  expect(await gate(two)).toBe("open");
  await until("the first one has heard", async () => (await gate(one)) === "open");
});

test("of many requests in two processes one gets the probe, and no other until it is decided or overdue", async () => {
  const [one, two] = [await newProcess(), await newProcess()];
  for (let count = 0; count < 5; count++) await one.record(em(), "openai", failed, now);
  const due = now + 30_000;
  const gates = await Promise.all(Array.from({ length: 20 }, (_, index) => gate(index % 2 ? one : two, due)));
  expect(gates.filter((answer) => answer === "probe")).toHaveLength(1);
  expect(gates.filter((answer) => answer === "open")).toHaveLength(19);
  const over = due + 5_000;
  const again = await Promise.all(Array.from({ length: 10 }, () => gate(one, over)));
  expect(again.filter((answer) => answer === "probe")).toHaveLength(1);
  await one.record(em(), "openai", ok, over);
  expect(await gate(one, over)).toBe("closed");
  await until("the other one has heard", async () => (await gate(two, over)) === "closed");
});

test("a process that starts later reads the state at once", async () => {
  const one = await newProcess();
  for (let count = 0; count < 5; count++) await one.record(em(), "openai", failed, now);
  expect(await gate(await newProcess())).toBe("open");
});

test("a buffered success is written before the failure that follows it", async () => {
  const one = await newProcess();
  await gate(one);
  for (let count = 0; count < 4; count++) await one.record(em(), "openai", ok, now);
  for (let count = 0; count < 4; count++) await one.record(em(), "openai", failed, now);
  const breaker = (await one.readAll(em())).get("openai")!;
  expect(breaker.seconds).toMatchObject([{ ok: 4, failed: 4 }]);
  await one.record(em(), "openai", failed, now);
  expect(await gate(one)).toBe("open");
});

test("a decision needs no statement while the breaker is open or closed", async () => {
  const one = await newProcess();
  await gate(one);
  const statements: string[] = [];
  const counting = { ...em(), getContext: () => statements.push("used") } as never;
  for (let count = 0; count < 100; count++)
    expect(await one.gate(counting, "openai", { now, leaseMs: 1 })).toBe("closed");
  for (let count = 0; count < 5; count++) await one.record(em(), "openai", failed, now);
  await until("it has heard its own announcement", async () => (await gate(one)) === "open");
  for (let count = 0; count < 100; count++)
    expect(await one.gate(counting, "openai", { now, leaseMs: 1 })).toBe("open");
  expect(statements).toEqual([]);
});
