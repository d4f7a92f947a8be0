import { formBody, newTaxBusiness } from "../../support/tax.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { newBookkeeper, newPerson, type Bookkeeper } from "./bookkeeper.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

interface Books extends Bookkeeper {
  vendorId: string;
}

async function newBooks(vendor: Record<string, unknown> = {}): Promise<Books> {
  const keeper = await newBookkeeper(app);
  const { body } = await app.post("/accounting/vendors", { name: "Acme Paper", ...vendor }, keeper.headers);
  return { ...keeper, vendorId: body.id as string };
}

async function newBill(books: Books, more: Record<string, unknown> = {}): Promise<string> {
  const { body } = await app.post(
    "/accounting/vendor-bills",
    {
      vendorId: books.vendorId,
      date: "2026-01-10",
      dueDate: "2026-02-09",
      lines: [
        { accountId: books.accounts.get("6250"), amount: 60.1, memo: "Paper" },
        { accountId: books.accounts.get("1500"), amount: 39.9, project: "Office" },
      ],
      ...more,
    },
    books.headers,
  );
  return body.id as string;
}

const act = (books: Books, billId: string, action: string, body: Record<string, unknown> = {}) =>
  app.post(`/accounting/vendor-bills/${billId}/${action}`, body, books.headers);

const pay = (books: Books, billId: string, body: Record<string, unknown> = {}) =>
  act(books, billId, "payments", {
    date: "2026-02-01",
    fromAccountId: books.accounts.get("1010"),
    ...body,
  });

async function approved(books: Books, more: Record<string, unknown> = {}): Promise<string> {
  const billId = await newBill(books, more);
  await act(books, billId, "approve");
  return billId;
}

/** Debits less credits by account code, without zeros. */
async function balances(books: Books, asOf: string): Promise<Record<string, number>> {
  const { body } = await app.get(`/accounting/reports/trial-balance?asOf=${asOf}`, books.headers);
  const rows = body.rows as { code: string; debit: number; credit: number }[];
  return Object.fromEntries(
    rows.map(({ code, debit, credit }) => [code, debit - credit]).filter(([, sum]) => sum !== 0),
  );
}

const aging = async (books: Books, asOf: string) =>
  (await app.get(`/accounting/reports/payable-aging?asOf=${asOf}`, books.headers)).body;

const closeMonth = async (books: Books, year: number, index: number) => {
  const { body } = await app.get(`/accounting/fiscal-periods?year=${year}`, books.headers);
  return app.post(`/accounting/fiscal-periods/${body.periods[index].id}/close`, {}, books.headers);
};

test("a vendor bill is posted by its approval, and paid in parts until nothing is open", async () => {
  const books = await newBooks();
  const billId = await newBill(books, { number: "P-1" });
  expect(await balances(books, "2026-12-31")).toEqual({});
  const early = await pay(books, billId);
  expect([early.status, early.body.details.reason]).toEqual([409, "bill_draft"]);

  const { body: posted } = await act(books, billId, "approve");
  expect(posted).toMatchObject({ status: "approved", total: 100, paid: 0, open: 100, number: "P-1" });
  expect(await balances(books, "2026-01-10")).toEqual({ 1500: 39.9, 2000: -100, 6250: 60.1 });
  const entry = (await app.get(`/accounting/journal-entries/${posted.entryId}`, books.headers)).body;
  expect(entry).toMatchObject({
    memo: "Bill P-1 of Acme Paper",
    source: { app: "accounting", kind: "vendor_bill", id: billId },
  });

  expect((await pay(books, billId, { amount: 30.25 })).body).toMatchObject({
    status: "partially_paid",
    paid: 30.25,
    open: 69.75,
  });
  const over = await pay(books, billId, { amount: 69.76 });
  expect([over.status, over.body.details]).toMatchObject([422, { reason: "more_than_open", open: 69.75 }]);
  expect((await pay(books, billId)).body).toMatchObject({ status: "paid", paid: 100, open: 0 });
  expect((await pay(books, billId)).body.details.reason).toBe("bill_paid");
  expect(await balances(books, "2026-02-01")).toEqual({ 1010: -100, 1500: 39.9, 6250: 60.1 });
});

