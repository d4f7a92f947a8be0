import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Webhook } from "standardwebhooks";
import {
  replayDelivery,
  recoverEndpoint,
  readDelivery,
} from "../../../subgraphs/hub/webhooks/deliveries.service.ts";
import { claimDue, deliver } from "../../../subgraphs/hub/webhooks/deliver.service.ts";
import {
  readEndpoint,
  rotateSecret,
  updateEndpoint,
} from "../../../subgraphs/hub/webhooks/endpoints.service.ts";
import { retryDelaysMs } from "../../../subgraphs/hub/webhooks/retry-schedule.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { startReceiver, type Receiver } from "./receiver.ts";
import { accept, createEndpointAt, deliverAt, deliveriesOf } from "./webhook-world.ts";

let app: HubApp;
let receiver: Receiver;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  // What one test leaves waiting would be delivered in the next one's time.
  await app.database.query("DELETE FROM hub.webhook_endpoints");
});

const hourMs = 60 * 60 * 1000;
const start = new Date();
const after = (ms: number, from: Date = start): Date => new Date(from.getTime() + ms);

/** Fails the tries of an owner's one delivery at their times until it is done. Answers when each was made. */
async function exhaust(ownerId: string, from: Date): Promise<Date[]> {
  const tried: Date[] = [];
  for (let at: Date | null = from; at !== null;) {
    expect(await deliverAt(app, at)).toBe(1);
    tried.push(at);
    at = (await deliveriesOf(app, ownerId)).find(({ status }) => status === "pending")?.nextAttemptAt ?? null;
  }
  return tried;
}

describe("a delivery", () => {
  test("a delivery follows Standard Webhooks, and its own library verifies it", async () => {
    const { ownerId, secret } = await createEndpointAt(app, receiver.url);
    const event = await accept(app, ownerId);
    expect(await deliverAt(app, new Date())).toBe(1);
    expect(receiver.verify(0, secret)).toEqual({
      id: event.id,
      type: "invoice.paid",
      timestamp: event.createdAt.toISOString(),
      apiVersion: "2.0.0",
      appId: "invoicer",
      account: ownerId,
      actor: null,
      sequence: event.sequence,
      data: {
        object: { invoiceId: "inv_1", status: "paid", total: 12.5 },
        previous: { status: "sent" },
      },
    });
    const { headers } = receiver.received[0]!;
    expect(headers).toMatchObject({ "user-agent": "hub-webhooks/2.0", "content-type": "application/json" });
    expect(headers["webhook-id"]).toMatch(/^msg_[0-9a-z]{26}$/);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(() => receiver.verify(0, new Webhook(secret).sign("x", new Date(), "y").slice(3))).toThrow();
  });

  test("a delivery is created once, however often the relay delivers the event", async () => {
    const { ownerId } = await createEndpointAt(app, receiver.url);
    const event = await accept(app, ownerId);
    await Promise.all(Array.from({ length: 5 }, () => accept(app, ownerId, event)));
    await deliverAt(app, new Date());
    expect(receiver.received).toHaveLength(1);
  });

  test("a delivery goes to the owner's endpoints that subscribe to its type and app", async () => {
    const { ownerId } = await createEndpointAt(app, receiver.url, { eventTypes: ["invoice.*"] });
    await createEndpointAt(app, `${receiver.url}/exact`, { ownerId, eventTypes: ["invoice.paid"] });
    await createEndpointAt(app, `${receiver.url}/app`, { ownerId, appId: "invoicer" });
    await createEndpointAt(app, `${receiver.url}/other-type`, { ownerId, eventTypes: ["quotation.*"] });
    await createEndpointAt(app, `${receiver.url}/other-app`, { ownerId, appId: "payroll" });
    await createEndpointAt(app, `${receiver.url}/other-owner`);
    await accept(app, ownerId);
    expect(await deliverAt(app, new Date())).toBe(3);
  });

  test("internal events are not delivered", async () => {
    const { ownerId } = await createEndpointAt(app, receiver.url);
    await accept(app, ownerId, { type: "credits.balance_changed" });
    await accept(app, ownerId, { ownerId: null });
    expect(await deliveriesOf(app, ownerId)).toEqual([]);
  });
});

