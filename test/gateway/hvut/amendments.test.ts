import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { textOfPdf } from "../invoicing/app/pdf-text.ts";
import { callEfile, createFiling, oneShot } from "./filers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const [truck, tractor, hauler] = ["3AKJHHDR9JSJV5535", "1XKYD49X5EJ398245", "1M1AW07Y4FM012345"];
const createAccount = () => createFiling(app);

test("a vehicle's line is amended once by twenty concurrent requests, and again only from its latest state", async () => {
  const { act, call, filer, filed } = await createAccount();
  const { id: filerId } = await filer();
  const vehicles = [{ vin: truck, category: "C", firstUseMonth: "2026-07" }];
  const filingId = await filed(filerId, { vehicles });
  const increase = (newWeight: number, month = "2026-11") => ({
    filingId,
    change: "weight_increase",
    details: { vin: truck, month, newWeight },
    agreeToJurat: true,
  });
  const drafts = await Promise.all(
    [1, 2].map(() =>
      act("report_weight_increase", { vin: truck, period: 2026, month: "2026-11", newWeight: 60_000 }),
    ),
  );
  const tries = await Promise.all(Array.from({ length: 20 }, () => call("amend_filing", increase(60_000))));
  const [won, ...more] = tries.filter(({ status }) => status < 300);
  expect(more).toEqual([]);
  expect(tries.filter(({ body }) => body.code === "DUPLICATE")).toHaveLength(19);
  expect(won!.body.filings[0]).toMatchObject({ line3: 44, dueDate: "2026-12-31", parentId: filingId });
  await callEfile(app, "/submissions/process", { reference: `${won!.body.filingId}.1` });
  const again = await call("amend_filing", increase(60_000));
  expect([again.status, again.body.details.rule]).toEqual([422, "NO_INCREASE"]);
  for (const { filingId: stale } of drafts)
    expect((await call("file_2290", { filingId: stale, agreeToJurat: true })).body).toMatchObject({
      code: "DUPLICATE",
      details: { filingId: won!.body.filingId },
    });
  const edited = await call("add_filing_vehicle", {
    filingId: drafts[0].filingId,
    vin: hauler,
    category: "V",
  });
  expect(edited.body.details.rule).toBe("AMENDED_VEHICLE");
  const second = await act("amend_filing", increase(62_000, "2027-02"));
  expect(second.filings[0]).toMatchObject({ parentId: won!.body.filingId, line3: 18.33 });
  await callEfile(app, "/submissions/process", { reference: `${second.filingId}.1` });
  const correction = {
    change: "vin_correction",
    details: { wrongVin: truck, vin: tractor, reason: "mistyped" },
  };
  const corrected = await act("amend_filing", { filingId, ...correction, agreeToJurat: true });
  await callEfile(app, "/submissions/process", { reference: `${corrected.filingId}.1` });
  const twice = await call("amend_filing", { filingId, ...correction, agreeToJurat: true });
  expect(twice.body).toMatchObject({ code: "DUPLICATE", details: { filingId: corrected.filingId } });
  for (const voided of [filingId, won!.body.filingId, second.filingId])
    expect((await act("get_schedule1", { filingId: voided })).replacedBy).toBe(corrected.filingId);
  const copy = await act("get_schedule1", { filingId: corrected.filingId });
  expect(copy.vehicles).toEqual([{ vin: tractor, category: "H" }]);
  expect((await act("list_amendments", { filingId })).total).toBe(5);
});

test("a VIN on another return is no valid correction, and the wrong VIN is released", async () => {
  const { act, call, filer, filed } = await createAccount();
  const { id: filerId } = await filer();
  const first = await filed(filerId, oneShot(filerId, [truck]));
  await filed(filerId, oneShot(filerId, [hauler]));
  const correct = (vin: string) => ({
    filingId: first,
    change: "vin_correction",
    details: { wrongVin: truck, vin, reason: "mistyped" },
    agreeToJurat: true,
  });
  expect((await call("amend_filing", correct(hauler))).body.code).toBe("DUPLICATE");
  const { filingId } = await act("amend_filing", correct(tractor));
  await callEfile(app, "/submissions/process", { reference: `${filingId}.1` });
  expect((await call("file_2290", oneShot(filerId, [tractor]))).body.code).toBe("DUPLICATE");
  await filed(filerId, oneShot(filerId, [truck]));
});

