import { expect, test } from "vitest";
import { newSsn, newTaxBusiness, taxFaults, usAddress } from "../../support/tax.ts";
import { forms, useTaxApp } from "./tax-app.ts";

const tax = useTaxApp({ TAX_1099_NEC_THRESHOLDS: "2028:2100" });
const person = (overrides: object = {}) => ({
  tinType: "SSN",
  tin: newSsn(),
  firstName: "Ray",
  lastName: "Recipient",
  address: usAddress,
  ...overrides,
});

test("a form is filed, with its due date and warnings", async () => {
  const filer = await tax.filer();
  const { status, body } = await tax.file(
    filer,
    { taxYear: 2028, nonEmployeeCompensation: 2100 },
    { "x-test-clock": "2029-01-31T23:59:59.000Z" },
  );
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      success: true,
      formId: expect.stringMatching(/^f1099_/),
      submissionId: expect.any(String),
      recordId: expect.any(String),
      status: "submitted",
      taxYear: 2028,
      businessId: filer.businessId,
      recipient: expect.objectContaining({ name: "Ray Recipient", tinMasked: "***-**-6789" }),
      nonEmployeeCompensation: 2100,
      dueDate: "2029-01-31",
      warnings: [],
      cashTips: null,
      channel: "IRIS",
    }),
  ]);
  expect(await tax.events(body.formId)).toEqual([
    {
      type: "tax.form.submitted",
      payload: {
        formId: body.formId,
        formType: "1099-NEC",
        taxYear: 2028,
        businessId: filer.businessId,
        recipientName: "Ray Recipient",
        tinLast4: "6789",
        status: "submitted",
        errors: [],
      },
    },
  ]);
});

const clock = { "x-test-clock": "2029-06-01T00:00:00.000Z" };
const state = { state: "IL", stateIncome: 100, stateTaxWithheld: 10 };
test.each<[string, object, string[]]>([
  ["tips before 2026", { cashTips: 1, tippedOccupationCode: "101" }, ["cashTips", "tippedOccupationCode"]],
  ["overtime before 2026", { overtimeCompensation: 1 }, ["overtimeCompensation"]],
  [
    "parachutes before 2025",
    { taxYear: 2024, excessGoldenParachutePayments: 1 },
    ["excessGoldenParachutePayments"],
  ],
  ["tips without a code", { taxYear: 2026, cashTips: 1 }, ["tippedOccupationCode"]],
  ["tips over the whole", { taxYear: 2026, cashTips: 2000, tippedOccupationCode: "101" }, ["cashTips"]],
  ["tax over the whole", { federalTaxWithheld: 1234.57 }, ["federalTaxWithheld"]],
  ["a year to come", { taxYear: 2030 }, ["taxYear"]],
  ["three decimals", { nonEmployeeCompensation: 1.001 }, ["nonEmployeeCompensation"]],
  [
    "a state without income tax",
    { states: [{ ...state, state: "TX" }], delivery: { state: true } },
    ["states.0.state"],
  ],
  ["a state twice", { states: [state, state] }, ["states.1.state"]],
  [
    "more withheld than earned",
    { states: [{ ...state, stateTaxWithheld: 101 }] },
    ["states.0.stateTaxWithheld"],
  ],
  ["state delivery without a state", { delivery: { state: true } }, ["states"]],
  ["no delivery", { delivery: { federal: false } }, ["delivery"]],
  ["online without e-mail", { delivery: { online: true } }, ["recipient.email"]],
  [
    "a person without a name",
    { recipient: person({ firstName: " ", lastName: null }) },
    ["recipient.firstName", "recipient.lastName"],
  ],
  [
    "a foreign address without a province",
    { recipient: person({ address: { ...usAddress, country: "CA" } }) },
    ["recipient.address.province", "recipient.address.state"],
  ],
  [
    "an unknown recipient",
    { recipient: { recipientId: "rcp_x", firstName: "A", lastName: "B", address: usAddress } },
    ["recipient.recipientId"],
  ],
])("refuses %s", async (_name, overrides, paths) => {
  const { status, body } = await tax.file(await tax.filer(), overrides, clock);
  expect([status, body.code]).toEqual([400, "INVALID_TAX_FORM"]);
  expect(body.details.fields.map(({ path }: { path: string }) => path)).toEqual(paths);
});