describe("retries", () => {
  test("retries follow the schedule with 10 % jitter, ten attempts under one id, then it is a dead letter", async () => {
    receiver.reply(500);
    const { ownerId, secret } = await createEndpointAt(app, receiver.url);
    await accept(app, ownerId, { at: start });
    const tried = await exhaust(ownerId, start);
    expect(tried).toHaveLength(10);
    tried.slice(1).forEach((at, index) => {
      const waited = at.getTime() - tried[index]!.getTime();
      expect(Math.abs(waited / retryDelaysMs[index]! - 1)).toBeLessThanOrEqual(0.1);
    });
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    receiver.received.forEach(({ headers, body }, index) => {
      const second = Math.floor(tried[index]!.getTime() / 1000);
      expect(headers["webhook-timestamp"]).toBe(String(second));
      const signed = new Webhook(secret).sign(headers["webhook-id"] as string, new Date(second * 1000), body);
      expect(headers["webhook-signature"]).toBe(signed);
    });
    expect(await deliveriesOf(app, ownerId)).toMatchObject([{ status: "exhausted", tries: 10 }]);
    expect(await deliverAt(app, after(30 * 24 * hourMs))).toBe(0);
  });

  test("retries are not made early, and end with a success", async () => {
    receiver.reply(503, 204);
    const { ownerId } = await createEndpointAt(app, receiver.url);
    await accept(app, ownerId, { at: start });
    expect(await deliverAt(app, start)).toBe(1);
    expect(await deliverAt(app, after(4_400))).toBe(0);
    expect(await deliverAt(app, after(5_600))).toBe(1);
    expect(await deliveriesOf(app, ownerId)).toMatchObject([{ status: "succeeded" }]);
  });

  test.each([
    ["429 in seconds", { status: 429, headers: { "retry-after": "7200" } }, 2 * hourMs],
    [
      "503 as a date",
      { status: 503, headers: { "retry-after": after(3 * hourMs).toUTCString() } },
      3 * hourMs,
    ],
    ["more than a day", { status: 429, headers: { "retry-after": "999999" } }, 24 * hourMs],
    ["less than the schedule", { status: 429, headers: { "retry-after": "1" } }, 5_000],
    ["a 500 that may not ask", { status: 500, headers: { "retry-after": "7200" } }, 5_000],
  ])("wait as long as the receiver asks: %s", async (_name, reply, expected) => {
    receiver.reply(reply);
    const { ownerId } = await createEndpointAt(app, receiver.url);
    await accept(app, ownerId, { at: start });
    await deliverAt(app, start);
    const [delivery] = await deliveriesOf(app, ownerId);
    const waited = delivery!.nextAttemptAt!.getTime() - start.getTime();
    expect(Math.abs(waited - expected)).toBeLessThanOrEqual(Math.max(1_000, expected < 10_000 ? 500 : 0));
  });

  test("a redirect is a failure and is not followed", async () => {
    const elsewhere = await startReceiver();
    receiver.reply({ status: 307, headers: { location: elsewhere.url } });
    const { ownerId } = await createEndpointAt(app, receiver.url);
    await accept(app, ownerId, { at: start });
    await deliverAt(app, start);
    const [delivery] = await deliveriesOf(app, ownerId);
    expect(delivery!.status).toBe("pending");
    const { attempts } = await readDelivery(app.contextFor(ownerId), delivery!.id);
    expect(attempts).toMatchObject([{ status: 307, error: "redirect_refused" }]);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });
});

