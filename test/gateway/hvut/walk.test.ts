import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { nextEin, sampleFiler } from "../../walk/samples/door-samples-hvut.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { mailsTo, mailTo } from "../invoicing/app/mails.ts";
import { textOfPdf } from "../invoicing/app/pdf-text.ts";
import { callEfile, createFiling, oneShot } from "./filers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const [truck, tractor, hauler] = ["3AKJHHDR9JSJV5535", "1XKYD49X5EJ398245", "1M1AW07Y4FM012345"];
const createAccount = () => createFiling(app);
const atEfile = (path: string, body: unknown) => callEfile(app, path, body);

const control = (method: string, body?: unknown) =>
  fetch(`${app.sandboxUrl}/control/efile`, {
    method,
    headers: { "content-type": "application/json", connection: "close" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

test("tools and one EIN page lead from an empty account to a stamped Schedule 1", async () => {
  const { act, call, filer } = await createAccount();
  expect((await act("list_filers")).filers).toEqual([]);
  const { id: filerId, token } = await filer();
  expect((await app.post(token, { ein: nextEin(), pin: "48213" })).status).toBe(404);
  expect(await act("validate_ein", { filerId })).toMatchObject({ valid: true, reason: null });
  await act("add_vehicle", { filerId, vin: truck, taxableGrossWeight: 80_000 });
  await act("add_vehicle", { filerId, vin: tractor, category: "C", logging: true });
  expect((await act("list_vehicles", { filerId, period: 2026, filed: false })).total).toBe(2);

  const { filingId } = await act("create_2290_draft", { filerId, period: 2026, firstUseMonth: "2026-08" });
  await act("add_filing_vehicle", { filingId, vin: truck });
  const withTwo = await act("add_filing_vehicle", { filingId, vin: tractor, suspended: "low_mileage" });
  expect(withTwo).toMatchObject({
    status: "draft",
    line2: 504.17,
    balanceDue: 504.17,
    dueDate: "2026-09-30",
  });
  const judged = await act("validate_2290", { filingId });
  expect(judged.errors.map(({ rule }: { rule: string }) => rule)).toEqual(["F2290-068"]);
  const refused = await call("get_schedule1", { filingId });
  expect([refused.status, refused.body.code]).toEqual([409, "NOT_ACCEPTED"]);
  expect((await act("set_irs_payment_method", { filingId, method: "eftps" })).status).toBe("ready");
  const signing = { filingId, signatoryName: "Sal Sample", agreeToJurat: true };
  expect((await act("sign_2290", signing)).status).toBe("signed");
  const edited = await act("update_2290_draft", { filingId, consent: true });
  expect(edited).toMatchObject({ status: "ready", signature: null });
  await act("sign_2290", signing);
  const sent = await act("file_2290", { filingId });
  expect(sent).toMatchObject({ filingId, status: "submitted" });
  expect(sent.submissionId).toMatch(/^sub_/);
  expect((await call("update_2290_draft", { filingId, consent: false })).body.code).toBe("INVALID_STATE");

  await atEfile("/submissions/process", { reference: `${filingId}.1` });
  expect((await act("get_filing", { filingId })).status).toBe("accepted");
  const schedule = await act("get_schedule1", { filingId });
  expect(schedule).toMatchObject({ status: "stamped", totalReported: 2, totalSuspended: 1, totalTaxable: 1 });
  const { content } = await act("render_schedule1_pdf", { filingId });
  const text = textOfPdf(Buffer.from(content, "base64"));
  for (const shown of [truck, `${tractor} W`, schedule.verificationCode, "E-FILED"])
    expect(text).toContain(shown);
  const check = await app.get(`/verify/${schedule.verificationCode}`);
  expect(check.body).toMatchObject({ valid: true, filer: "Sample Haulage LLC", period: 2026 });
  expect((await app.get("/verify/0123456789abcdef0123456789abcdef")).body.valid).toBe(false);

  const increase = await act("amend_filing", {
    filingId,
    change: "mileage_exceeded",
    details: { vin: tractor },
    agreeToJurat: true,
  });
  expect(increase.filings[0]).toMatchObject({ kind: "mileage_exceeded", line2: 99, parentId: filingId });
});

test("a VIN correction voids and replaces the Schedule 1 without tax", async () => {
  const { act, filer } = await createAccount();
  const { id: filerId } = await filer();
  const { filingId } = await act("file_2290", oneShot(filerId, [truck, hauler]));
  await atEfile("/submissions/process", { reference: `${filingId}.1` });
  const { verificationCode } = await act("get_schedule1", { filingId });
  const amended = await act("amend_filing", {
    filingId,
    change: "vin_correction",
    details: { wrongVin: truck, vin: tractor, reason: "mistyped" },
    agreeToJurat: true,
  });
  expect(amended.filings[0]).toMatchObject({ kind: "vin_correction", balanceDue: 0 });
  await atEfile("/submissions/process", { reference: `${amended.filingId}.1` });
  expect(await act("get_schedule1", { filingId })).toMatchObject({
    status: "voided",
    replacedBy: amended.filingId,
  });
  expect((await app.get(`/verify/${verificationCode}`)).body.valid).toBe(false);
  const { vehicles } = await act("get_schedule1", { filingId: amended.filingId });
  expect(vehicles.map(({ vin }: { vin: string }) => vin)).toEqual([tractor, hauler]);
});

test("a rejected return gives its reasons, releases its vehicles, and is filed again under the same ID", async () => {
  const { act, call, filer } = await createAccount();
  const { id: filerId } = await filer();
  const { filingId } = await act("file_2290", oneShot(filerId, [truck]));
  await atEfile("/submissions/process", { reference: `${filingId}.1`, outcome: "reject" });
  const { errors } = await act("get_filing_errors", { filingId });
  expect(errors).toMatchObject([{ code: "R0000-500", fix: expect.stringContaining("EIN") }]);
  expect((await call("get_schedule1", { filingId })).body.code).toBe("NOT_ACCEPTED");
  const again = await act("resubmit_filing", { filingId, agreeToJurat: true });
  expect(again).toMatchObject({ filingId, status: "submitted" });
  await atEfile("/submissions/process", { reference: `${filingId}.2` });
  expect((await act("get_filing", { filingId })).acks).toHaveLength(2);
  expect((await act("get_schedule1", { filingId })).status).toBe("stamped");
});

test("one of twenty concurrent returns gets the vehicle, and each month is a separate return", async () => {
  const { act, call, filer } = await createAccount();
  const { id: filerId } = await filer();
  const tries = await Promise.all(
    Array.from({ length: 20 }, () => call("file_2290", oneShot(filerId, [truck]))),
  );
  expect(tries.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(tries.filter(({ body }) => body.code === "DUPLICATE")).toHaveLength(19);
  expect((await act("list_filings", { filerId })).total).toBe(1);
  const months = {
    ...oneShot(filerId, []),
    vehicles: [
      { vin: tractor, category: "A", firstUseMonth: "2026-09" },
      { vin: hauler, category: "A", firstUseMonth: "2026-12" },
    ],
  };
  const { filings } = await act("file_2290", months);
  expect(filings.map(({ line2 }: { line2: number }) => line2)).toEqual([83.33, 58.33]);
});

test("an unavailable e-file service does not block: the same key files once, and a job sends it", async () => {
  const { act, call, filer } = await createAccount();
  const { id: filerId } = await filer();
  onTestFinished(async () => void (await control("DELETE")));
  await control("POST", { status: 503 });
  const key = newId("key");
  const first = await call("file_2290", oneShot(filerId, [truck]), key);
  expect(first.body).toMatchObject({ status: "submitted", submissionId: null });
  expect((await call("file_2290", oneShot(filerId, [truck]), key)).body.filingId).toBe(first.body.filingId);
  await control("DELETE");
  const { refreshDueFilings } =
    await import("../../../subgraphs/gateway/hvut/filings/acknowledge.service.ts");
  const ctx = app.running.platform.contextIn("gateway");
  const later = { ...ctx, clock: { now: () => new Date(Date.now() + 120_000) } };
  await refreshDueFilings(later as never);
  const { filingId } = first.body;
  expect((await act("get_filing", { filingId })).submissionId).toMatch(/^sub_/);
  await atEfile("/submissions/process", { reference: `${filingId}.1`, notify: false });
  await refreshDueFilings({ ...ctx, clock: { now: () => new Date(Date.now() + 240_000) } } as never);
  expect((await act("get_filing", { filingId })).status).toBe("accepted");
});

test("a wrong check digit needs confirmation, and an unsigned acknowledgement is rejected", async () => {
  const { act, call, filer } = await createAccount();
  const { id: filerId } = await filer();
  const mistyped = oneShot(filerId, ["1M8GDM9A1KP042788"]);
  const refused = await call("file_2290", mistyped);
  expect([refused.status, refused.body.details.rule]).toEqual([422, "VIN_CHECK_DIGIT"]);
  const { filingId } = await act("file_2290", { ...mistyped, acknowledgeVin: true });
  const body = { id: "ack_1", data: { reference: `${filingId}.1` } };
  expect((await app.post("/irs/acks", body, { "x-efile-signature": "t=1,v1=00" })).status).toBe(400);
});

test("a VIN changes on drafts with the vehicle, and is frozen once filed", async () => {
  const { act, call, filer, filed } = await createAccount();
  const { id: filerId } = await filer();
  const { id: vehicleId } = await act("add_vehicle", { filerId, vin: truck, taxableGrossWeight: 60_000 });
  const { filingId } = await act("create_2290_draft", { filerId, period: 2026, firstUseMonth: "2026-08" });
  await act("record_vehicle_disposal", { vehicleId, kind: "sold", date: "2025-12-15" });
  const paidElsewhere = { taxPaid: 550, firstUseMonth: "2025-07" };
  const credits = [{ vin: truck, reason: "sold", amount: 20, paidElsewhere }];
  const changes = { vehicles: [{ vin: truck }], credits, payment: { method: "eftps" } };
  expect((await act("update_2290_draft", { filingId, ...changes })).status).toBe("ready");
  await act("sign_2290", { filingId, signatoryName: "Sal Sample", agreeToJurat: true });
  await act("add_vehicle", { filerId, vin: hauler, category: "A" });
  expect((await call("update_vehicle", { vehicleId, vin: hauler })).body.code).toBe("DUPLICATE");
  const updated = await act("update_vehicle", { vehicleId, vin: tractor, category: "V", unitNumber: "7" });
  expect(updated).toMatchObject({ vin: tractor, category: "V", taxableGrossWeight: null, unitNumber: "7" });
  expect(await act("get_filing", { filingId })).toMatchObject({
    status: "ready",
    signature: null,
    vehicles: [{ vin: tractor, category: "F" }],
    credits: [{ vin: tractor }],
  });
  expect((await call("update_vehicle", { vehicleId, version: 1, unitNumber: "8" })).body.code).toBe(
    "VERSION_CONFLICT",
  );
  const clashing = await call("update_vehicle", { vehicleId, category: "A", taxableGrossWeight: 80_000 });
  expect(clashing.body.code).toBe("VALIDATION_ERROR");

  await act("file_2290", { filingId, agreeToJurat: true });
  const frozen = await call("update_vehicle", { vehicleId, vin: truck });
  expect([frozen.status, frozen.body.code]).toEqual([409, "HAS_DOCUMENTS"]);
  expect(JSON.stringify(frozen.body)).toContain("correct_vin");
  expect(await act("update_vehicle", { vehicleId, vin: tractor, unitNumber: null })).toMatchObject({
    vin: tractor,
    unitNumber: null,
  });
  expect(await filed(filerId, oneShot(filerId, [truck]))).toMatch(/^fil_/);
});

test("a line of a draft changes its tax, and a draft is discarded until it is filed", async () => {
  const { act, call, filer } = await createAccount();
  const { id: filerId } = await filer();
  const head = { filerId, period: 2026, firstUseMonth: "2026-07" };
  const amended = await call("create_2290_draft", { ...head, kind: "vin_correction" });
  expect(amended.body.details.fields).toMatchObject([{ path: "kind" }]);
  const { filingId } = await act("create_2290_draft", { ...head, kind: "original" });
  await act("add_filing_vehicle", { filingId, vin: truck, category: "A" });
  const line = { filingId, vin: truck.toLowerCase() };
  expect((await act("update_filing_vehicle", { ...line, category: "V" })).line2).toBe(550);
  expect((await act("update_filing_vehicle", { ...line, logging: true })).line2).toBe(412.5);
  const suspended = await act("update_filing_vehicle", { ...line, suspended: "low_mileage" });
  expect([suspended.line2, suspended.vehicles[0].category]).toEqual([0, "W"]);
  expect((await act("update_filing_vehicle", { ...line, suspended: null })).line2).toBe(412.5);
  expect((await call("update_filing_vehicle", { ...line, vin: hauler })).body.code).toBe("NOT_FOUND");
  expect(await act("discard_2290_draft", { filingId })).toEqual({ discarded: true });
  expect((await call("get_filing", { filingId })).body.code).toBe("NOT_FOUND");
  expect((await act("list_vehicles", { filerId })).total).toBe(1);
  const sent = await act("file_2290", oneShot(filerId, [truck]));
  const refused = await call("discard_2290_draft", { filingId: sent.filingId });
  expect(refused.body).toMatchObject({ code: "INVALID_STATE", details: { current: "submitted" } });
});

test("a stamped Schedule 1 is e-mailed as a PDF to each recipient once, and a voided one never", async () => {
  const { act, call, filer, filed } = await createAccount();
  const { id: filerId } = await filer();
  const mail = (filingId: string, key = newId("key")) =>
    call(
      "email_schedule1",
      { filingId, to: ["driver@haul.example", "Driver@haul.example", "dmv@state.example"] },
      key,
    );
  const sent = await act("file_2290", oneShot(filerId, [hauler]));
  expect((await mail(sent.filingId)).body.code).toBe("NOT_ACCEPTED");
  const filingId = await filed(filerId, oneShot(filerId, [truck]));
  const key = newId("key");
  expect((await mail(filingId, key)).body).toEqual({ filingId, sent: 2 });
  await mail(filingId, key);
  expect(await mailTo(app, "dmv@state.example")).toMatchObject({
    to: ["dmv@state.example"],
    subject: "Schedule 1 (Form 2290) of Sample Haulage LLC, July 2026 to June 2027",
    attachments: [{ filename: `schedule-1-2026-${filingId}.pdf`, contentType: "application/pdf" }],
  });
  await mailTo(app, "river@haul.example");
  expect(await mailsTo(app, "river@haul.example")).toHaveLength(1);
  const correction = { change: "vin_correction", details: { wrongVin: truck, vin: tractor, reason: "typo" } };
  const amended = await act("amend_filing", { filingId, ...correction, agreeToJurat: true });
  await atEfile("/submissions/process", { reference: `${amended.filingId}.1` });
  expect((await mail(filingId)).body).toMatchObject({
    code: "INVALID_STATE",
    details: { current: "voided" },
  });
});

test("an import maps columns by name, and names a column that is missing", async () => {
  const { act, call, filer } = await createAccount();
  const { id: filerId } = await filer();
  const csv = `Truck No,Serial,Gross\n17,${truck},"80,000"\n18,${hauler},60000\n`;
  const mapping = { vin: "serial", weight: "GROSS", unitNumber: "truck-no" };
  const missing = await call("import_vehicles", { filerId, csv, mapping: { ...mapping, logging: "Log" } });
  expect(missing.body.details.fields).toMatchObject([{ path: "mapping.logging" }]);
  expect((await call("import_vehicles", { filerId, csv })).body.code).toBe("VALIDATION_ERROR");
  expect((await act("import_vehicles", { filerId, csv, mapping })).added).toBe(2);
  const { vehicles } = await act("list_vehicles", { filerId });
  expect(vehicles).toMatchObject([
    { unitNumber: expect.stringMatching(/^1[78]$/), taxableGrossWeight: expect.any(Number) },
    { unitNumber: expect.stringMatching(/^1[78]$/) },
  ]);
});

test("payments to the IRS are recorded once, with what is open on the returns", async () => {
  const { act, call, filer } = await createAccount();
  const { id: filerId } = await filer();
  const draft = await act("create_2290_draft", { filerId, period: 2026, firstUseMonth: "2026-08" });
  const payment = { amount: 500, date: "2026-01-15", reference: " 270400111 " };
  const early = await call("record_irs_payment", { ...payment, filingId: draft.filingId });
  expect(early.body.code).toBe("INVALID_STATE");
  const { filingId } = await act("file_2290", oneShot(filerId, [truck]));
  const first = await act("record_irs_payment", { ...payment, filingId });
  expect(first).toMatchObject({
    method: "eftps",
    amount: 500,
    reference: "270400111",
    balance: { taxDue: 550, paid: 500, open: 50, overpaid: 0 },
  });
  const other = await act("file_2290", oneShot(filerId, [hauler]));
  const again = await call("record_irs_payment", { ...payment, filingId: other.filingId });
  expect([again.status, again.body.code]).toEqual([409, "DUPLICATE"]);
  const later = await call("record_irs_payment", { ...payment, filingId, date: "2999-01-01" });
  expect(later.body.details.fields).toMatchObject([{ path: "date" }]);
  const check = { filingId, amount: 60, date: "2026-01-16", reference: "270400111", method: "check" };
  await act("record_irs_payment", check);
  const listed = await act("list_irs_payments", { filerId, period: 2026 });
  expect(listed.balance).toEqual({ taxDue: 1100, paid: 560, open: 550, overpaid: 10 });
  expect(listed.payments).toMatchObject([
    { method: "check", balance: { open: 0, overpaid: 10 } },
    { method: "eftps" },
  ]);
  expect(await act("list_irs_payments", { filerId, period: 2025 })).toMatchObject({
    total: 0,
    balance: { taxDue: 0, paid: 0 },
  });
});

test("one of two concurrent payments gets the confirmation number", async () => {
  const { act, call, filer } = await createAccount();
  const { id: filerId } = await filer();
  const filed = [
    await act("file_2290", oneShot(filerId, [truck])),
    await act("file_2290", oneShot(filerId, [hauler])),
  ];
  const payment = { amount: 1, date: "2026-01-15", reference: "270400222" };
  const tries = await Promise.all(
    filed.map(({ filingId }) => call("record_irs_payment", { ...payment, filingId })),
  );
  expect(tries.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
  expect((await act("list_irs_payments", { filerId })).total).toBe(1);
});

test("a person enters EIN and PIN on a page without scripts, which shows errors and works once", async () => {
  const { act } = await createAccount();
  const { entryUrl } = await act("create_filer", { ...sampleFiler, businessName: `<b>"Haul" & Co` });
  const path = new URL(entryUrl).pathname;
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  const page = await app.get(path, browser);
  expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.text).toContain("&lt;b&gt;&quot;Haul&quot; &amp; Co");
  expect(page.text).toMatch(/<form method="post"[\s\S]*name="ein"[\s\S]*name="pin"/);
  expect(page.text).not.toMatch(/<script|<img|<b>/);
  expect(page.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'sha256-.*form-action 'self'; frame-ancestors 'none'$/,
  );
  expect(page.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  const form = {
    ...browser,
    "content-type": "application/x-www-form-urlencoded",
    origin: new URL(entryUrl).origin,
  };
  const send = (ein: string) =>
    app.running.router.server.inject({
      method: "POST",
      url: path,
      headers: form,
      payload: new URLSearchParams({ ein, pin: "48213" }).toString(),
    });
  const wrong = await send("00-1234567");
  expect([wrong.statusCode, wrong.body.includes("0012345"), wrong.body.includes("1234567")]).toEqual([
    400,
    false,
    false,
  ]);
  expect(wrong.body).toMatch(/role="alert"[\s\S]*<li>EIN [\s\S]*<form/);
  const done = await send(nextEin());
  expect([done.statusCode, done.body.includes("<form")]).toEqual([200, false]);
  expect(done.body).toContain(`role="status"`);
  const used = await app.get(path, browser);
  expect([used.status, used.text.includes("was already used or has expired")]).toEqual([404, true]);
  expect((await app.get(path)).body.code).toBe("NOT_FOUND");
});
