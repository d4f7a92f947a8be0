import { afterAll, beforeAll, expect, test } from "vitest";
import { createPerson, grantCredits, invoiceBody } from "../gateway/support/people.ts";
import { startReceiver, type Receiver } from "../hub/webhooks/receiver.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { until } from "../support/poll.ts";

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  app = await createTestApp({ WEBHOOK_ALLOW_HOSTS: "127.0.0.1" });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.close();
  await app?.close();
});

/** A person with credits and an endpoint at the receiver. */
async function createListener(eventTypes: string[]) {
  const person = await createPerson(app, 20);
  // Earlier events are not for the endpoint.
  await until("nothing is waiting to be published", async () => {
    const sql = "SELECT 1 FROM hub.outbox_events WHERE owner_id = $1 AND published_at IS NULL";
    return (await app.database.query(sql, [person.ownerId])).length === 0;
  });
  const { authorization } = person.headers as { authorization: string };
  const own = { authorization };
  const made = await app.post("/webhooks/endpoints", { url: receiver.url, eventTypes }, own);
  expect(made.status).toBe(201);
  const endpointId = made.body.id as string;
  return { ...person, own, endpointId, secret: made.body.secret as string };
}

test("invoice and credit events are delivered, signed, with increasing sequence", async () => {
  const listener = await createListener(["invoice.*", "credits.*"]);
  receiver.received.length = 0;
  const created = await app.post("/invoices", invoiceBody({ sendEmail: true }), listener.headers);
  expect(created.status).toBe(201);
  await grantCredits(app, listener.ownerId, 3);
  await until("everything has arrived", () => receiver.received.length === 3);
  const events = receiver.received.map((_one, index) => receiver.verify(index, listener.secret));
  const byType = new Map(events.map((event) => [event.type, event]));
  expect(new Set(byType.keys())).toEqual(new Set(["credits.granted", "invoice.created", "invoice.sent"]));
  const sent = byType.get("invoice.sent");
  expect(sent).toMatchObject({
    appId: "invoicer",
    data: { object: { invoiceId: created.body.invoiceId, status: "sent", total: 120, currency: "USD" } },
  });
  expect(sent.sequence).toBeGreaterThan(byType.get("invoice.created").sequence);
  expect(byType.get("credits.granted").data.object).toMatchObject({
    appId: "central",
    pool: "standard",
    amount: 3,
  });
  expect(receiver.received.map(({ body }) => body).join()).not.toContain("/pay/");
});

test("an event that the hub cannot accept waits in its subgraph and is then delivered once", async () => {
  const listener = await createListener(["invoice.created"]);
  receiver.received.length = 0;
  await app.database.query("ALTER TABLE hub.webhook_events RENAME TO webhook_events_away");
  const created = await app.post("/invoices", invoiceBody(), listener.headers);
  expect(created.status).toBe(201);
  await until("the relay has tried in vain", () =>
    app.logLines.some((line) => line.includes("Event handler failed")),
  );
  const pending = async () =>
    app.database.query("SELECT 1 FROM gateway.outbox_events WHERE owner_id = $1 AND published_at IS NULL", [
      listener.ownerId,
    ]);
  expect(await pending()).toHaveLength(1);
  await app.database.query("ALTER TABLE hub.webhook_events_away RENAME TO webhook_events");
  await until("it has arrived", () => receiver.received.length > 0);
  await until("it is published", async () => (await pending()).length === 0);
  expect(receiver.received.map(({ json }) => json.data.object.invoiceId)).toEqual([created.body.invoiceId]);
});

test("a person sees a test event arrive, and tools show deliveries without secrets", async () => {
  const listener = await createListener(["tax.*"]);
  receiver.received.length = 0;
  const sent = await app.tool("test_webhook_endpoint", { endpointId: listener.endpointId }, listener.own);
  expect(sent).toMatchObject({ status: 200, body: { eventType: "webhook.test" } });
  await until("it has arrived", () => receiver.received.length === 1);
  expect(receiver.verify(0, listener.secret)).toMatchObject({ type: "webhook.test" });
  const shown = await until("it is recorded", async () => {
    const answer = await app.tool("list_webhook_deliveries", { status: "succeeded" }, listener.own);
    return answer.body.deliveries.length === 1 && answer;
  });
  expect(shown.body.deliveries).toMatchObject([{ id: sent.body.id, attemptCount: 1, lastStatus: 200 }]);
  const listed = await app.tool("list_webhook_endpoints", {}, listener.own);
  expect(listed.body.endpoints).toMatchObject([{ id: listener.endpointId }]);
  expect(listed.text + shown.text).not.toContain("whsec_");
  const tools = await app.get("/tools?limit=1000", listener.own);
  const withSecret = (tools.body.tools as { outputSchema: object }[]).filter(({ outputSchema }) =>
    JSON.stringify(outputSchema).includes("whsec_"),
  );
  expect(withSecret).toEqual([]);
});

test("an API key with the scope manages webhooks, in GraphQL too", async () => {
  const { data } = (
    await app.graphql(
      `mutation Create($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { id secret appId } }`,
      { input: { url: receiver.url, eventTypes: ["bank.*"], appId: "finance" } },
      app.withKey("full"),
    )
  ).body;
  expect(data.createWebhookEndpoint).toMatchObject({
    appId: "finance",
    secret: expect.stringMatching(/^whsec_/),
  });
});
