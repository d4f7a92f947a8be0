import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../../../src/db/transaction.ts";
import { demoKeys } from "../../../src/demo-identities.ts";
import { newId } from "../../../src/ids.ts";
import type { MailMessage, MailPort } from "../../../src/mail/mail.port.ts";
import {
  syncAutoReloadEndpoint,
  syncKeyEndpoints,
} from "../../../subgraphs/hub/webhooks/setting-endpoints.service.ts";
import { purgeDeliveries, readDelivery } from "../../../subgraphs/hub/webhooks/deliveries.service.ts";
import { notifyOwners } from "../../../subgraphs/hub/webhooks/notify-owners.service.ts";
import { listEndpoints, rotateSecret } from "../../../subgraphs/hub/webhooks/endpoints.service.ts";
import { withoutRequestId } from "../../support/without-request-id.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { startReceiver, type Receiver } from "./receiver.ts";
import { accept, createEndpointAt, deliverAt, deliveriesOf } from "./webhook-world.ts";

let app: HubApp;
let receiver: Receiver;
beforeAll(async () => {
  app = await createHubApp();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.close();
  await app?.close();
});

const endpoints = "/webhooks/endpoints";
const body = { url: "https://hooks.customer.example/hub", eventTypes: ["invoice.*"] };
const page = { limit: 50, offset: 0 };