describe("an endpoint is given up", () => {
  test("an endpoint is disabled at once by a 410, which is announced to the account's other endpoints", async () => {
    const other = await startReceiver();
    receiver.reply(410);
    const { ownerId, endpointId } = await createEndpointAt(app, receiver.url, { eventTypes: ["invoice.*"] });
    await createEndpointAt(app, other.url, { ownerId, eventTypes: ["webhook.*"] });
    await accept(app, ownerId, { at: start });
    await accept(app, ownerId, { at: start });
    await deliverAt(app, start);
    const ctx = app.contextFor(ownerId);
    expect(await readEndpoint(ctx, endpointId)).toMatchObject({ status: "disabled", disabledReason: "gone" });
    const states = (await deliveriesOf(app, ownerId)).map(({ status }) => status);
    expect(states).toEqual(["exhausted", "exhausted"]);
    const [event] = await app.database.query<{ payload: { object: object } }>(
      "SELECT payload FROM hub.outbox_events WHERE object_id = $1 AND type = 'webhook.endpoint_disabled'",
      [endpointId],
    );
    expect(event!.payload.object).toMatchObject({ id: endpointId, status: "disabled" });
    expect(JSON.stringify(event)).not.toMatch(/whsec_|v1:|sealed/);
    await other.close();
  });

  test("an endpoint is disabled when every attempt of 5 days has failed", async () => {
    receiver.reply(500);
    const { ownerId, endpointId } = await createEndpointAt(app, receiver.url);
    const status = async () => (await readEndpoint(app.contextFor(ownerId), endpointId)).status;
    await accept(app, ownerId, { at: start });
    const tried = await exhaust(ownerId, start);
    const next = after(20 * hourMs, tried.at(-1));
    await accept(app, ownerId, { at: next });
    await deliverAt(app, next);
    expect(await status()).toBe("enabled");
    const last = after(24 * hourMs, next);
    await accept(app, ownerId, { at: last });
    for (
      let at = last;
      (await status()) === "enabled" && at < after(7 * 24 * hourMs);
      at = after(hourMs, at)
    ) {
      const triesBefore = receiver.received.length;
      await deliverAt(app, at);
      // Tries are spread at random, so that an hour may have none.
      const hasTried = receiver.received.length > triesBefore;
      const isDue = hasTried && at.getTime() - start.getTime() >= 5 * 24 * hourMs;
      expect([at.toISOString(), await status()]).toEqual([at.toISOString(), isDue ? "disabled" : "enabled"]);
    }
    expect(await readEndpoint(app.contextFor(ownerId), endpointId)).toMatchObject({
      disabledReason: "failing",
    });
  });

  test("an endpoint is not disabled for single failures far apart, nor after a success in between", async () => {
    const { ownerId, endpointId } = await createEndpointAt(app, receiver.url);
    for (const day of [0, 2, 4, 6, 8]) {
      const at = after(day * 24 * hourMs);
      receiver.reply(500, 200);
      await accept(app, ownerId, { at });
      await deliverAt(app, at);
      await deliverAt(app, after(6_000, at));
    }
    const endpoint = await readEndpoint(app.contextFor(ownerId), endpointId);
    expect(endpoint).toMatchObject({ status: "enabled", failingSince: null });
  });
});

