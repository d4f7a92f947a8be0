import { expect, test } from "vitest";
import { anonymous, type Principal } from "../../src/access/principal.ts";
import { newMeter, type CallContext } from "../../src/context.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { systemClock } from "../../src/time/clock.ts";
import { RequestLog } from "../../router/http/request-log.ts";
import { silentLog } from "../support/silent-log.ts";

const publicUrl = "http://hub.example";

function callOf(requestId: string, principal: Partial<Principal> = {}): CallContext {
  const user: Principal = { ...anonymous, kind: "user", id: "usr_1", ownerId: "usr_1", ...principal };
  const meter = newMeter();
  const clock = systemClock;
  return {
    principal: user,
    requestId,
    appId: null,
    idempotencyKey: null,
    clock,
    log: silentLog,
    meter,
    publicUrl,
  };
}

interface Sent {
  requestId: string;
  door: string;
  path: string;
}

interface LogOptions {
  fails?: () => boolean;
  maxWaitingBytes?: number;
}

function createLog({ fails = () => false, maxWaitingBytes = 1_000_000 }: LogOptions = {}) {
  const stored: Sent[] = [];
  const metrics = createMetrics();
  const log = new RequestLog({
    hub: async ({ variables }) => {
      if (fails()) throw new Error("The hub is away.");
      const { entries } = (variables as { input: { entries: string } }).input;
      stored.push(...(JSON.parse(entries) as Sent[]));
      return { data: { recordRequests: true } };
    },
    log: silentLog,
    publicUrl,
    metrics: metrics.requestLog,
    flushEveryMs: 3_600_000,
    maxWaitingBytes,
  });
  const use = (requestId: string, endpoint = "GET /x", principal: Partial<Principal> = {}) => {
    const request = { headers: {} };
    log.begin(request, callOf(requestId, principal), 0);
    log.end(request, { endpoint, status: 200 });
    log.end(request, { endpoint, status: 200 });
  };
  const dropped = async () => (await metrics.requestLog.dropped.get()).values[0]?.value ?? 0;
  return { log, use, stored, dropped };
}

test("a request is logged once, under its door and without the app's path form", async () => {
  const { log, use, stored } = createLog();
  use("req_a", "POST /a/{appId}/tools/{name}/call");
  use("req_b", "POST /graphql");
  use("req_c", "POST /mcp");
  use("req_d", "GET /a/{appId}/invoices/{invoiceId}");
  use("req_e", "GET /x", { kind: "anonymous", ownerId: null });
  await log.flush();
  expect(stored.map(({ requestId, door }) => [requestId, door])).toEqual([
    ["req_a", "tool"],
    ["req_b", "graphql"],
    ["req_c", "mcp"],
    ["req_d", "rest"],
  ]);
});

test("requests that find the memory full are dropped and counted", async () => {
  const { log, use, stored, dropped } = createLog({ maxWaitingBytes: 800 });
  for (const id of ["req_a", "req_b", "req_c", "req_d"]) use(id);
  expect(await dropped()).toBe(2);
  await log.flush();
  use("req_e");
  await log.flush();
  expect(stored.map(({ requestId }) => requestId)).toEqual(["req_a", "req_b", "req_e"]);
});

test("a batch that the hub does not take is kept for five tries, then dropped and counted", async () => {
  let isAway = true;
  const { log, use, stored, dropped } = createLog({ fails: () => isAway });
  use("req_a");
  for (let attempt = 1; attempt < 5; attempt++) await expect(log.flush()).rejects.toThrow("away");
  expect(await dropped()).toBe(0);
  await log.flush();
  expect(await dropped()).toBe(1);
  isAway = false;
  use("req_b");
  await log.flush();
  expect(stored.map(({ requestId }) => requestId)).toEqual(["req_b"]);
});
