import { expect, test } from "vitest";
import { createKeyDir, sendJson, startTestSandbox } from "../start-test-sandbox.ts";

const address = { line1: "1 Main St", city: "Springfield", state: "IL", postalCode: "62701", country: "US" };
const contact = { name: "Pat", phone: "2175550100", email: "a@b.example" };

const record = (reference: string, tin = "123456780") => ({
  reference,
  kind: "original",
  originalRecordId: null,
  nonEmployeeCompensation: "1.00",
  states: [],
  recipient: {
    tinType: "SSN",
    tin,
    firstName: "Ray",
    lastName: "R",
    address,
  },
  delivery: {
    federal: true,
    state: false,
    postal: false,
    online: false,
  },
});

async function call(
  url: string,
  method: string,
  path: string,
  options: { body?: unknown; key?: string } = {},
) {
  const { body, key } = options;
  const response = await fetch(`${url}/taxfiling${path}`, {
    method,
    headers: {
      authorization: "Bearer sk_test_x",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const batch = (records: object[], more: object = {}) => ({
  business: "biz_1",
  formType: "1099-NEC",
  taxYear: 2025,
  channel: "ANY",
  records,
  ...more,
});

test("takes records once, decides on them, and forgets nothing over a restart", async () => {
  const keyDir = await createKeyDir();
  const first = await startTestSandbox({ keyDir });
  expect((await sendJson("GET", `${first.url}/taxfiling/v1/credentials`)).status).toBe(401);
  expect((await call(first.url, "GET", "/v1/credentials")).body).toMatchObject({ valid: true });
  const body = batch([record("a.1"), record("b.1", "078051120")]);
  expect((await call(first.url, "POST", "/v1/submissions", { body, key: "k" })).status).toBe(404);
  const business = { name: "Sample", ein: "123456780", address, contact };
  await call(first.url, "PUT", "/v1/businesses/biz_1", { body: business });
  const taken = await call(first.url, "POST", "/v1/submissions", { body, key: "k" });
  expect(taken.body.records).toHaveLength(2);
  expect((await call(first.url, "POST", "/v1/submissions", { body, key: "k" })).body).toEqual(taken.body);
  const other = { body: batch([record("c.1")]), key: "k" };
  expect((await call(first.url, "POST", "/v1/submissions", other)).status).toBe(409);
  await call(first.url, "POST", "/records/process", { body: { outcome: "decide" } });
  await first.close();

  const second = await startTestSandbox({ keyDir });
  const found = await call(second.url, "GET", "/v1/records?reference=b.1");
  expect(found.body.records).toMatchObject([{ status: "rejected", errors: [{ code: "TIN_NAME_MISMATCH" }] }]);
  expect((await call(second.url, "GET", `/v1/records/${taken.body.records[0].recordId}`)).body).toMatchObject(
    {
      reference: "a.1",
      status: "accepted",
    },
  );
  const again = await call(second.url, "POST", "/v1/submissions", { body, key: "another" });
  expect(again.body.records.map(({ recordId }: { recordId: string }) => recordId)).toEqual(
    taken.body.records.map(({ recordId }: { recordId: string }) => recordId),
  );
});

test("takes 250 records and no more, and those of 2026 through IRIS alone", async () => {
  const { url } = await startTestSandbox();
  await call(url, "PUT", "/v1/businesses/biz_1", {
    body: { name: "Sample", ein: "123456780", address, contact },
  });
  const many = (count: number) => Array.from({ length: count }, (_, index) => record(`r${count}.${index}`));
  const submit = (records: object[], more: object, key: string) =>
    call(url, "POST", "/v1/submissions", { body: batch(records, more), key });
  expect((await submit(many(250), {}, "a")).status).toBe(200);
  expect((await submit(many(251), {}, "b")).status).toBe(422);
  expect((await submit([record("x.1")], { taxYear: 2026 }, "c")).status).toBe(422);
  expect((await submit([record("x.1")], { taxYear: 2026, channel: "IRIS" }, "d")).status).toBe(200);
});

test("its journal and its answers never hold a number", async () => {
  const { url } = await startTestSandbox();
  const body = { name: "Sample", ein: "314159265", address, contact };
  await call(url, "PUT", "/v1/businesses/biz_1", { body });
  const submission = { body: batch([record("a.1", "271828459")]), key: "k" };
  const taken = await call(url, "POST", "/v1/submissions", submission);
  const journal = await sendJson("GET", `${url}/control/taxfiling/journal`);
  expect(journal.body.requests).toHaveLength(2);
  expect(JSON.stringify([journal.body, taken.body])).not.toMatch(/314159265|271828459/);
});