test("a credit stays within the tax paid and is granted once", async () => {
  const { act, call, filer, filed } = await createFiling(app, "2027-03-15T12:00:00Z");
  const { id: filerId } = await filer();
  await filed(filerId, oneShot(filerId, [truck, tractor]));
  const { vehicles } = await act("list_vehicles", { filerId });
  const { id: vehicleId } = vehicles.find(({ vin }: { vin: string }) => vin === truck);
  const draft = await act("create_2290_draft", { filerId, period: 2026, firstUseMonth: "2027-02" });
  const head = {
    filingId: draft.filingId,
    vehicles: [{ vin: hauler, category: "V" }],
    payment: { method: "eftps" },
  };
  const credit = async (asked: Record<string, unknown>) => {
    const { filingId } = await act("update_2290_draft", {
      ...head,
      credits: [{ vin: truck, reason: "sold", ...asked }],
    });
    const { errors } = await act("validate_2290", { filingId });
    return errors.map(({ rule }: { rule: string }) => rule);
  };
  expect(await credit({ amount: 100 })).toEqual(["CREDIT_SOURCE"]);
  await act("record_vehicle_disposal", { vehicleId, kind: "sold", date: "2026-12-15" });
  expect(await credit({ amount: 275.01 })).toEqual(["F2290-004-01", "CREDIT_AMOUNT"]);
  expect(await credit({ amount: 100, reason: "stolen" })).toEqual(["CREDIT_SOURCE"]);
  expect(await credit({ vin: tractor, amount: 100, reason: "low_mileage" })).toEqual(["CREDIT_SOURCE"]);
  const elsewhere = { vin: tractor, reason: "low_mileage", amount: 100 };
  expect(await credit({ ...elsewhere, paidElsewhere: { taxPaid: 99, firstUseMonth: "2025-07" } })).toEqual([
    "CREDIT_SOURCE",
  ]);
  expect(await credit({ ...elsewhere, paidElsewhere: { taxPaid: 100, firstUseMonth: "2025-07" } })).toEqual(
    [],
  );
  expect(await credit({ amount: 229.17 })).toEqual([]);
  const other = await act("create_2290_draft", { filerId, period: 2026, firstUseMonth: "2027-01" });
  await act("update_2290_draft", {
    filingId: other.filingId,
    vehicles: [{ vin: "1XPBDP9X8FD257820", category: "V" }],
    credits: [{ vin: truck, reason: "sold", amount: 200 }],
    payment: { method: "eftps" },
  });
  const tries = await Promise.all(
    [draft, other].map(({ filingId }) => call("file_2290", { filingId, agreeToJurat: true })),
  );
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const { body: lost } = tries.find(({ status }) => status === 409)!;
  expect(lost).toMatchObject({ code: "DUPLICATE", details: { vin: truck } });
});