test("a voided payment is open again, and a bill is voided only without payments", async () => {
  const books = await newBooks();
  const billId = await approved(books);
  const { body: paid } = await pay(books, billId, { amount: 40 });
  expect((await act(books, billId, "void", { date: "2026-02-10" })).body.details.reason).toBe("bill_paid");
  const direct = { date: "2026-02-10" };
  const reversed = await app.post(
    `/accounting/journal-entries/${paid.entryId}/reverse`,
    direct,
    books.headers,
  );
  expect(reversed.body.details.reason).toBe("entry_of_bill");

  const path = `/accounting/vendor-bill-payments/${paid.payments[0].id}/void`;
  const early = await app.post(path, { date: "2026-01-31" }, books.headers);
  expect([early.status, early.body.code]).toEqual([400, "VALIDATION_ERROR"]);
  for (let time = 0; time < 2; time += 1) {
    const { body } = await app.post(path, { date: "2026-02-10" }, books.headers);
    expect(body).toMatchObject({
      status: "approved",
      paid: 0,
      open: 100,
      payments: [{ voidedOn: "2026-02-10" }],
    });
  }
  for (let time = 0; time < 2; time += 1) {
    const { body } = await act(books, billId, "void", { date: "2026-02-11" });
    expect(body).toMatchObject({ status: "voided", open: 0, voidedOn: "2026-02-11" });
  }
  expect(await balances(books, "2026-02-11")).toEqual({});
  expect((await act(books, billId, "approve")).body.details.reason).toBe("bill_voided");
  expect((await pay(books, billId)).body.details.reason).toBe("bill_voided");
});

test("a number of a vendor is taken once, until its bill is voided", async () => {
  const books = await newBooks();
  const first = await newBill(books, { number: "P-7" });
  const input = {
    vendorId: books.vendorId,
    number: "P-7",
    date: "2026-01-10",
    dueDate: "2026-01-10",
    lines: [{ accountId: books.accounts.get("6250"), amount: 1 }],
  };
  const again = await app.post("/accounting/vendor-bills", input, books.headers);
  expect([again.status, again.body.details]).toEqual([409, { billId: first }]);
  await act(books, first, "void");
  expect((await app.post("/accounting/vendor-bills", input, books.headers)).status).toBe(201);
});

test("bills refuse accounts that are no costs, archived vendors, and accounts that cannot pay", async () => {
  const books = await newBooks();
  const send = (code: string) =>
    app.post(
      "/accounting/vendor-bills",
      {
        vendorId: books.vendorId,
        dueDate: "2099-01-01",
        lines: [{ accountId: books.accounts.get(code), amount: 1 }],
      },
      books.headers,
    );
  for (const code of ["4000", "2000", "1010", "1100"])
    expect((await send(code)).body.details.reason).toBe("bill_account");
  const billId = await approved(books);
  const wrong = await pay(books, billId, { fromAccountId: books.accounts.get("1100") });
  expect(wrong.body.details.reason).toBe("paying_account");
  await app.send("PATCH", `/accounting/vendors/${books.vendorId}`, books.headers, { archived: true });
  expect((await send("6250")).body.details.reason).toBe("vendor_archived");
  expect((await app.get("/accounting/vendors", books.headers)).body.total).toBe(0);
  expect((await app.get("/accounting/vendors?archived=true", books.headers)).body.total).toBe(1);
});

test("nothing of a vendor bill is posted into a closed period", async () => {
  const books = await newBooks();
  const [draft, open] = [await newBill(books), await approved(books)];
  const { body: paid } = await pay(books, open, { amount: 10, date: "2026-01-20" });
  await closeMonth(books, 2026, 0);
  const refused = [
    await act(books, draft, "approve"),
    await pay(books, open, { date: "2026-01-31" }),
    await app.post(
      `/accounting/vendor-bill-payments/${paid.payments[0].id}/void`,
      { date: "2026-01-31" },
      books.headers,
    ),
  ];
  for (const { status, body } of refused)
    expect([status, body.details.reason]).toEqual([409, "period_closed"]);
  expect((await pay(books, open)).body.status).toBe("paid");
});

