import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { createKeyDir } from "../start-test-sandbox.ts";
import { startProcessor } from "./stripe-client.ts";
import { startReceiver } from "./webhook-receiver.ts";

async function startBoth() {
  const receiver = await startReceiver();
  return { receiver, ...(await startProcessor({ webhook: receiver.target })) };
}

test("every event is sent once, signed, in its order, and can be read at the API", async () => {
  const { receiver, stripe, control } = await startBoth();
  await stripe.customers.create({ email: "a@hook.example", payment_method: "pm_card_visa" });
  await control("/webhooks/settled");
  expect(receiver.types()).toEqual(["customer.created", "payment_method.attached"]);
  const read = await stripe.events.list({ types: ["customer.created", "payment_method.attached"] });
  expect(read.data.reverse()).toMatchObject(
    receiver.events.map((event) => ({ ...event, pending_webhooks: 0 })),
  );
  expect(receiver.events[0]).toMatchObject({
    pending_webhooks: 1,
    livemode: false,
    request: { id: expect.stringMatching(/^req_/) },
  });
});

test("a customer whose events are not answered does not delay those of another one", async () => {
  const arrived = new Map<string, () => void>();
  const both = Promise.all(
    ["a", "b"].map((name) => new Promise<void>((resolve) => arrived.set(name, resolve))),
  );
  const { createServer } = await import("node:http");
  const { text } = await import("node:stream/consumers");
  // Responds to neither before both have arrived.
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { data } = JSON.parse(await text(request)) as { data: { object: { name: string } } };
    arrived.get(data.object.name)!();
    await both;
    response.writeHead(200).end();
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const world = await startProcessor({ webhook: { url: `http://127.0.0.1:${port}/`, secret: "whsec_x" } });
  for (const name of ["a", "b"]) await world.stripe.customers.create({ name });
  await world.control("/webhooks/settled");
  const { attempts } = await world.control("/webhooks/status");
  expect(attempts.map(({ status }: { status: number }) => status)).toEqual([200, 200]);
  await world.close();
  server.close();
});

test("an event is sent again until it is answered with 2xx, the same event each time", async () => {
  const { receiver, stripe } = await startBoth();
  receiver.answers.push(500);
  const { id } = await stripe.customers.create({ email: "a@hook.example" });
  const events = await receiver.received(2);
  expect(new Set(events.map((event) => event.id)).size).toBe(1);
  expect(events.map(({ data }) => (data.object as { id: string }).id)).toEqual([id, id]);
  await expect.poll(async () => (await stripe.events.retrieve(events[0]!.id)).pending_webhooks).toBe(0);
});

test("held events are released in any order, as copies, or one by one", async () => {
  const { receiver, stripe, control } = await startBoth();
  await control("/webhooks/faults", { hold: true });
  for (const name of ["a", "b", "c", "d"]) await stripe.customers.create({ name });
  const { held } = await control("/webhooks/status");
  expect(held).toHaveLength(4);
  await control("/webhooks/release", { ids: [held[2], held[2]] });
  await control("/webhooks/release", { order: "reversed", copies: 2 });
  await control("/webhooks/settled");
  const names = receiver.events.map(({ data }) => (data.object as { name: string }).name);
  expect(names).toEqual(["c", "c", "d", "d", "b", "b", "a", "a"]);
  await control("/webhooks/faults", {});
  await stripe.customers.create({ name: "e" });
  await receiver.received(9);
});

test("events can be doubled, delayed and lost, by their type and for a number of times", async () => {
  const { receiver, stripe, control } = await startBoth();
  await control("/webhooks/faults", { copies: 3, times: 1 });
  await stripe.customers.create({ name: "tripled" });
  await control("/webhooks/settled");
  expect(receiver.types()).toEqual(Array(3).fill("customer.created"));
  await control("/webhooks/faults", { drop: true, types: ["customer.updated"] });
  const lost = await stripe.customers.create({ name: "kept" });
  await stripe.customers.update(lost.id, { name: "lost" });
  expect((await control("/webhooks/settled")).undelivered).toHaveLength(1);
  expect(receiver.events).toHaveLength(4);
  expect(await control("/webhooks/retry")).toEqual({ sent: 1 });
  expect((await receiver.received(5)).at(-1)).toMatchObject({
    type: "customer.updated",
    data: { previous_attributes: { name: "kept" }, object: { name: "lost" } },
  });
  await control("/webhooks/faults", { delayMs: 60 });
  const startedAt = performance.now();
  await stripe.customers.create({ name: "late" });
  await receiver.received(6);
  expect(performance.now() - startedAt).toBeGreaterThan(55);
});

test("an event that was delivered can be sent again", async () => {
  const { receiver, stripe, control } = await startBoth();
  await stripe.customers.create({ name: "a" });
  const [event] = await receiver.received(1);
  await control("/webhooks/deliver", { eventId: event!.id });
  await control("/webhooks/settled");
  expect(receiver.events.map(({ id }) => id)).toEqual([event!.id, event!.id]);
});

test("undelivered webhooks are sent after a restart of the sandbox", async () => {
  const receiver = await startReceiver();
  const keyDir = await createKeyDir();
  const first = await startProcessor({
    webhook: { ...receiver.target, url: "http://127.0.0.1:9/closed" },
    keyDir,
  });
  const { id } = await first.stripe.customers.create({ name: "early" });
  await first.control("/webhooks/settled");
  await first.close();
  await startProcessor({ webhook: receiver.target, keyDir });
  const [event] = await receiver.received(1);
  expect(event).toMatchObject({ type: "customer.created", data: { object: { id } } });
});

test("a receiver that never answers does not keep the sandbox from closing", async () => {
  const { createServer } = await import("node:net");
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as { port: number };
  const connected = new Promise((resolve) => silent.once("connection", resolve));
  const world = await startProcessor({ webhook: { url: `http://127.0.0.1:${port}/`, secret: "whsec_x" } });
  await world.stripe.customers.create({ name: "a" });
  await connected;
  const startedAt = performance.now();
  await world.close();
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  silent.close();
});
