import { afterAll, beforeAll, expect, test } from "vitest";
import { demoTaxBandits } from "../../../src/config/demo-webhook-secrets.ts";
import { signCredentials } from "../../../src/taxbandits/access-token.ts";
import { signTaxBanditsWebhook } from "../../../src/taxbandits/webhook-signature.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { refreshDueForms } from "../../../subgraphs/hub/tax/forms/refresh-form.service.ts";
import { faultOf, statusOf } from "../../../subgraphs/hub/tax/service/taxbandits-wire.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { formBody, newTaxBusiness, usAddress } from "../../support/tax.ts";

const timeoutMs = 400;
const forms = "/integrations/taxfiling/forms";
let app: TestApp;
let headers: Record<string, string>;
let businessId: string;
beforeAll(async () => {
  app = await createTestApp({ TAXFILING_PROVIDER: "taxbandits", TAXFILING_TIMEOUT_MS: String(timeoutMs) });
  headers = {
    authorization: `Bearer ${await app.tokenFor({ sub: "usr_bandit", expiresInSeconds: 100_000_000 })}`,
  };
  businessId = await newTaxBusiness(app, headers);
});
afterAll(() => app?.close());

interface AtVendor {
  recordId: string;
  payeeRef: string;
  status: string;
  tinLast4: string;
  transmissions: number;
}