test("of two approvals at once, the bill is posted once", async () => {
  const books = await newBooks();
  const billId = await newBill(books);
  const both = await Promise.all([act(books, billId, "approve"), act(books, billId, "approve")]);
  expect(new Set(both.map(({ body }) => body.entryId)).size).toBe(1);
  expect(await balances(books, "2026-12-31")).toMatchObject({ 2000: -100 });
});

test("of two payments at once that exceed what is open, one is refused", async () => {
  const books = await newBooks();
  const billId = await approved(books);
  const both = await Promise.all([pay(books, billId, { amount: 60 }), pay(books, billId, { amount: 70 })]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 422]));
  const { body } = await app.get(`/accounting/vendor-bills/${billId}`, books.headers);
  expect(body.payments).toHaveLength(1);
  expect((await balances(books, "2026-12-31"))["2000"]).toBe(body.paid - 100);
});

test("a payment while its period closes is in the closed period or refused", async () => {
  const books = await newBooks();
  for (let month = 0; month < 4; month += 1) {
    const date = `2026-0${month + 1}-28`;
    const billId = await approved(books, { date, dueDate: date });
    const [paid, closed] = await Promise.all([pay(books, billId, { date }), closeMonth(books, 2026, month)]);
    expect(closed.status).toBe(200);
    const { body } = await app.get(`/accounting/vendor-bills/${billId}`, books.headers);
    if (paid.status === 201) expect(body.status).toBe("paid");
    else {
      expect(paid.body.details.reason).toBe("period_closed");
      expect(body).toMatchObject({ status: "approved", payments: [] });
    }
    expect((await aging(books, date)).difference).toBe(0);
  }
});

test("the aging sorts open amounts by days late as of any day, and agrees with the ledger", async () => {
  const books = await newBooks();
  const dues = [
    "2026-04-30",
    "2026-04-29",
    "2026-03-31",
    "2026-03-30",
    "2026-03-01",
    "2026-02-28",
    "2026-01-29",
  ];
  for (const [index, dueDate] of dues.entries()) {
    const lines = [{ accountId: books.accounts.get("6250"), amount: 10 ** (index - 2) }];
    await approved(books, { dueDate, lines });
  }
  const partly = await approved(books, { dueDate: "2026-05-15" });
  const { body: paid } = await pay(books, partly, { amount: 40, date: "2026-03-15" });
  await app.post(
    `/accounting/vendor-bill-payments/${paid.payments[0].id}/void`,
    { date: "2026-05-02" },
    books.headers,
  );
  const report = await aging(books, "2026-04-30");
  const buckets = {
    current: 60.01,
    d1_30: 1.1,
    d31_60: 110,
    d61_90: 1000,
    d90plus: 10_000,
    total: 11_171.11,
  };
  expect(report).toMatchObject({ currency: "USD", ledgerBalance: 11_171.11, difference: 0, totals: buckets });
  expect(report.vendors).toEqual([{ vendorId: books.vendorId, name: "Acme Paper", ...buckets }]);
  expect((await aging(books, "2026-03-14")).totals.total).toBe(11_211.11);
  expect((await aging(books, "2026-05-02")).totals.total).toBe(11_211.11);
  expect((await aging(books, "2026-01-09")).totals.total).toBe(0);
});

