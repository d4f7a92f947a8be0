import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { signCarrierForm } from "../../../src/telephony/carrier-signature.ts";
import { checkLostRequests } from "../../../subgraphs/hub/crm/carrier/carrier-delivery.service.ts";
import { nextWithinHours } from "../../../subgraphs/hub/crm/messages/quiet-hours.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { atCarrier, hubContext, newSender, quotaOf, setFaults, type Sender } from "./message-world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

let exchange = 200;
/** A number that no other test has, of which the carrier delivers all; toll-free numbers of other tests are of no place. */
const newNumber = (end = "0100") => `+1212${(exchange += 1)}${end}`;
const unreachable = () => newNumber("0003");

const transactional = { category: "transactional" };
const textTo = (to: string, overrides: object = {}) => ({
  to,
  body: "Your code is 123.",
  ...transactional,
  ...overrides,
});

async function sendText(sender: Sender, body: object): Promise<string> {
  const answer = await app.post("/crm/send-sms", body, sender.headers);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.messageId as string;
}

const messageOf = async (sender: Sender, id: string) =>
  (await app.get(`/crm/messages/${id}`, sender.headers)).body;

const messageIs = (sender: Sender, id: string, status: string) =>
  until(`${id} is ${status}`, async () => {
    const message = await messageOf(sender, id);
    return message.status === status && message;
  });

async function textsTo(to: string): Promise<{ sid: string; body: string }[]> {
  const { messages } = await atCarrier(app, "/messages");
  return messages.filter((message: { to: string }) => message.to === to);
}

/** Expires the claim of a message, and queries the carrier for its outcome. */
async function sweep(id: string): Promise<void> {
  await app.database.query(
    "UPDATE hub.crm_messages SET claimed_until = now() - interval '1 second' WHERE id = $1",
    [id],
  );
  await checkLostRequests(hubContext(app));
}

/** 22:00 or 23:00 in New York, at most a day ahead. */
function nextNight(): Date {
  const night = new Date();
  night.setUTCHours(3, 0, 0, 0);
  return night > new Date() ? night : new Date(night.getTime() + 86_400_000);
}

const makeDue = (id: string) =>
  app.database.query("UPDATE hub.crm_messages SET next_attempt_at = now() WHERE id = $1", [id]);

describe("a text", () => {
  test("a text is sent once, counted by its segments, and marked as delivered", async () => {
    const sender = await newSender(app);
    const to = newNumber();
    const body = "é".repeat(161);
    const answer = await app.post(
      "/crm/send-sms",
      textTo(`(${to.slice(2, 5)}) ${to.slice(5, 8)}-${to.slice(8)}`, { body }),
      {
        ...sender.headers,
        "idempotency-key": "one",
      },
    );
    expect(answer).toMatchObject({ status: 200, body: { success: true, status: "queued", segments: 2 } });
    const again = await app.post(
      "/crm/send-sms",
      textTo(`(${to.slice(2, 5)}) ${to.slice(5, 8)}-${to.slice(8)}`, { body }),
      {
        ...sender.headers,
        "idempotency-key": "one",
      },
    );
    expect(again.body.messageId).toBe(answer.body.messageId);
    await messageIs(sender, answer.body.messageId, "delivered");
    expect(await textsTo(to)).toMatchObject([{ body, from: "+15005550006" }]);
    expect(await quotaOf(app, sender, "sms")).toMatchObject({ used: 2, reserved: 0 });
  });

  test("an undeliverable or rejected text fails with its reason; its unaccepted quota is released", async () => {
    const sender = await newSender(app);
    const failed = await messageIs(sender, await sendText(sender, textTo(unreachable())), "failed");
    expect(failed.reason).toBe("undelivered");
    const refused = await messageIs(sender, await sendText(sender, textTo("+15005550001")), "failed");
    expect(refused.reason).toBe("refused");
    expect(await quotaOf(app, sender, "sms")).toMatchObject({ used: 1, reserved: 0 });
  });

  test("a text needs a number, a body, and room in the plan", async () => {
    const sender = await newSender(app, null);
    for (const body of [
      textTo("12"),
      textTo("hello there"),
      textTo(newNumber(), { body: "" }),
      textTo(newNumber(), { body: "x".repeat(1_601) }),
    ])
      expect((await app.post("/crm/send-sms", body, sender.headers)).status).toBe(400);
    const none = await app.post("/crm/send-sms", textTo(newNumber()), sender.headers);
    expect(none).toMatchObject({
      status: 429,
      body: { details: { reason: "quota", kind: "sms", limit: 0 } },
    });
    const contact = await app.post(
      "/crm/send-sms",
      textTo(newNumber(), { contactId: newId("ct") }),
      sender.headers,
    );
    expect(contact).toMatchObject({ status: 404, body: { code: "CONTACT_NOT_FOUND" } });
  });

  test("a marketing text waits for the recipient's hours", async () => {
    const sender = await newSender(app);
    const to = newNumber();
    const at = nextNight();
    const night = { ...sender.headers, "x-test-clock": at.toISOString() };
    const answer = await app.post("/crm/send-sms", { to, body: "Sale!" }, night);
    expect(answer.body).toMatchObject({
      status: "queued",
      scheduledFor: nextWithinHours(to, at).toISOString(),
    });
    const urgent = await app.post("/crm/send-sms", textTo(to), night);
    expect(urgent.body.scheduledFor).toBe(at.toISOString());
    await messageIs(sender, answer.body.messageId, "queued");
    expect(await textsTo(to)).toEqual([]);
  });
});

