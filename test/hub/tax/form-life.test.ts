import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { refreshDueForms } from "../../../subgraphs/hub/tax/forms/refresh-form.service.ts";
import { formStatuses, formSteps, stepsTo } from "../../../subgraphs/hub/tax/forms/form-states.ts";
import { until } from "../../support/poll.ts";
import { atTaxFiling, taxFaults, usAddress } from "../../support/tax.ts";
import { forms, useTaxApp, type Filer } from "./tax-app.ts";

const tax = useTaxApp();
const status = async (filer: Filer, formId: string) => (await tax.read(filer, formId)).body.status as string;
const typesOf = async (formId: string) => (await tax.events(formId)).map(({ type }) => type);
const change = ({ headers }: Filer, formId: string, what: string, body: object = {}) =>
  tax.app.post(`${forms}/${formId}/${what}`, body, headers);
const makeDue = (formId: string) =>
  tax.app.database.query(
    "UPDATE hub.tax_forms SET next_poll_at = now() - interval '1 s', sending_until = NULL WHERE id = $1",
    [formId],
  );
const poll = () => refreshDueForms(tax.app.running.platform.contextIn("hub") as HubContext);

test("a form's transitions are those of the table, and reports cause no other", () => {
  expect(formSteps).toEqual({
    draft: ["submitted", "deleted"],
    submitted: ["transmitted"],
    transmitted: ["accepted", "rejected"],
    rejected: ["submitted"],
    accepted: ["corrected", "voided"],
    corrected: [],
    voided: [],
    deleted: [],
  });
  for (const from of formStatuses)
    for (const reported of ["submitted", "transmitted", "accepted", "rejected"] as const) {
      let at = from;
      for (const step of stepsTo(from, reported)) {
        expect(formSteps[at]).toContain(step);
        at = step;
      }
      expect([from, reported, [from, reported]].flat()).toContain(at);
    }
});

test("a signed webhook accepts a form, and duplicates change nothing", async () => {
  const filer = await tax.filer();
  const { formId, recordId } = (await tax.file(filer)).body;
  await atTaxFiling(tax.app, "/webhooks/faults", { copies: 3 });
  await tax.decide("transmit", { recordId });
  expect(await status(filer, formId)).toBe("transmitted");
  await tax.decide("accept", { recordId });
  expect((await tax.read(filer, formId)).body).toMatchObject({
    status: "accepted",
    decidedAt: expect.any(String),
  });
  expect(await typesOf(formId)).toEqual(["tax.form.submitted", "tax.form.accepted"]);
});

test("a form with a number that was never issued is rejected, and sent again after its correction", async () => {
  const filer = await tax.filer();
  const recipient = {
    tinType: "SSN",
    tin: "078-05-1120",
    firstName: "Ray",
    lastName: "R",
    address: usAddress,
  };
  const { formId } = (await tax.file(filer, { recipient })).body;
  await tax.decide("decide");
  expect((await tax.read(filer, formId)).body).toMatchObject({
    status: "rejected",
    errors: [{ code: "TIN_NAME_MISMATCH", field: "recipient.tin", message: expect.any(String) }],
  });
  expect(await tax.file(filer, { recipient })).toMatchObject({
    status: 409,
    body: { details: { formId, currentState: "rejected", allowed: ["submitted"] } },
  });
  expect((await change(filer, formId, "void")).body.code).toBe("FORM_STATE_CONFLICT");
  const better = { ...recipient, tin: "457-55-5462" };
  await taxFaults(tax.app, { status: 500 });
  expect((await change(filer, formId, "correct", { recipient: better })).status).toBe(500);
  expect(await status(filer, formId)).toBe("rejected");
  await taxFaults(tax.app, null);
  const fixed = await change(filer, formId, "correct", { recipient: better });
  expect(fixed.body).toMatchObject({
    formId,
    status: "submitted",
    errors: [],
    recipient: { tinMasked: "***-**-5462" },
  });
  await tax.decide("decide");
  expect(await status(filer, formId)).toBe("accepted");
  expect(await typesOf(formId)).toEqual(
    ["submitted", "rejected", "submitted", "accepted"].map((name) => `tax.form.${name}`),
  );
});

test("an accepted form is corrected by a new one, which can be voided", async () => {
  const filer = await tax.filer();
  const { formId } = (await tax.file(filer)).body;
  expect(await change(filer, formId, "correct", { nonEmployeeCompensation: 2 })).toMatchObject({
    status: 409,
    body: { code: "FORM_STATE_CONFLICT", details: { currentState: "submitted", allowed: ["transmitted"] } },
  });
  await tax.decide("accept");
  const corrected = await change(filer, formId, "correct", { nonEmployeeCompensation: 2000 });
  expect(corrected.body).toMatchObject({
    kind: "correction",
    originalFormId: formId,
    status: "submitted",
    nonEmployeeCompensation: 2000,
  });
  expect(await status(filer, formId)).toBe("corrected");
  expect(await typesOf(formId)).toEqual(
    ["submitted", "accepted", "corrected"].map((name) => `tax.form.${name}`),
  );
  expect((await change(filer, formId, "void")).body.code).toBe("FORM_STATE_CONFLICT");
  await tax.decide("accept");
  const voided = await change(filer, corrected.body.formId, "void");
  expect(voided.body).toMatchObject({
    kind: "void",
    originalFormId: corrected.body.formId,
    status: "submitted",
  });
  expect(await status(filer, corrected.body.formId)).toBe("voided");
});