test("a form accepts the boxes of 2026, a business, and two states", async () => {
  const recipient = {
    tinType: "EIN",
    tin: "12-3456780",
    businessName: "Paid Inc",
    address: usAddress,
    email: "a@b.example",
  };
  const overrides = {
    taxYear: 2026,
    recipient,
    cashTips: 10,
    tippedOccupationCode: "101",
    overtimeCompensation: 20.5,
    excessGoldenParachutePayments: 0,
    directSales: true,
    delivery: { online: true, state: true },
    states: [state, { ...state, state: "ny" }],
  };
  const { body } = await tax.file(await tax.filer(), overrides, clock);
  expect(body).toMatchObject({
    status: "submitted",
    channel: "IRIS",
    recipient: { name: "Paid Inc", tinMasked: "**-***6780" },
    overtimeCompensation: 20.5,
    states: [{ state: "IL" }, { state: "NY" }],
    delivery: { federal: true, state: true, postal: false, online: true },
  });
});

test("an identical form is rejected with the id of the first, and a second one needs an account number", async () => {
  const filer = await tax.filer();
  const recipient = person();
  const first = await tax.file(filer, { recipient, referenceId: "r1" });
  const again = await tax.file(filer, { recipient, nonEmployeeCompensation: 5 });
  expect(again).toMatchObject({
    status: 409,
    body: { code: "FORM_ALREADY_FILED", details: { formId: first.body.formId, currentState: "submitted" } },
  });
  const { recipientId } = first.body.recipient;
  const second = await tax.file(filer, { recipient: { recipientId }, accountNumber: "A-2" });
  expect([second.status, second.body.recipient.recipientId]).toEqual([200, recipientId]);
  expect((await tax.file(filer, { recipient, accountNumber: "A-2" })).body.details.formId).toBe(
    second.body.formId,
  );
  expect((await tax.file(filer, { referenceId: "r1" })).body.details.formId).toBe(first.body.formId);
  const other = await newTaxBusiness(tax.app, filer.headers);
  const elsewhere = { ...filer, businessId: other };
  const named = await tax.file(elsewhere, { recipient, accountNumber: "A-1", referenceId: "r1" });
  expect(named.status).toBe(200);
  expect((await tax.file(elsewhere, { recipient })).body.details.fields).toMatchObject([
    { path: "accountNumber" },
  ]);
});

test("20 identical forms at once are one filing", async () => {
  const filer = await tax.filer();
  const recipient = person();
  const answers = await Promise.all(Array.from({ length: 20 }, () => tax.file(filer, { recipient })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => body.formId ?? body.details.formId)).size).toBe(1);
  expect((await tax.app.get(forms, filer.headers)).body).toMatchObject({ total: 1 });
  const records = (await (await fetch(`${tax.app.sandboxUrl}/taxfiling/records`)).json()) as {
    records: object[];
  };
  expect(
    records.records.filter((one) => (one as { business: string }).business === filer.businessId),
  ).toHaveLength(1);
});

test("20 requests with one Idempotency-Key are one filing with one response", async () => {
  const filer = await tax.filer();
  const recipient = person();
  const key = { "idempotency-key": "k1" };
  const answers = await Promise.all(Array.from({ length: 20 }, () => tax.file(filer, { recipient }, key)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]!.status).toBe(200);
  expect((await tax.file(filer, { recipient: person() }, key)).body.code).toBe("IDEMPOTENCY_KEY_REUSED");
});

test.each([
  [{ status: 500 }],
  [{ status: 503 }],
  [{ status: 429 }],
  [{ dropRate: 1 }],
  [{ malformed: true }],
])("the provider failing with %j files nothing twice, and the same form again is taken up", async (fault) => {
  const filer = await tax.filer();
  const recipient = person();
  await taxFaults(tax.app, fault);
  const failed = await tax.file(filer, { recipient });
  expect(failed).toMatchObject({
    status: 500,
    body: { code: "TAX_PROVIDER_ERROR", details: { retryable: true } },
  });
  expect(failed.text).not.toContain("fault");
  await taxFaults(tax.app, null);
  const [draft] = (await tax.app.get(`${forms}?status=draft`, filer.headers)).body.forms;
  const done = await tax.file(filer, { recipient });
  expect(done.body).toMatchObject({ formId: draft.formId, status: "submitted" });
});

test("rejected credentials leave no draft behind", async () => {
  const filer = await tax.filer();
  await taxFaults(tax.app, { status: 401 });
  expect((await tax.file(filer)).body.details).toMatchObject({ retryable: false });
  expect((await tax.app.get(forms, filer.headers)).body).toMatchObject({ forms: [], total: 0 });
});