test("the list for Form 1099 counts payments of the year, without cards and voided ones", async () => {
  const books = await newBooks({ form1099Box: "nonemployee_compensation" });
  const lines = [{ accountId: books.accounts.get("6150"), amount: 5000 }];
  const billId = await approved(books, { date: "2025-01-10", dueDate: "2025-01-10", lines });
  await pay(books, billId, { amount: 600, date: "2025-12-31" });
  await pay(books, billId, { amount: 1999.99, date: "2026-01-01" });
  await pay(books, billId, { amount: 500, date: "2026-03-01", fromAccountId: books.accounts.get("2100") });
  const { body } = await pay(books, billId, { amount: 0.01, date: "2026-03-02" });
  const of = async (year: number) =>
    (await app.get(`/accounting/vendor-1099-totals?year=${year}`, books.headers)).body.vendors[0];
  expect(await of(2025)).toMatchObject({ paid: 600, threshold: 600, required: true });
  expect(await of(2026)).toMatchObject({ paid: 2000, paidByCard: 500, threshold: 2000, required: true });
  const last = (body.payments as { id: string; amount: number }[]).find(({ amount }) => amount === 0.01)!;
  await app.post(`/accounting/vendor-bill-payments/${last.id}/void`, { date: "2026-03-03" }, books.headers);
  expect(await of(2026)).toMatchObject({ paid: 1999.99, required: false });
});

test("a Form 1099-NEC of a vendor reports what the books have paid, and the list shows the form", async () => {
  const books = await newBooks({ form1099Box: "nonemployee_compensation" });
  const lines = [{ accountId: books.accounts.get("6150"), amount: 5000 }];
  const billId = await approved(books, { date: "2025-01-10", dueDate: "2025-01-10", lines });
  await pay(books, billId, { amount: 812.35, date: "2025-12-31" });
  const { headers, vendorId } = books;
  const businessId = await newTaxBusiness(app, headers);
  const file = (more: object) =>
    app.post(
      "/integrations/taxfiling/forms/1099-nec",
      { ...formBody(businessId), taxYear: 2025, vendorId, ...more },
      headers,
    );
  const wrong = await file({ nonEmployeeCompensation: 800 });
  expect([wrong.status, wrong.body.code]).toEqual([400, "INVALID_TAX_FORM"]);
  expect(wrong.body.details.fields).toMatchObject([
    {
      path: "nonEmployeeCompensation",
      message: "must be what the vendor was paid in the year: 812.35",
      rule: "vendorTotal",
    },
  ]);
  const filed = await file({ nonEmployeeCompensation: 812.35 });
  expect(filed.status).toBe(200);
  const list = await app.get("/accounting/vendor-1099-totals?year=2025", headers);
  expect(list.body.vendors[0]).toMatchObject({
    paid: 812.35,
    formId: filed.body.formId,
    formStatus: "submitted",
    reported: 812.35,
  });
  const other = await app.get("/accounting/vendor-1099-totals?year=2024", headers);
  expect(other.body.vendors[0]).toMatchObject({ formId: null, formStatus: null, reported: null });

  const unmarked = await newBooks();
  const foreign = await file({ vendorId: unmarked.vendorId, nonEmployeeCompensation: 812.35 });
  const missing = await file({ vendorId: "ven_x", nonEmployeeCompensation: 812.35 });
  expect([foreign.status, foreign.body.error]).toEqual([404, missing.body.error]);
});

test("bills are listed latest first by state and vendor, and another account's do not exist", async () => {
  const books = await newBooks();
  const [first, second] = [await approved(books), await newBill(books, { date: "2026-01-11" })];
  const page = (await app.get("/accounting/vendor-bills?limit=1", books.headers)).body;
  expect(page).toMatchObject({ total: 2, bills: [{ id: second }] });
  const next = await app.get(`/accounting/vendor-bills?limit=1&cursor=${page.nextCursor}`, books.headers);
  expect(next.body).toMatchObject({ bills: [{ id: first }], nextCursor: null });
  const drafts = await app.get("/accounting/vendor-bills?status=draft", books.headers);
  expect((drafts.body.bills as { id: string }[]).map(({ id }) => id)).toEqual([second]);
  const stranger = await newPerson(app);
  const foreign = await app.get(`/accounting/vendor-bills/${first}`, stranger.headers);
  const missing = await app.get("/accounting/vendor-bills/vbl_x", stranger.headers);
  expect([foreign.status, foreign.body.error]).toEqual([404, missing.body.error]);
});