test("10 concurrent voids are one", async () => {
  const filer = await tax.filer();
  const { formId } = (await tax.file(filer)).body;
  await tax.decide("accept");
  const answers = await Promise.all(Array.from({ length: 10 }, () => change(filer, formId, "void")));
  expect(answers.map((one) => one.status).sort((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)]);
});

test("the job queries a form whose webhook is missing", async () => {
  const filer = await tax.filer();
  const { formId, recordId } = (await tax.file(filer)).body;
  await atTaxFiling(tax.app, "/webhooks/faults", { drop: true });
  await tax.decide("reject", { recordId, code: "SOMETHING_NEW" });
  expect(await status(filer, formId)).toBe("submitted");
  await makeDue(formId);
  expect(await poll()).toBeGreaterThan(0);
  expect((await tax.read(filer, formId)).body).toMatchObject({
    status: "rejected",
    errors: [{ code: "SOMETHING_NEW", field: null, message: "The form was rejected." }],
  });
});

test("the job finds a draft that the provider has, and deletes one that it does not have", async () => {
  const filer = await tax.filer();
  const { formId } = (await tax.file(filer)).body;
  // As it is when the process died before it could write down the answer.
  await tax.app.database.query(
    "UPDATE hub.tax_forms SET status = 'draft', submission_id = NULL, record_id = NULL, sent_attempt = 0 WHERE id = $1",
    [formId],
  );
  await makeDue(formId);
  await taxFaults(tax.app, { status: 500 });
  await tax.file(filer);
  await taxFaults(tax.app, null);
  const [lost] = (await tax.app.get(`${forms}?status=draft`, filer.headers)).body.forms;
  // The job of the running platform may have queried either of them while the provider failed.
  await until("both drafts are settled", async () => {
    await makeDue(formId);
    await makeDue(lost.formId);
    await poll();
    const { body } = await tax.read(filer, lost.formId);
    return (await status(filer, formId)) !== "draft" && body.status !== "draft";
  });
  expect(await status(filer, formId)).toBe("submitted");
  expect((await tax.read(filer, lost.formId)).body.code).toBe("FORM_NOT_FOUND");
});

test("an unsigned webhook has no effect", async () => {
  const body = JSON.stringify({
    id: "txe_1",
    type: "record.status_changed",
    data: { reference: "f1099_x.1" },
  });
  const secret = "demo-tax-webhook-secret-not-for-production";
  const sign = (text: string, at: number, key = secret) =>
    `t=${at},v1=${createHmac("sha256", key).update(`${at}.${text}`).digest("hex")}`;
  const now = Math.floor(Date.now() / 1000);
  const send = async (signature: string | null, payload = body) => {
    const answer = await fetch(`${tax.app.url}/integrations/taxfiling/webhook`, {
      method: "POST",
      headers: signature === null ? {} : { "x-taxfiling-signature": signature },
      body: payload,
    });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  for (const [signature, payload] of [
    [null, body],
    ["", body],
    [sign(body, now, "another secret"), body],
    [sign(body, now - 302), body],
    [sign(body, now), `${body} `],
    [sign(body, now).replace("v1", "v0"), body],
  ] as const)
    expect(await send(signature, payload)).toEqual([400, "INVALID_SIGNATURE"]);
  expect(await send(sign(body, now))).toEqual([200, undefined]);
});

test("copy B is a PDF, the same each time", async () => {
  const filer = await tax.filer();
  const { formId } = (await tax.file(filer)).body;
  const first = await tax.app.get(`${forms}/${formId}/pdf`, filer.headers);
  expect(first.body).toMatchObject({ contentType: "application/pdf", encoding: "base64", formId });
  expect(Buffer.from(first.body.content, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  expect((await tax.app.get(`${forms}/${formId}/pdf`, filer.headers)).text).toBe(first.text);
});

test("forms are filtered, for the own account only", async () => {
  const filer = await tax.filer();
  const { formId } = (await tax.file(filer)).body;
  const list = (query: string, { headers }: Filer = filer) => tax.app.get(`${forms}?${query}`, headers);
  const query = `businessId=${filer.businessId}&taxYear=2025&status=submitted`;
  expect((await list(query)).body).toMatchObject({ success: true, total: 1, forms: [{ formId }] });
  for (const other of ["taxYear=2024", "status=accepted", "businessId=biz_x"])
    expect((await list(other)).body).toMatchObject({ total: 0, forms: [] });
  expect((await list(query, await tax.filer())).body.total).toBe(0);
});