describe("an endpoint", () => {
  test("an endpoint is created, read, changed, listed and removed; its secret is shown at its creation only", async () => {
    const headers = await app.as(newId("usr"));
    const made = await app.post(endpoints, { ...body, description: "Books", appId: "invoicer" }, headers);
    expect(made).toMatchObject({
      status: 201,
      body: {
        success: true,
        ...body,
        description: "Books",
        appId: "invoicer",
        appIds: ["invoicer"],
        source: "account",
        status: "enabled",
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    });
    const { id, secret } = made.body;
    const path = `${endpoints}/${id}`;
    const read = await app.get(path, headers);
    expect(read).toMatchObject({ status: 200, body: { id, description: "Books" } });
    const changed = await app.send("PATCH", path, {
      headers,
      body: { eventTypes: ["*"], description: null, appId: null, enabled: false },
    });
    expect(changed.body).toMatchObject({
      eventTypes: ["*"],
      description: null,
      appId: null,
      appIds: null,
      status: "disabled",
      disabledReason: "owner",
      url: body.url,
    });
    const listed = await app.get(endpoints, headers);
    expect(listed.body).toMatchObject({
      success: true,
      endpoints: [{ id }],
      pagination: { limit: 50, offset: 0, total: 1 },
    });
    expect(read.text + changed.text + listed.text).not.toContain(secret);
    expect(await app.post(`${path}/test`, {}, headers)).toMatchObject({
      status: 409,
      body: { code: "INVALID_STATE" },
    });
    expect(await app.send("DELETE", path, { headers })).toMatchObject({
      status: 200,
      body: { id, status: "deleted" },
    });
    expect(await app.get(path, headers)).toMatchObject({
      status: 404,
      body: { code: "WEBHOOK_ENDPOINT_NOT_FOUND" },
    });
  });

  test.each([
    ["an address inside", { url: "https://10.0.0.1/hook" }, "INVALID_URL"],
    ["plain http", { url: "http://hooks.customer.example/" }, "INVALID_URL"],
    ["an unknown type", { eventTypes: ["invoice.paid", "invoice.eaten"] }, "VALIDATION_ERROR"],
    ["no type", { eventTypes: [] }, "VALIDATION_ERROR"],
    ["an unknown app", { appId: "nobodys-app" }, "VALIDATION_ERROR"],
  ])("is refused with %s", async (_name, overrides, code) => {
    const answer = await app.post(endpoints, { ...body, ...overrides }, await app.as(newId("usr")));
    expect(answer).toMatchObject({ status: 400, body: { success: false, code } });
  });

  test("an unknown event type is named by its path", async () => {
    const answer = await app.post(
      endpoints,
      { ...body, eventTypes: ["*", "x.y"] },
      await app.as(newId("usr")),
    );
    expect(answer.body.details.fields).toMatchObject([{ path: "eventTypes.1", rule: "enum" }]);
  });

  test("a retry with the same key creates none and shows the same secret for 10 minutes", async () => {
    const headers = { ...(await app.as(newId("usr"))), "idempotency-key": newId("idem") };
    const first = await app.post(endpoints, body, headers);
    const again = await app.post(endpoints, body, headers);
    expect(again.body).toEqual(first.body);
    const in11Minutes = new Date(Date.now() + 11 * 60_000).toISOString();
    const late = await app.post(endpoints, body, { ...headers, "x-test-clock": in11Minutes });
    expect(late.body).toEqual({ ...first.body, secret: null });
    expect((await app.get(endpoints, headers)).body.pagination.total).toBe(1);
  });

  test("a test event arrives and is listed as a delivery with its attempt", async () => {
    const sub = newId("usr");
    const headers = await app.as(sub);
    const { secret, endpointId } = await createEndpointAt(app, receiver.url, {
      ownerId: sub,
      eventTypes: ["tax.*"],
    });
    const sent = await app.post(`${endpoints}/${endpointId}/test`, {}, headers);
    expect(sent).toMatchObject({
      status: 200,
      body: { status: "pending", eventType: "webhook.test", attemptCount: 0 },
    });
    await deliverAt(app, new Date());
    const event = receiver.verify(receiver.received.length - 1, secret);
    expect(event).toMatchObject({
      type: "webhook.test",
      data: {
        object: { id: endpointId, url: receiver.url, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      },
    });
    const shown = await app.get(`/webhooks/deliveries/${sent.body.id}`, headers);
    expect(shown.body).toMatchObject({
      success: true,
      status: "succeeded",
      messageId: receiver.received.at(-1)!.headers["webhook-id"],
      payload: event,
      attempts: [{ number: 1, status: 200, error: null, durationMs: expect.any(Number) }],
    });
  });

  test("rotation shows a new secret once and says how long the old one signs", async () => {
    const headers = await app.as(newId("usr"));
    const made = await app.post(endpoints, body, headers);
    const rotated = await app.post(`${endpoints}/${made.body.id}/rotate-secret`, {}, headers);
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).not.toBe(made.body.secret);
    const overlap = Date.parse(rotated.body.previousSecretExpiresAt) - Date.parse(rotated.body.updatedAt);
    expect(overlap).toBe(24 * 60 * 60 * 1000);
  });

  test("an account has at most 50 endpoints", async () => {
    const headers = await app.as(newId("usr"));
    for (let index = 0; index < 50; index++)
      expect((await app.post(endpoints, body, headers)).status).toBe(201);
    expect(await app.post(endpoints, body, headers)).toMatchObject({
      status: 409,
      body: { code: "INVALID_STATE" },
    });
  });
});

describe("deliveries", () => {
  test("deliveries are listed by status, type and time, newest first, page by page", async () => {
    const ownerId = newId("usr");
    const headers = await app.as(ownerId);
    await createEndpointAt(app, receiver.url, { ownerId });
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    for (const minute of [1, 2, 3]) await accept(app, ownerId, { at: at(minute), type: "invoice.sent" });
    await deliverAt(app, at(3));
    await accept(app, ownerId, { at: at(4), type: "invoice.paid" });
    const list = async (query: Record<string, string>) =>
      (await app.get(`/webhooks/deliveries?${new URLSearchParams(query)}`, headers)).body;
    expect((await list({ status: "succeeded" })).pagination.total).toBe(3);
    expect((await list({ status: "pending" })).deliveries).toMatchObject([{ eventType: "invoice.paid" }]);
    expect((await list({ eventType: "invoice.sent" })).pagination.total).toBe(3);
    const some = await list({ from: at(2).toISOString(), to: at(4).toISOString() });
    expect(some.deliveries.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual([
      at(3).toISOString(),
      at(2).toISOString(),
    ]);
    const second = await list({ limit: "2", offset: "2" });
    expect(second).toMatchObject({ pagination: { limit: 2, offset: 2, total: 4 } });
    expect(second.deliveries).toHaveLength(2);
    expect(await list({ status: "lost" })).toMatchObject({ code: "VALIDATION_ERROR" });
    await app.database.query("DELETE FROM hub.webhook_deliveries");
  });

  test("receivers' responses are kept for 30 days, and finished deliveries are deleted then", async () => {
    const { ownerId } = await createEndpointAt(app, receiver.url);
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    await accept(app, ownerId, { at: day(1) });
    await deliverAt(app, day(1));
    await accept(app, ownerId, { at: day(2) });
    const [done] = await deliveriesOf(app, ownerId);
    await purgeDeliveries(app.contextFor(null), day(1));
    expect(await readDelivery(app.contextFor(ownerId), done!.id)).toMatchObject({
      attempts: [{ responseBody: "" }],
    });
    await purgeDeliveries(app.contextFor(null), day(31));
    expect(await deliveriesOf(app, ownerId)).toMatchObject([{ status: "pending" }]);
    await app.database.query("DELETE FROM hub.webhook_deliveries");
  });
});

describe("tenants", () => {
  test("another account's endpoints and deliveries do not exist", async () => {
    const { ownerId, endpointId } = await createEndpointAt(app, receiver.url);
    await accept(app, ownerId);
    const [delivery] = await deliveriesOf(app, ownerId);
    const stranger = await app.as(newId("usr"));
    const foreign: [string, string, unknown?][] = [
      ["GET", `${endpoints}/${endpointId}`],
      ["PATCH", `${endpoints}/${endpointId}`, { enabled: false }],
      ["DELETE", `${endpoints}/${endpointId}`],
      ["POST", `${endpoints}/${endpointId}/rotate-secret`, {}],
      ["POST", `${endpoints}/${endpointId}/test`, {}],
      ["POST", `${endpoints}/${endpointId}/recover`, { since: "2026-01-01T00:00:00.000Z" }],
      ["GET", `/webhooks/deliveries/${delivery!.id}`],
      ["POST", `/webhooks/deliveries/${delivery!.id}/replay`, {}],
    ];
    for (const [method, path, sent] of foreign) {
      const answer = await app.send(method, path, { headers: stranger, ...(sent ? { body: sent } : {}) });
      const missing = await app.send(method, path.replace(/_[0-9a-z]{26}/, `_${"0".repeat(26)}`), {
        headers: stranger,
        ...(sent ? { body: sent } : {}),
      });
      expect.soft(answer.status, `${method} ${path}`).toBe(404);
      expect.soft(withoutRequestId(answer.body), `${method} ${path}`).toEqual(withoutRequestId(missing.body));
    }
    expect((await app.get("/webhooks/deliveries", stranger)).body.deliveries).toEqual([]);
    const owner = app.contextFor(ownerId);
    expect(await listEndpoints(owner, page)).toMatchObject({
      endpoints: [{ id: endpointId, status: "enabled" }],
    });
    await app.database.query("DELETE FROM hub.webhook_deliveries");
  });

  test("a key needs the scope, and sees the endpoints of its apps only", async () => {
    const eve = demoKeys.find(({ name }) => name === "full")!;
    expect((await app.get(endpoints, app.withKey("reader"))).status).toBe(403);
    expect((await app.get(endpoints)).status).toBe(401);
    const all = await app.post(endpoints, body, { "x-api-key": eve.key });
    const one = await app.post(endpoints, { ...body, appId: "payroll" }, { "x-api-key": eve.key });
    const principal = app.contextFor("demo-eve").principal;
    const bound = app.contextFor("demo-eve", { principal: { ...principal, appIds: ["payroll"] } });
    const ids = (await listEndpoints(bound, page)).endpoints.map(({ id }) => id);
    expect(ids).toContain(one.body.id);
    expect(ids).not.toContain(all.body.id);
    await expect(rotateSecret(bound, all.body.id)).rejects.toMatchObject({ status: 404 });
  });
});

describe("settings that have webhook URLs", () => {
  const sync = (ownerId: string, keyId: string, urls: string[], appIds: string[] | null = null) => {
    const ctx = app.contextFor(ownerId);
    return inTransaction(ctx, (em) => syncKeyEndpoints(ctx, em, { keyId, ownerId, urls, appIds }));
  };

  async function createKeyRow(ownerId: string): Promise<string> {
    const keyId = newId("key");
    await app.database.query(
      "INSERT INTO hub.users (id, created_at, last_seen_at) VALUES ($1, now(), now()) ON CONFLICT DO NOTHING",
      [ownerId],
    );
    await app.database.query(
      `INSERT INTO hub.api_keys (id, owner_id, name, key_hash, key_preview, status, scopes, created_at)
       VALUES ($1, $2, 'k', $1, 'k', 'active', '{webhooks}', now())`,
      [keyId, ownerId],
    );
    return keyId;
  }

  test("a key's URLs share one secret, shown when the first is created, and follow the key", async () => {
    const ownerId = newId("usr");
    const keyId = await createKeyRow(ownerId);
    const urls = [`${receiver.url}/a`, `${receiver.url}/b`];
    const { secret } = await sync(ownerId, keyId, urls, ["invoicer"]);
    expect(secret).toMatch(/^whsec_/);
    expect(await sync(ownerId, keyId, [...urls, `${receiver.url}/c`], ["invoicer"])).toEqual({
      secret: null,
    });
    await accept(app, ownerId);
    await accept(app, ownerId, { appId: "payroll" });
    const before = receiver.received.length;
    expect(await deliverAt(app, new Date())).toBe(3);
    for (const index of [0, 1, 2]) expect(receiver.verify(before + index, secret!)).toBeTruthy();
    const listed = (await listEndpoints(app.contextFor(ownerId), page)).endpoints;
    const made = { source: "api_key", sourceId: keyId };
    expect(listed).toMatchObject([made, made, made]);
    const { secret: rotated } = await rotateSecret(app.contextFor(ownerId), listed[0]!.id);
    await accept(app, ownerId);
    const then = receiver.received.length;
    await deliverAt(app, new Date());
    for (const index of [0, 1, 2]) {
      expect(receiver.verify(then + index, rotated!)).toEqual(receiver.verify(then + index, secret!));
    }
    await sync(ownerId, keyId, [urls[1]!]);
    expect((await listEndpoints(app.contextFor(ownerId), page)).endpoints.map(({ url }) => url)).toEqual([
      urls[1],
    ]);
  });

  test("nothing is sent for a key that is revoked or expired", async () => {
    const ownerId = newId("usr");
    const keyId = await createKeyRow(ownerId);
    await sync(ownerId, keyId, [receiver.url]);
    await app.database.query("UPDATE hub.api_keys SET expires_at = now() - interval '1 s' WHERE id = $1", [
      keyId,
    ]);
    await accept(app, ownerId);
    await app.database.query("UPDATE hub.api_keys SET expires_at = NULL, status = 'revoked' WHERE id = $1", [
      keyId,
    ]);
    await accept(app, ownerId);
    expect(await deliveriesOf(app, ownerId)).toEqual([]);
  });

  test("an endpoint of a setting is changed through that setting", async () => {
    const ownerId = newId("usr");
    await sync(ownerId, await createKeyRow(ownerId), [receiver.url]);
    const [endpoint] = (await listEndpoints(app.contextFor(ownerId), page)).endpoints;
    const headers = await app.as(ownerId);
    const path = `${endpoints}/${endpoint!.id}`;
    expect((await app.send("DELETE", path, { headers })).body.code).toBe("INVALID_STATE");
    expect((await app.send("PATCH", path, { headers, body: { url: body.url } })).body.code).toBe(
      "INVALID_STATE",
    );
    expect((await app.send("PATCH", path, { headers, body: { enabled: false } })).status).toBe(200);
  });

  test("a key's invalid URL is named by its path", async () => {
    const attempt = sync(newId("usr"), newId("key"), [receiver.url, "https://192.168.0.1/"]);
    await expect(attempt).rejects.toMatchObject({ details: { fields: [{ path: "webhookUrls.1" }] } });
  });

  test("an auto-reload's URL receives reloads and low credits of its app only", async () => {
    const ownerId = newId("usr");
    const ctx = app.contextFor(ownerId);
    const setting = { ownerId, appId: "central", url: receiver.url };
    const { secret } = await inTransaction(ctx, (em) => syncAutoReloadEndpoint(ctx, em, setting));
    expect(secret).toMatch(/^whsec_/);
    await accept(app, ownerId, { type: "credits.auto_reload.failed", appId: "central" });
    await accept(app, ownerId, { type: "credits.auto_reload.failed", appId: "payroll" });
    await accept(app, ownerId, { type: "credits.low", appId: "central" });
    await accept(app, ownerId, { type: "credits.purchased", appId: "central" });
    expect(await deliveriesOf(app, ownerId)).toHaveLength(2);
    await inTransaction(ctx, (em) => syncAutoReloadEndpoint(ctx, em, { ...setting, url: null }));
    expect(await listEndpoints(ctx, page)).toMatchObject({ endpoints: [] });
  });
});

describe("the owner of an endpoint that was given up", () => {
  /** A mail server that accepts messages, or fails while `isDown`. */
  function createMailbox() {
    const messages: MailMessage[] = [];
    const box = { messages, isDown: false };
    const send: MailPort["send"] = async (message) => {
      if (box.isDown) throw new Error("down");
      messages.push(message);
      return "accepted";
    };
    return { ...box, box, port: { send } };
  }

  test("the owner of a disabled endpoint is mailed once, later after an outage, and again the next time", async () => {
    const { endpointId } = await createEndpointAt(app, receiver.url, { ownerId: "demo-pia" });
    const giveUp = async () => {
      await accept(app, "demo-pia");
      receiver.reply(410);
      await deliverAt(app, new Date());
      receiver.reply(200);
    };
    const { box, port } = createMailbox();
    const sendMails = () => {
      const ctx = app.contextFor(null);
      return notifyOwners({ ...ctx, ports: { ...ctx.ports, mail: port } });
    };
    await sendMails();
    box.messages.length = 0;
    await giveUp();
    box.isDown = true;
    expect(await sendMails()).toBe(0);
    box.isDown = false;
    expect(await sendMails()).toBe(1);
    expect(await sendMails()).toBe(0);
    expect(box.messages).toMatchObject([
      { to: "pia@demo.example", text: expect.stringContaining(receiver.url) },
    ]);
    const headers = await app.as("demo-pia");
    const path = `${endpoints}/${endpointId}`;
    await app.send("PATCH", path, { headers, body: { enabled: false } });
    expect(await sendMails()).toBe(0);
    await app.send("PATCH", path, { headers, body: { enabled: true } });
    await giveUp();
    expect(await sendMails()).toBe(1);
    expect(new Set(box.messages.map(({ messageId }) => messageId)).size).toBe(2);
  });
});

test("no secret is readable in the database or the log", async () => {
  const headers = { ...(await app.as(newId("usr"))), "idempotency-key": newId("idem") };
  const made = await app.post(endpoints, { ...body, url: receiver.url }, headers);
  const rotated = await app.post(`${endpoints}/${made.body.id}/rotate-secret`, {}, headers);
  await app.post(`${endpoints}/${made.body.id}/test`, {}, headers);
  await deliverAt(app, new Date());
  const tables = await app.database.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'hub'::regnamespace AND relkind = 'r'",
  );
  let dump = "";
  for (const { name } of tables) {
    const rows = await app.database.query<{ text: string }>(`SELECT t::text AS text FROM hub.${name} t`);
    dump += rows.map(({ text }) => text).join("\n");
  }
  expect(dump).toContain(made.body.id);
  for (const secret of [made.body.secret, rotated.body.secret] as string[]) {
    const bytes = secret.replace("whsec_", "");
    expect(dump).not.toContain(bytes);
    expect(app.logLines.join("\n")).not.toContain(bytes);
  }
});
