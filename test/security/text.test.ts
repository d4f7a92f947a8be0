import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";

let app: TestApp;
let eve: Record<string, string>;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  eve = await app.as("eve");
});
afterAll(() => app?.close());

const half = "\ud800";

interface Refusal {
  status: number;
  body: { code: string; details: { fields: { path: string; rule: string }[] } };
}

function expectRefusal({ status, body }: Refusal, path: string): void {
  expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(body.details.fields).toContainEqual(expect.objectContaining({ path, rule: "characters" }));
}

/** A request of raw bytes. */
async function sendBytes(
  method: "GET" | "POST",
  url: string,
  { payload, headers = {} }: { payload?: Buffer | string; headers?: Record<string, string> } = {},
): Promise<Refusal> {
  const answer = await app.running.router.server.inject({
    method,
    url,
    headers: { ...eve, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const consume = { appId: "central", amount: 1, description: "x" };

describe("half of a surrogate pair is 400 with its path", () => {
  test.each<[string, string, object, string]>([
    ["POST", "/credits/consume", { ...consume, metadata: { a: half } }, "metadata.a"],
    ["POST", "/credits/consume", { ...consume, metadata: { a: { b: ["x", half] } } }, "metadata.a.b.1"],
    ["POST", "/credits/consume", { ...consume, metadata: { [half]: "x" } }, "metadata.\ufffd"],
    ["POST", "/credits/consume", { ...consume, metadata: { "a\0": "x" } }, "metadata.a\ufffd"],
    ["POST", "/credits/consume", { ...consume, description: `x${half}` }, "description"],
    [
      "PUT",
      "/crm/business-profile",
      { businessName: "x", postalAddress: { line1: half } },
      "postalAddress.line1",
    ],
    ["PATCH", "/auth/me", { name: "\udc00" }, "name"],
  ])("%s %s %j", async (method, url, body, path) => {
    expectRefusal(await app.send(method, url, eve, body), path);
  });

  test("by tool and by GraphQL variables", async () => {
    expectRefusal(
      await app.tool("consume_credits", { ...consume, metadata: { a: half } }, eve),
      "metadata.a",
    );
    const query = "mutation($input: ConsumeCreditsInput!) { consumeCredits(input: $input) { balance } }";
    const { body } = await app.graphql(query, { input: { ...consume, metadata: { a: half } } }, eve);
    const { code, details } = body.errors[0].extensions;
    expectRefusal({ status: 400, body: { code, details } }, "metadata.a");
  });

  test("nothing was charged for any of them", async () => {
    const { body } = await app.get("/credits/history/central?limit=1", eve);
    expect(JSON.stringify(body)).not.toContain("\ufffd");
  });
});

describe("bytes that are not UTF-8 are 400, never a replacement character", () => {
  test("in a JSON body", async () => {
    const payload = Buffer.from('{"name":"a\xed\xa0\x80"}', "latin1");
    const { status, body } = await sendBytes("POST", "/api-keys", {
      payload,
      headers: { "content-type": "application/json" },
    });
    expect([status, body.code]).toEqual([400, "INVALID_JSON"]);
  });

  test.each(["%ED%A0%80", "a%FFb", "%C3"])("in a query: %s", async (value) => {
    expectRefusal(await sendBytes("GET", `/api/properties/search?q=${value}`), "q");
  });

  test("an encoded U+FFFD and a bare percent sign are accepted", async () => {
    for (const value of ["%EF%BF%BD", "100%25", "100%", "%F0%9F%98%80"]) {
      const { status } = await sendBytes("GET", `/api/properties/search?q=${value}`);
      expect(status, value).toBe(200);
    }
  });

  test.each(["ein=%ED%A0%80&pin=12345", Buffer.from("ein=\xff&pin=12345", "latin1")])(
    "in a form: %s",
    async (payload) => {
      const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
      const answer = await sendBytes("POST", "/filer-numbers/some-token", { payload, headers });
      expectRefusal(answer, "ein");
    },
  );

  test("in a CSV", async () => {
    const { status, body } = await sendBytes("POST", "/crm/contacts/import", {
      payload: Buffer.from("email\na\xff@b.example\n", "latin1"),
      headers: { "content-type": "text/csv" },
    });
    expect([status, body.details.fields[0]]).toEqual([
      400,
      expect.objectContaining({ path: "csv", rule: "utf8" }),
    ]);
  });

  test("and NUL in one", async () => {
    const answer = await sendBytes("POST", "/crm/contacts/import", {
      payload: "email\na\0@b.example\n",
      headers: { "content-type": "text/csv" },
    });
    expectRefusal(answer, "csv");
  });
});

describe("signed messages of vendors are never answered 500 for their characters", () => {
  const sign = (body: string, secret: string) => {
    const at = Math.floor(Date.now() / 1000);
    return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
  };
  const odd = "x\\ud800\\u0000y";

  test.each(["plain.event", "customer.updated", "payment_intent.succeeded", "charge.refunded"])(
    "an event of the processor: %s",
    async (type) => {
      const id = `evt_${type.replaceAll(".", "_")}`;
      const body = `{"id":"${id}","object":"event","type":"${type}","created":${Math.floor(Date.now() / 1000)},"livemode":false,"data":{"object":{"id":"${odd}","object":"x","customer":"${odd}","metadata":{"userId":"${odd}","transactionId":"${odd}"}}}}`;
      const { status } = await sendBytes("POST", "/payments/processor/webhook", {
        payload: body,
        headers: {
          "content-type": "application/json",
          "stripe-signature": sign(body, "whsec_demo_not_for_production"),
        },
      });
      expect(status).toBeLessThan(500);
    },
  );

  test("an event of the processor from the year 33658", async () => {
    const body =
      '{"id":"evt_far","object":"event","type":"plain.event","created":1000000000000,"livemode":false,"data":{"object":{}}}';
    const { status } = await sendBytes("POST", "/payments/processor/webhook", {
      payload: body,
      headers: {
        "content-type": "application/json",
        "stripe-signature": sign(body, "whsec_demo_not_for_production"),
      },
    });
    expect(status).toBe(400);
  });

  test("reports of the mail server", async () => {
    const body = `{"reports":[{"id":"${odd}","messageId":"<msg_${odd}@mail.example>","type":"bounced","reason":"${odd}"}]}`;
    const signature = sign(body, "demo-mail-report-secret-not-for-production");
    const row = app.running.router.registry.get("ReceiveMailReports")!.row;
    const { status } = await sendBytes("POST", row.rest!.path, {
      payload: body,
      headers: { "content-type": "application/json", [row.rest!.rawBody!.signatureHeader]: signature },
    });
    expect(status).toBeLessThan(500);
  });
});
