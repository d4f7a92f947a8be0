import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type Answer, type TestApp } from "../../support/app.ts";
import { eventBody, signatureOf } from "./signed-events.ts";

const secret = "whsec_first_of_the_tests";
const second = "whsec_second_of_the_tests";
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    PROCESSOR_WEBHOOK_SECRET: `${secret}, ${second}`,
    PROCESSOR_SEGMENT: "acme-pay",
  });
});
afterAll(() => app?.close());

const path = "/payments/processor/webhook";
const now = new Date("2026-05-04T12:00:00.000Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

/** Sends these very bytes at the moment `now`. */
async function send(payload: string | Buffer, signature: string | null, url = path): Promise<Answer> {
  const response = await app.running.router.server.inject({
    method: "POST",
    url,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "x-test-clock": now.toISOString(),
      ...(signature === null ? {} : { "stripe-signature": signature }),
    },
    payload,
  });
  const { statusCode: status, headers, body: text } = response;
  return { status, headers, text, body: JSON.parse(text) };
}

const body = eventBody({ id: "evt_signature", created: 1_777_000_000 });
const good = signatureOf(body, secret, { at: now });
const v1 = (header: string) => header.split(",")[1]!;

const accepted: [string, string, string][] = [
  ["a valid one", body, good],
  ["one with the second secret", body, signatureOf(body, second, { at: now })],
  [
    "a rotated header whose second v1 is ours",
    body,
    `t=${now.getTime() / 1000},v1=${"0".repeat(64)},${v1(good)}`,
  ],
  ["one exactly 300 s old", body, signatureOf(body, secret, { at: ago(300) })],
  ["one from a clock ahead of ours, as the SDK does", body, signatureOf(body, secret, { at: ago(-60) })],
  ["one beside another scheme", body, `${good},v0=${"a".repeat(64)}`],
];

test.each(accepted)("accepts %s", async (_name, payload, signature) => {
  const answer = await send(payload, signature);
  expect(answer).toMatchObject({ status: 200, body: { received: true, eventId: "evt_signature" } });
});

const refused: [string, string | Buffer, string | null][] = [
  ["one 301 s old", body, signatureOf(body, secret, { at: ago(301) })],
  ["one byte changed", body.replace("sample", "simple"), good],
  ["one bit of the signature changed", body, good.replace(/.$/, (last) => (last === "0" ? "1" : "0"))],
  ["the scheme v0", body, signatureOf(body, secret, { at: now, scheme: "v0" })],
  ["no v1", body, good.split(",")[0]!],
  ["no t", body, v1(good)],
  ["another t than was signed", body, good.replace(/^t=\d+/, `t=${now.getTime() / 1000 - 1}`)],
  ["no header", body, null],
  ["an empty header", body, ""],
  ["no body", "", signatureOf(body, secret, { at: now })],
  ["the body written again", JSON.stringify(JSON.parse(body)), good],
  ["another secret", body, signatureOf(body, "whsec_of_somebody_else", { at: now })],
  ["both secrets as one", body, signatureOf(body, `${secret}, ${second}`, { at: now })],
  ["bytes that are no text", Buffer.concat([Buffer.from(body), Buffer.from([0xff, 0xfe, 0x00])]), good],
  ["garbage for a header", body, "t=,v1=;=,=t=1,v1=zz"],
  ["a signature in capitals", body, `${good.split(",")[0]!},v1=${v1(good).slice(3).toUpperCase()}`],
];

test.each(refused)("refuses %s", async (_name, payload, signature) => {
  const answer = await send(payload, signature);
  expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_SIGNATURE" } });
  expect(answer.text).not.toContain("whsec");
});

test("a rejected event is not stored", async () => {
  const payload = eventBody({ id: "evt_refused" });
  await send(payload, signatureOf(payload, "whsec_of_somebody_else", { at: now }));
  expect(
    await app.database.query("SELECT 1 FROM hub.processor_events WHERE event_id = 'evt_refused'"),
  ).toEqual([]);
});

test("a signed body that is no event is 400, without the processor's text", async () => {
  for (const [payload, code] of [
    ["not json", "INVALID_JSON"],
    ["[]", "VALIDATION_ERROR"],
    ['{"id":"evt_1"}', "VALIDATION_ERROR"],
  ] as const) {
    const answer = await send(payload, signatureOf(payload, secret, { at: now }));
    expect(answer).toMatchObject({ status: 400, body: { code } });
  }
});

test("events are also received under the configured word, and both paths reject other methods", async () => {
  const payload = eventBody();
  const signature = signatureOf(payload, secret, { at: now });
  expect((await send(payload, signature, "/payments/acme-pay/webhook")).body.status).toBe("ignored");
  expect((await send(payload, signature)).body.status).toBe("duplicate");
  for (const url of [path, "/payments/acme-pay/webhook"]) {
    const answer = await app.get(url);
    expect(answer.status).toBe(405);
    expect(answer.headers["allow"]).toBe("POST");
  }
});

test("a body of any type up to 1 MiB is accepted, and no longer one", async () => {
  const payload = eventBody({ object: { id: "obj_1", filler: "x".repeat(900_000) } });
  const response = await app.running.router.server.inject({
    method: "POST",
    url: path,
    headers: {
      "stripe-signature": signatureOf(payload, secret, { at: now }),
      "x-test-clock": now.toISOString(),
    },
    payload,
  });
  expect(response.statusCode, response.body).toBe(200);
  const long = await send("x".repeat(1024 * 1024 + 1), good);
  expect(long).toMatchObject({ status: 413, body: { code: "PAYLOAD_TOO_LARGE" } });
});

test("the body is in no log line, no audit row and not readable in the database", async () => {
  const payload = eventBody({ object: { id: "obj_1", email: "canary-9f3@payer.example" } });
  expect((await send(payload, signatureOf(payload, secret, { at: now }))).status).toBe(200);
  expect(app.logLines.filter((line) => line.includes("canary-9f3"))).toEqual([]);
  expect(app.logLines.some((line) => line.includes("Processor event"))).toBe(true);
  const rows = await app.database.query(
    `SELECT to_jsonb(e)::text AS row FROM hub.processor_events e UNION ALL SELECT to_jsonb(a)::text FROM hub.audit_log a`,
  );
  expect(rows.filter(({ row }) => String(row).includes("canary-9f3"))).toEqual([]);
  const audit = await app.database.query(
    `SELECT changes, target_id FROM hub.audit_log WHERE action = 'receiveProcessorEvent' AND outcome = 'ok' LIMIT 1`,
  );
  expect(audit).toMatchObject([{ changes: { body: "***", signature: "***" } }]);
});
