import { createServer } from "node:net";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createHttpWebhookSender } from "../../../subgraphs/hub/webhooks/http-webhook-sender.adapter.ts";
import { readDelivery } from "../../../subgraphs/hub/webhooks/deliveries.service.ts";
import { deliverDue } from "../../../subgraphs/hub/webhooks/deliver.service.ts";
import { startDeliveryLoop } from "../../../subgraphs/hub/webhooks/delivery-loop.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { silentLog } from "../../support/silent-log.ts";
import { until } from "../../support/poll.ts";
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
  await app.database.query("DELETE FROM hub.webhook_endpoints");
});

function startLoop(options: { maxTries?: number } = {}) {
  const loop = startDeliveryLoop({
    contextFor: () => app.contextFor(null),
    log: silentLog,
    pollMs: 20,
    ...options,
  });
  onTestFinished(() => loop.stop({ timeoutMs: 0 }));
  return loop;
}

/** A receiver that delays all responses until `answer()` is called. */
async function startSlowReceiver(): Promise<Receiver & { answer(): void; waiting: ServerResponse[] }> {
  const slow = await startReceiver();
  const waiting: ServerResponse[] = [];
  slow.reply((response) => waiting.push(response));
  onTestFinished(() => slow.close());
  return Object.assign(slow, {
    waiting,
    answer: () => {
      slow.reply(200);
      for (const response of waiting.splice(0)) response.end();
    },
  });
}

describe("dispatch", () => {
  test("a slow receiver has ten requests at a time and delays no other", async () => {
    const slow = await startSlowReceiver();
    const slowOwner = await createEndpointAt(app, slow.url);
    const quickOwner = await createEndpointAt(app, receiver.url);
    for (let index = 0; index < 30; index++) await accept(app, slowOwner.ownerId);
    // Two processes, so that the bound is not one of a process; the second has room for few tries only.
    startLoop();
    startLoop({ maxTries: 12 });
    await until("the slow receiver has its share", () => slow.received.length === 10);
    for (let index = 0; index < 15; index++) await accept(app, quickOwner.ownerId);
    await until("the quick one has everything", () => receiver.received.length === 15, 12_000);
    expect(slow.received).toHaveLength(10);
    slow.answer();
    await until("the slow one has everything", async () =>
      (await deliveriesOf(app, slowOwner.ownerId)).every(({ status }) => status === "succeeded"),
    );
    expect(slow.received).toHaveLength(30);
    expect(slow.mostOpen).toBeLessThanOrEqual(10);
    expect(new Set(slow.received.map(({ headers }) => headers["webhook-id"])).size).toBe(30);
  });

  test("with limited capacity, endpoints are served round-robin", async () => {
    const slow = await startSlowReceiver();
    const slowOwner = await createEndpointAt(app, slow.url);
    for (let index = 0; index < 20; index++) await accept(app, slowOwner.ownerId);
    const quickOwner = await createEndpointAt(app, receiver.url);
    await accept(app, quickOwner.ownerId);
    startLoop({ maxTries: 5 });
    await until("the quick one is served", () => receiver.received.length === 1, 12_000);
    slow.answer();
  });

  test("a stopped loop leaves its unfinished deliveries to be sent again", async () => {
    const slow = await startSlowReceiver();
    const { ownerId } = await createEndpointAt(app, slow.url);
    await accept(app, ownerId);
    const loop = startLoop();
    await until("it is being sent", () => slow.received.length === 1);
    await loop.stop({ timeoutMs: 50 });
    expect(await deliveriesOf(app, ownerId)).toMatchObject([{ status: "pending", tries: 0 }]);
    slow.reply(200);
    await deliverAt(app, new Date(Date.now() + 61_000));
    expect(slow.received[1]!.headers["webhook-id"]).toBe(slow.received[0]!.headers["webhook-id"]);
    expect(await deliveriesOf(app, ownerId)).toMatchObject([{ status: "succeeded" }]);
  });
});

describe("recorded results of an attempt", () => {
  /** One try at this URL with a short deadline. */
  async function tryAt(url: string) {
    const webhooks = createHttpWebhookSender({ allowHosts: ["127.0.0.1"], timeoutMs: 300 });
    onTestFinished(() => webhooks.close());
    const { ownerId } = await createEndpointAt(app, url);
    await accept(app, ownerId);
    const ctx = app.contextFor(null);

    await deliverDue({ ...ctx, ports: { ...ctx.ports, webhooks } });
    const [delivery] = await deliveriesOf(app, ownerId);
    return readDelivery(app.contextFor(ownerId), delivery!.id);
  }

  test("a response that times out is recorded", async () => {
    receiver.reply(() => {});
    expect((await tryAt(receiver.url)).attempts).toMatchObject([{ status: null, error: "timeout" }]);
  });

  test("a success whose body never ends is recorded, with the received part of the body", async () => {
    receiver.reply((response) => void response.writeHead(200).write("half"));
    expect(await tryAt(receiver.url)).toMatchObject({
      status: "succeeded",
      attempts: [{ status: 200, error: null, responseBody: "half" }],
    });
  });

  test("the first 4 KB of the body are recorded, whatever its content", async () => {
    receiver.reply({ status: 500, body: `\0${"x".repeat(100_000)}` });
    const { attempts } = await tryAt(receiver.url);
    expect(attempts).toMatchObject([{ status: 500, error: "bad_status" }]);
    expect(attempts[0]!.responseBody).toMatch(/^x+$/);
    expect(attempts[0]!.responseBody!.length).toBeLessThanOrEqual(4_096);
  });

  test("refused and broken connections and missing TLS are recorded", async () => {
    const gone = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => gone.once("listening", resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    expect((await tryAt(`http://127.0.0.1:${port}/`)).attempts).toMatchObject([
      { status: null, error: "connection_failed" },
    ]);
    receiver.reply((response) => response.destroy());
    expect((await tryAt(receiver.url)).attempts).toMatchObject([
      { status: null, error: "connection_failed" },
    ]);
    expect((await tryAt(receiver.url.replace("http:", "https:"))).attempts).toMatchObject([
      { status: null, error: "tls_failed" },
    ]);
  });

  test("a name that resolves to a private address is never called", async () => {
    const webhooks = createHttpWebhookSender({
      lookup: (_host, _options, callback) => {
        (callback as (error: null, found: object[]) => void)(null, [{ address: "127.0.0.1", family: 4 }]);
      },
    });
    onTestFinished(() => webhooks.close());
    const { port } = new URL(receiver.url);
    const signal = new AbortController().signal;
    const url = `http://hooks.customer.example:${port}/`;
    expect(await webhooks.send({ url, headers: {}, body: "{}", signal })).toMatchObject({
      status: null,
      fault: "address_refused",
    });
    expect(receiver.received).toEqual([]);
  });
});