describe("after a rotation", () => {
  test("after a rotation both secrets verify for 24 hours, then only the new one", async () => {
    const { ownerId, endpointId, secret } = await createEndpointAt(app, receiver.url);
    const now = new Date();
    const { secret: next } = await rotateSecret(app.contextFor(ownerId, { at: now }), endpointId);
    expect(next).not.toBe(secret);
    await accept(app, ownerId, { at: now });
    await deliverAt(app, now);
    expect(receiver.verify(0, secret)).toEqual(receiver.verify(0, next!));
    expect(String(receiver.received[0]!.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    for (const [ms, count] of [
      [24 * hourMs - 1_000, 2],
      [24 * hourMs, 1],
    ] as const) {
      await accept(app, ownerId, { at: after(ms, now) });
      await deliverAt(app, after(ms, now));
      const { headers } = receiver.received.at(-1)!;
      expect(String(headers["webhook-signature"]).split(" ")).toHaveLength(count);
    }
    const { headers, body } = receiver.received.at(-1)!;
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    expect(headers["webhook-signature"]).toBe(
      new Webhook(next!).sign(headers["webhook-id"] as string, at, body),
    );
  });
});

describe("a sender that dies", () => {
  test("a delivery whose sender dies before recording is sent again under the same id, and recorded once", async () => {
    const { ownerId } = await createEndpointAt(app, receiver.url);
    await accept(app, ownerId, { at: start });
    const dying = app.contextFor(null, { at: start });
    const [claim] = await claimDue(dying, 10);
    const { send } = dying.ports.webhooks;
    const ending = new AbortController();
    const sendAndDie: typeof send = async (request) => {
      await send(request);
      ending.abort();
      throw new Error("gone");
    };
    const ports = { ...dying.ports, webhooks: { ...dying.ports.webhooks, send: sendAndDie } };
    await deliver({ ...dying, ports }, claim!, ending.signal);
    expect(receiver.received).toHaveLength(1);
    expect(await deliverAt(app, after(59_000))).toBe(0);
    expect(await deliverAt(app, after(61_000))).toBe(1);
    const [first, second] = receiver.received;
    expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
    expect(second!.body).toBe(first!.body);
    const [delivery] = await deliveriesOf(app, ownerId);
    expect(delivery).toMatchObject({ status: "succeeded", tries: 1 });
  });

  test("a sender that returns late does not overwrite its replacement's result", async () => {
    const { ownerId } = await createEndpointAt(app, receiver.url);
    await accept(app, ownerId, { at: start });
    const [stalled] = await claimDue(app.contextFor(null, { at: start }), 10);
    expect(await deliverAt(app, after(61_000))).toBe(1);
    receiver.reply(500);
    await deliver(app.contextFor(null, { at: after(62_000) }), stalled!, new AbortController().signal);
    expect(await deliveriesOf(app, ownerId)).toMatchObject([{ status: "succeeded", tries: 1 }]);
  });
});

describe("dead letters", () => {
  test("dead letters are replayed under their id, with a new schedule", async () => {
    receiver.reply(500);
    const { ownerId } = await createEndpointAt(app, receiver.url);
    await accept(app, ownerId, { at: start });
    const tried = await exhaust(ownerId, start);
    const [dead] = await deliveriesOf(app, ownerId);
    receiver.reply(200);
    const ctx = app.contextFor(ownerId, { at: tried.at(-1)! });
    expect(await replayDelivery(ctx, dead!.id)).toMatchObject({ status: "pending", attemptCount: 10 });
    await expect(replayDelivery(ctx, dead!.id)).rejects.toMatchObject({ code: "INVALID_STATE" });
    expect(await deliverAt(app, tried.at(-1)!)).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const { attempts, status } = await readDelivery(ctx, dead!.id);
    expect(status).toBe("succeeded");
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test("dead letters since a given time are recovered, with events from while the endpoint was disabled; nothing twice", async () => {
    receiver.reply(200, 410);
    const { ownerId, endpointId } = await createEndpointAt(app, receiver.url);
    const ctx = app.contextFor(ownerId, { at: start });
    await accept(app, ownerId, { at: after(-hourMs) });
    await deliverAt(app, after(-hourMs));
    const dead = await accept(app, ownerId, { at: after(1_000) });
    await deliverAt(app, after(1_000));
    const missed = await accept(app, ownerId, { at: after(2_000) });
    await expect(recoverEndpoint(ctx, { endpointId, since: start })).rejects.toMatchObject({
      code: "INVALID_STATE",
    });
    receiver.reply(200);
    await updateEndpoint(ctx, { endpointId, enabled: true });
    expect(await recoverEndpoint(ctx, { endpointId, since: start })).toEqual({ endpointId, recovered: 2 });
    expect(await deliverAt(app, after(3_000))).toBe(2);
    const ids = receiver.received.slice(2).map(({ json }) => json.id as string);
    expect(new Set(ids)).toEqual(new Set([dead.id, missed.id]));
    expect(await recoverEndpoint(ctx, { endpointId, since: after(-2 * hourMs) })).toMatchObject({
      recovered: 0,
    });
  });
});