const standIn = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${app.sandboxUrl}/taxbandits${path}`, init);
  return (await answer.json()) as Record<string, unknown>;
};
const json = (body: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const decide = (outcome: string, recordId: string) =>
  standIn("/records/process", json({ outcome, recordId }));
const recordsOf = async (formId: string): Promise<AtVendor[]> =>
  ((await standIn("/records"))["records"] as AtVendor[]).filter(({ payeeRef }) =>
    payeeRef.startsWith(formId),
  );
const fault = async (faults: object | null) => {
  const init = faults ? json(faults) : { method: "DELETE" };
  expect((await fetch(`${app.sandboxUrl}/control/taxbandits`, init)).ok).toBe(true);
};
const file = (overrides: object = {}) =>
  app.post(`${forms}/1099-nec`, formBody(businessId, { ...overrides }), headers);
const read = (formId: string) => app.get(`${forms}/${formId}`, headers);
const formIdOfDraft = async () => {
  const sql = "SELECT id FROM hub.tax_forms WHERE status = 'draft' ORDER BY created_at DESC LIMIT 1";
  return (await app.database.query<{ id: string }>(sql))[0]!.id;
};
const poll = async (formId: string) => {
  await app.database.query(
    "UPDATE hub.tax_forms SET next_poll_at = now() - interval '1 s', sending_until = NULL WHERE id = $1",
    [formId],
  );
  await refreshDueForms(app.running.platform.contextIn("hub") as HubContext);
};

test("credentials become a JWS, and health knows whether the provider takes them", async () => {
  const [head, body] = signCredentials(demoTaxBandits, new Date(1_700_000_000_000)).split(".");
  const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as unknown;
  expect(decode(head!)).toEqual({ alg: "HS256", typ: "JWT" });
  expect(decode(body!)).toEqual({
    iss: demoTaxBandits.clientId,
    sub: demoTaxBandits.clientId,
    aud: demoTaxBandits.userToken,
    iat: 1_700_000_000,
  });
  expect((await app.get("/integrations/taxfiling/health")).body).toMatchObject({
    configured: true,
    environment: "sandbox",
    credentialsValid: true,
  });
});

test("a form is created, transmitted and accepted by the provider's word alone", async () => {
  const filed = await file();
  expect(filed).toMatchObject({ status: 200, body: { status: "submitted" } });
  const { formId, recordId } = filed.body;
  expect(await recordsOf(formId)).toMatchObject([{ recordId, status: "TRANSMITTED", transmissions: 1 }]);
  await decide("send", recordId);
  expect((await read(formId)).body.status).toBe("transmitted");
  await decide("accept", recordId);
  expect((await read(formId)).body).toMatchObject({ status: "accepted", errors: [] });
});

test("faults of a rejection name the fields of the form, without the provider's text", async () => {
  const recipient = {
    tinType: "SSN",
    tin: "078-05-1120",
    firstName: "Ray",
    lastName: "R",
    address: usAddress,
  };
  const { formId, recordId } = (await file({ recipient })).body;
  await decide("decide", recordId);
  const message = "The form was rejected because of this field. Check it.";
  expect((await read(formId)).body).toMatchObject({
    status: "rejected",
    errors: [{ code: "S00_000001", field: "recipient.tin", message }],
  });
  const corrected = await app.post(
    `${forms}/${formId}/correct`,
    { recipient: { ...recipient, tin: "457-55-5462" } },
    headers,
  );
  expect(corrected.body).toMatchObject({ formId, status: "submitted", errors: [] });
  expect((await recordsOf(formId)).map(({ payeeRef }) => payeeRef)).toEqual([`${formId}.1`, `${formId}.2`]);
});

test("a submission that validation refuses creates nothing, and names its fields", async () => {
  const before = ((await standIn("/records"))["records"] as AtVendor[]).length;
  const address = { ...usAddress, line1: "1 Main Street, at the corner of Elm and the long road" };
  const recipient = { tinType: "SSN", tin: "457-55-5463", firstName: "Ray", lastName: "R", address };
  expect(await file({ recipient })).toMatchObject({
    status: 400,
    body: { details: { fields: [{ path: "recipient.address.line1", rule: "S00_000100" }] } },
  });
  expect((await standIn("/records"))["records"]).toHaveLength(before);
});

test("a response lost after creation leaves one record, which is transmitted once", async () => {
  for (const path of ["/v2.0.0/form1099nec/create", "/v2.0.0/form1099/transmit"]) {
    await fault({ path, latencyMs: timeoutMs * 2, times: 1 });
    expect(await file({ taxYear: 2026, nonEmployeeCompensation: 2_100 })).toMatchObject({
      status: 500,
      body: { code: "TAX_PROVIDER_ERROR", details: { retryable: true } },
    });
    const formId = await formIdOfDraft();
    await expect.poll(async () => (await recordsOf(formId)).length).toBe(1);
    await fault(null);
    await poll(formId);
    expect((await read(formId)).body.status).toBe("submitted");
    await poll(formId);
    expect(await recordsOf(formId)).toMatchObject([{ status: "TRANSMITTED", transmissions: 1 }]);
  }
});

test("a token that the provider forgot is replaced", async () => {
  const known = app.running.platform.contextIn("hub") as HubContext;
  await fault({ path: "/v2.0.0/business/get", status: 401, times: 1 });
  expect((await file()).status).toBe(200);
  expect(await known.ports.tax.provider.checkCredentials()).toBe(true);
});

test("a webhook without a valid signature and timestamp is rejected, and one with them only triggers a status request", async () => {
  const { formId, recordId } = (await file()).body;
  const timestamp = "11/29/2026 05:45:55.086 AM";
  const signature = signTaxBanditsWebhook(demoTaxBandits, timestamp);
  const body = {
    SubmissionId: "x",
    FormType: "FORM1099NEC",
    Records: [{ RecordId: recordId, Status: "Accepted" }],
  };
  const send = (more: Record<string, string>, sent: object = body) =>
    app.post("/integrations/taxfiling/taxbandits-webhook", sent, more);
  for (const more of [{}, { signature }, { timestamp }, { timestamp: "11/29/2026 06:00:00 AM", signature }])
    expect((await send(more as Record<string, string>)).body.code).toBe("INVALID_SIGNATURE");
  expect((await send({ timestamp, signature }, { Records: [] })).body.code).toBe("VALIDATION_ERROR");
  expect((await send({ timestamp, signature })).body).toMatchObject({ known: 1, changed: 0 });
  expect((await read(formId)).body.status).toBe("submitted");
});

test("corrections are refused before anything is sent", async () => {
  const { formId, recordId } = (await file()).body;
  await decide("accept", recordId);
  const refused = await app.post(`${forms}/${formId}/correct`, { nonEmployeeCompensation: 5 }, headers);
  expect(refused).toMatchObject({
    status: 400,
    body: { details: { fields: [{ rule: "CORRECTION_UNAVAILABLE" }] } },
  });
  expect((await read(formId)).body.status).toBe("accepted");
});

test("statuses and faults of the vendor are read as ours", () => {
  const texts = [
    "CREATED",
    "Sent to Agency",
    "SENT_TO_AGENCY",
    "ACCEPTEDWITHERRORS",
    "ACCEPTED_WITH_ERRORS",
    "?",
  ];
  expect(texts.map(statusOf)).toEqual([
    "created",
    "transmitted",
    "transmitted",
    "accepted",
    "accepted",
    null,
  ]);
  expect(faultOf({ Id: "F00-100142", Name: "ReturnData[0].NECFormData.NEC" })).toEqual({
    code: "F00_100142",
    field: "nonEmployeeCompensation",
  });
  expect(faultOf({ Id: null, Name: "ReturnHeader.Business.Address.City" })).toEqual({
    code: "UNKNOWN",
    field: "businessId",
  });
});