describe("a carrier in trouble", () => {
  test.each([
    ["responds 500", { status: 500 }],
    ["responds with invalid text", { malformed: true, status: 201 }],
    ["cuts the connection", { dropRate: 1 }],
  ])("a carrier that %s is queried, and a missing text is sent once", async (_name, faults) => {
    const sender = await newSender(app);
    const to = newNumber();
    await setFaults(app, "carrier", { ...faults, times: 1 });
    const id = await sendText(sender, textTo(to));
    await until("it was tried", async () => (await messageOf(sender, id)).status === "sending");
    await until("nothing is known", async () => {
      const [row] = await app.database.query<{ soon: boolean }>(
        "SELECT claimed_until < now() + interval '20 seconds' AS soon FROM hub.crm_messages WHERE id = $1",
        [id],
      );
      return row!.soon;
    });
    await sweep(id);
    await until("it is due again", async () => (await messageOf(sender, id)).status === "queued");
    await makeDue(id);
    await messageIs(sender, id, "delivered");
    expect(await textsTo(to)).toHaveLength(1);
    expect(await quotaOf(app, sender, "sms")).toMatchObject({ used: 1, reserved: 0 });
  });

  test("a text that the carrier accepted without a response is found there, and not sent again", async () => {
    const sender = await newSender(app);
    const to = newNumber();
    await atCarrier(app, "/callbacks/faults", { drop: true });
    const id = await sendText(sender, textTo(to));
    await messageIs(sender, id, "sent");
    // As if the process had died before it recorded the response.
    await app.database.query(
      "UPDATE hub.crm_messages SET status = 'sending', carrier_sid = NULL, sent_at = NULL, claimed_until = now() WHERE id = $1",
      [id],
    );
    await sweep(id);
    expect(await messageOf(sender, id)).toMatchObject({ status: "delivered" });
    await atCarrier(app, "/callbacks/faults", {});
    expect(await textsTo(to)).toHaveLength(1);
  });

  test("two identical texts to one number are kept apart", async () => {
    const sender = await newSender(app);
    const to = newNumber();
    await atCarrier(app, "/callbacks/faults", { drop: true });
    const ids = [await sendText(sender, textTo(to)), await sendText(sender, textTo(to))];
    for (const id of ids) await messageIs(sender, id, "sent");
    await app.database.query(
      "UPDATE hub.crm_messages SET status = 'sending', carrier_sid = NULL, claimed_until = now() WHERE id = ANY($1)",
      [ids],
    );
    for (const id of ids) await sweep(id);
    const rows = await app.database.query<{ sid: string }>(
      "SELECT DISTINCT carrier_sid AS sid FROM hub.crm_messages WHERE id = ANY($1)",
      [ids],
    );
    await atCarrier(app, "/callbacks/faults", {});
    expect(rows.map(({ sid }) => sid).sort()).toEqual((await textsTo(to)).map(({ sid }) => sid).sort());
  });

  test("delivery receipts may repeat, and come late and in the wrong order", async () => {
    const sender = await newSender(app);
    await atCarrier(app, "/callbacks/faults", { copies: 3, reversed: true, delayMs: 50 });
    const id = await sendText(sender, textTo(newNumber()));
    await messageIs(sender, id, "delivered");
    await atCarrier(app, "/callbacks/settled", {});
    await atCarrier(app, "/callbacks/faults", {});
    expect(await messageOf(sender, id)).toMatchObject({ status: "delivered" });
    expect(await quotaOf(app, sender, "sms")).toMatchObject({ used: 1, reserved: 0 });
    const events = await app.database.query("SELECT 1 FROM hub.outbox_events WHERE object_id = $1", [id]);
    expect(events).toHaveLength(1);
  });
});