test("deadlines follow from vehicles, mileage and returns; a preview is marked as not filed", async () => {
  const { act, call, filer, filed } = await createFiling(app, "2026-07-20T12:00:00Z");
  const { id: filerId } = await filer();
  const late = { "x-test-clock": "2027-01-20T12:00:00Z" };
  await act("add_vehicle", { filerId, vin: hauler, category: "A" });
  const suspended = { vin: truck, category: "V", suspended: "low_mileage", firstUseMonth: "2026-07" };
  const filingId = await filed(filerId, { vehicles: [suspended], payment: null });
  const due = await act("list_filing_deadlines", { filerId, within: 45 });
  const [deadline] = due.deadlines;
  expect(due.total).toBe(1);
  expect(deadline).toMatchObject({
    vin: hauler,
    firstUseMonth: "2026-07",
    dueDate: "2026-08-31",
    status: "not_started",
  });
  const { id: vehicleId } = await act("get_vehicle", { vehicleId: truck });
  const miles = (count: number, asOf: string) => ({ vehicleId, period: 2026, miles: count, asOf });
  expect(await act("record_mileage", miles(4_500, "2026-12-31"), late)).toMatchObject({
    status: "near",
    remaining: 500,
  });
  expect((await call("record_mileage", miles(4_499, "2027-01-02"), undefined, late)).status).toBe(400);
  expect(await act("record_mileage", miles(5_001, "2027-01-15"), late)).toMatchObject({ status: "exceeded" });
  const { deadlines } = await act("list_filing_deadlines", { filerId, within: 60 }, late);
  expect(deadlines).toMatchObject([
    { vin: hauler, isOverdue: true },
    { vin: truck, status: "amendment_due", dueDate: "2027-03-01", filingId },
  ]);
  const month = { vin: truck, period: 2026, month: "2027-01" };
  const amended = await act("report_mileage_exceeded", month, late);
  expect(amended).toMatchObject({ line2: 550, dueDate: "2027-03-01" });
  const preview = await act("preview_2290", { filingId: amended.filingId }, late);
  expect(preview.lines.at(-1)).toMatchObject({ line: "6", label: "Balance due", amount: 550 });
  expect(preview.errors.map(({ rule }: { rule: string }) => rule)).toEqual(["F2290-068"]);
  expect(preview.schedule1).toMatchObject({ totalReported: 1, totalSuspended: 0, totalTaxable: 1 });
  const text = textOfPdf(Buffer.from(preview.pdf.content, "base64"));
  for (const shown of ["PREVIEW - NOT A FILED RETURN", `${truck} V`, "Balance due: $550.00"])
    expect(text).toContain(shown);
});

test("a claim for refund has the bounds of a credit, and is superseded once a return claims it", async () => {
  const { act, call, filer } = await createFiling(app);
  const { id: filerId } = await filer();
  const vin = "3AKJHHDR9JSJV5535";
  const { id: vehicleId } = await act("add_vehicle", { filerId, vin, category: "V" });
  const item = {
    vin,
    kind: "sold",
    date: "2025-12-15",
    credit: 275,
    paidElsewhere: { taxPaid: 550, firstUseMonth: "2025-07" },
  };
  const claim = (changes: object) => call("create_8849_claim", { filerId, items: [{ ...item, ...changes }] });
  expect((await claim({})).body.code).toBe("VALIDATION_ERROR");
  await act("record_vehicle_disposal", { vehicleId, kind: "sold", date: "2025-12-15" });
  // Six months of twelve were used.
  for (const wrong of [{ credit: 275.01 }, { date: "2025-12-16" }, { date: null }, { paidElsewhere: null }])
    expect((await claim(wrong)).body.code).toBe("VALIDATION_ERROR");
  const { body: made } = await claim({});
  expect(made).toMatchObject({ status: "draft", total: 275, creditReference: "365" });
  expect(made.items).toMatchObject([{ vin, period: 2025, credit: 275 }]);
  expect(await act("get_8849_claim", { claimId: made.id })).toEqual(made);

  const { filingId } = await act("create_2290_draft", { filerId, period: 2026, firstUseMonth: "2026-08" });
  const credits = [{ vin, reason: "sold", amount: 20, paidElsewhere: item.paidElsewhere }];
  const vehicles = [{ vin: "1XKYD49X5EJ398245", category: "V" }];
  await act("update_2290_draft", { filingId, vehicles, credits, payment: { method: "eftps" } });
  await act("sign_2290", { filingId, signatoryName: "Sal Sample", agreeToJurat: true });
  await act("file_2290", { filingId, agreeToJurat: true });
  expect((await act("get_8849_claim", { claimId: made.id })).status).toBe("superseded");
  const count = async (status: string) => (await act("list_8849_claims", { filerId, status })).claims.length;
  expect([await count("draft"), await count("superseded")]).toEqual([0, 1]);
  expect((await claim({})).body.code).toBe("DUPLICATE");
});
