import { expect, test } from "vitest";
import { createKeyDir, startTestSandbox } from "./start-test-sandbox.ts";

const sent = {
  reference: "fil_1.1",
  kind: "original",
  period: 2026,
  firstUseMonth: "2026-07",
  filer: {
    name: "Sample Haulage LLC",
    ein: "123456780",
    address: { line1: "1 Main Street", line2: null, city: "Reno", state: "NV", postalCode: "89501" },
    phone: "+1 555 0100",
    addressChanged: false,
  },
  signature: { name: "Sal Sample", title: "Owner", pin: "48213", at: "2026-07-20T12:00:00.000Z" },
  vehicles: [
    { vin: "3AKJHHDR9JSJV5535", category: "V", logging: false, amountCents: 55_000, previousVin: null },
  ],
  line2Cents: 55_000,
  line3Cents: 0,
  line5Cents: 0,
  balanceCents: 55_000,
  payment: { method: "eftps", token: null },
  consent: false,
};

async function call(url: string, method: string, path: string, body?: unknown) {
  const answer = await fetch(`${url}/efile${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      authorization: "Bearer sk_test_efile",
      connection: "close",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

test("a submission and its decision survive a restart, and the same reference is not duplicated", async () => {
  const keyDir = await createKeyDir();
  const first = await startTestSandbox({ keyDir });
  const { submissionId } = await call(first.url, "POST", "/v1/submissions", sent);
  const other = await call(first.url, "POST", "/v1/submissions", { ...sent, reference: "fil_2.1" });
  await call(first.url, "POST", "/submissions/process", { reference: "fil_1.1", outcome: "reject" });
  await first.close();

  const second = await startTestSandbox({ keyDir });
  const rejected = { submissionId, status: "rejected", errors: [{ code: "R0000-500" }] };
  expect(await call(second.url, "GET", `/v1/submissions/${String(submissionId)}`)).toMatchObject(rejected);
  expect(await call(second.url, "POST", "/v1/submissions", sent)).toMatchObject(rejected);
  expect(await call(second.url, "GET", `/v1/submissions/${String(other["submissionId"])}`)).toMatchObject({
    status: "received",
  });
  await call(second.url, "POST", "/submissions/process", {});
  expect(await call(second.url, "GET", `/v1/submissions/${String(other["submissionId"])}`)).toMatchObject({
    status: "accepted",
  });
  await second.close();
});