describe("keywords of the recipient", () => {
  const say = async (from: string, body: string, sid?: string) =>
    atCarrier(app, "/inbound", { from, body, ...(sid ? { sid } : {}) });

  test("STOP ends all texts, queued ones too; START allows them; HELP gets a reply; duplicates get one reply", async () => {
    const sender = await newSender(app);
    const to = newNumber();
    await messageIs(sender, await sendText(sender, textTo(to)), "delivered");
    const night = { ...sender.headers, "x-test-clock": nextNight().toISOString() };
    const waiting = (await app.post("/crm/send-sms", { to, body: "Sale!" }, night)).body.messageId as string;
    const help = await say(to, "help");
    expect(help).toMatchObject({ status: 200, replies: [expect.stringContaining("STOP")] });
    const sid = `SM${"a".repeat(32)}`;
    expect((await say(to, " Stop ", sid)).replies).toHaveLength(1);
    expect((await say(to, " Stop ", sid)).replies).toHaveLength(0);
    expect(await messageOf(sender, waiting)).toMatchObject({ status: "failed", reason: "unsubscribed" });
    const refused = await app.post("/crm/send-sms", textTo(to), sender.headers);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "INVALID_STATE", details: { reason: "unsubscribed" } },
    });
    // The number is shared, so an opt-out applies to every sender.
    const other = await newSender(app);
    expect((await app.post("/crm/send-sms", textTo(to), other.headers)).status).toBe(409);
    await say(to, "hello");
    expect((await app.post("/crm/send-sms", textTo(to), sender.headers)).status).toBe(409);
    await say(to, "START");
    await messageIs(sender, await sendText(sender, textTo(to)), "delivered");
    expect(await quotaOf(app, sender, "sms")).toMatchObject({ used: 2, reserved: 0 });
  });

  test("keywords and receipts are accepted only with the carrier's signature", async () => {
    const form = { MessageSid: `SM${"0".repeat(32)}`, From: newNumber(), To: "+15005550006", Body: "STOP" };
    const url = `${app.url}/crm/carrier/inbound`;
    const post = async (signature: string, params: Record<string, string> = form) => {
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": signature,
        connection: "close",
      };
      const response = await fetch(url, {
        method: "POST",
        headers,
        body: new URLSearchParams(params).toString(),
      });
      return response.status;
    };
    const good = signCarrierForm("sk_test_sandbox_carrier", url, form);
    expect(await post(good, { ...form, From: newNumber() })).toBe(400);
    expect(await post(signCarrierForm("other", url, form))).toBe(400);
    expect(await post(signCarrierForm("sk_test_sandbox_carrier", `${url}/`, form))).toBe(400);
    expect(await post("")).toBe(400);
    expect(await post(good)).toBe(200);
  });
});

describe("a call", () => {
  const callTo = (to: string, overrides: object = {}) => ({
    to,
    script: "x".repeat(600),
    recordingConsent: false,
    ...transactional,
    ...overrides,
  });

  test("a call is placed once, recorded only with consent, and counted by its duration", async () => {
    const sender = await newSender(app);
    const to = newNumber();
    const answer = await app.post(
      "/crm/calls",
      callTo(to, { script: `Hello <you> & ${"x".repeat(600)}` }),
      sender.headers,
    );
    expect(answer).toMatchObject({ status: 200, body: { success: true, status: "queued" } });
    await messageIs(sender, answer.body.callId, "delivered");
    const { calls } = await atCarrier(app, "/calls");
    const [call] = calls.filter((one: { to: string }) => one.to === to);
    expect(call).toMatchObject({ isRecorded: false, timeLimitSeconds: 120 });
    expect(call.twiml).toContain("<Say>Hello &lt;you&gt; &amp; xxx");
    expect(await quotaOf(app, sender, "callMinutes")).toMatchObject({ used: 1, reserved: 0 });
    const missing = await app.post("/crm/calls", { to, script: "x" }, sender.headers);
    expect(missing.body.details.fields).toMatchObject([{ path: "recordingConsent" }]);
  });

  test("an unanswered call costs nothing; a call without a final receipt is queried", async () => {
    const sender = await newSender(app);
    const busy = await app.post("/crm/calls", callTo(newNumber("0009")), sender.headers);
    expect(await messageIs(sender, busy.body.callId, "failed")).toMatchObject({ reason: "busy" });
    expect(await quotaOf(app, sender, "callMinutes")).toMatchObject({ used: 0, reserved: 0 });
    await atCarrier(app, "/callbacks/faults", { drop: true });
    const answer = await app.post(
      "/crm/calls",
      callTo(newNumber(), { recordingConsent: true }),
      sender.headers,
    );
    await messageIs(sender, answer.body.callId, "sent");
    await sweep(answer.body.callId);
    await atCarrier(app, "/callbacks/faults", {});
    expect(await messageOf(sender, answer.body.callId)).toMatchObject({ status: "delivered" });
    expect(await quotaOf(app, sender, "callMinutes")).toMatchObject({ used: 1, reserved: 0 });
  });
});
