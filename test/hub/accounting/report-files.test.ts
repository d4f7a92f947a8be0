import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createVendorBill } from "../../../subgraphs/hub/accounting/bills/bills.service.ts";
import { approveVendorBill } from "../../../subgraphs/hub/accounting/bills/settle-bills.service.ts";
import { createVendor } from "../../../subgraphs/hub/accounting/vendors/vendors.service.ts";
import { contextOf, draft, move, newBookkeeper, post, type Bookkeeper } from "./bookkeeper.ts";

let app: TestApp;
let keeper: Bookkeeper;
beforeAll(async () => {
  app = await openSharedApp();
  keeper = await newBookkeeper(app);
  await post(app, keeper, "2025-12-01", move("1010", "3000", 10_000));
  await post(app, keeper, "2026-01-10", move("1010", "4000", 1_234_567.89));
  await post(app, keeper, "2026-01-20", move("6400", "1010", 0.07));
  const { body } = await draft(app, keeper, "2026-01-21", move("6500", "1010", 12.5), {
    memo: '=HYPERLINK("http://x.example")',
  });
  await app.post(`/accounting/journal-entries/${body.id}/post`, {}, keeper.headers);
  const ctx = contextOf(app, keeper);
  const vendor = await createVendor(ctx, { name: '@SUM(1), "quoted"' });
  const lines = [{ accountId: keeper.accounts.get("6500")!, amount: 250.5 }];
  const bill = await createVendorBill(ctx, {
    vendorId: vendor.id,
    date: "2026-01-15",
    dueDate: "2026-01-25",
    lines,
  });
  await approveVendorBill(ctx, { billId: bill.id });
});
afterAll(() => app?.close());

const january = "from=2026-01-01&to=2026-01-31";
const read = async (query: string, headers = keeper.headers) =>
  (await app.get(`/accounting/reports/export?${query}`, headers)).body;
const records = (content: string): string[][] => parse(content, { bom: true, relax_column_count: false });
const csv = async (query: string) => records((await read(`format=csv&${query}`)).content);

test("a trial balance as CSV has exact amounts, and its sides add up", async () => {
  const file = await read("report=trial_balance&format=csv&asOf=2026-01-31&compareWith=previous_period");
  expect(file).toMatchObject({
    filename: "trial-balance-2026-01-31.csv",
    contentType: "text/csv",
    encoding: "utf8",
    size: Buffer.byteLength(file.content),
  });
  const [head, ...rows] = records(file.content);
  expect(head).toEqual(["Code", "Account", "Type", "Debit", "Credit", "Previous debit", "Previous credit"]);
  expect(rows[0]!.slice(3)).toEqual(["1244555.32", "0.00", "10000.00", "0.00"]);
  expect(rows.at(-1)!.slice(3)).toEqual(["1244818.39", "1244818.39", "10000.00", "10000.00"]);
  expect(file.count).toBe(rows.length);
});

test("text of a CSV file starts no formula, and negative amounts stay numbers", async () => {
  const ledger = await csv(`report=general_ledger&accountId=${keeper.accounts.get("4000")}&${january}`);
  expect(ledger.map((row) => row.at(-1))).toEqual(["Balance", "0.00", "1234567.89", "1234567.89"]);
  const bank = await csv(`report=general_ledger&accountId=${keeper.accounts.get("1010")}&${january}`);
  expect(bank.map(([, , memo]) => memo)).toContain(`'=HYPERLINK("http://x.example")`);
  const flow = await csv(`report=cash_flow&from=2026-02-01&to=2026-02-28`);
  expect(flow.at(-1)).toEqual(["Closing cash", "", "", "1244555.32"]);
  const loss = await csv(
    `report=profit_and_loss&from=2026-01-20&to=2026-01-31&compareWith=previous_year&basis=accrual`,
  );
  expect(loss.at(-1)).toEqual(["Net income", "", "", "-12.57", "0.00"]);
  const [, vendor] = await csv("report=payable_aging&asOf=2026-01-31");
  expect(vendor).toEqual([`'@SUM(1), "quoted"`, "0.00", "250.50", "0.00", "0.00", "0.00", "250.50"]);
});

test("sections of a statement add up to its totals", async () => {
  const rows = await csv("report=balance_sheet&asOf=2026-01-31");
  const cents = (label: string) => Number(rows.find(([name]) => name === label)![3]!.replace(".", ""));
  expect(cents("Total assets")).toBe(124_455_532);
  expect(cents("Total liabilities and equity")).toBe(124_455_532);
  expect(cents("Total liabilities")).toBe(25_050);
  const sums = rows.filter(([, , name]) => name === "Total").map((row) => row[3]);
  expect(sums).toContain("10000.00");
});

test.each([
  "trial_balance&asOf=2026-01-31&compareWith=previous_period",
  "balance_sheet&asOf=2026-01-31",
  "profit_and_loss&from=2026-01-01&to=2026-01-31",
  "cash_flow&from=2026-01-01&to=2026-01-31&compareWith=previous_year",
  "payable_aging",
  "receivable_aging",
])("%s as PDF is the same bytes each time", async (query) => {
  const path = `/accounting/reports/export?format=pdf&report=${query}`;
  const { body } = await app.get(path, keeper.headers);
  const bytes = Buffer.from(body.content, "base64");
  expect([bytes.subarray(0, 5).toString(), bytes.length]).toEqual(["%PDF-", body.size]);
  expect((await app.get(path, keeper.headers)).body.content).toBe(body.content);
  const raw = await app.get(`${path}&download=true`, keeper.headers);
  expect([raw.status, raw.headers["content-type"]]).toEqual([200, "application/pdf"]);
});

test("arguments that a report lacks or does not use are refused by name", async () => {
  const faults = async (query: string) =>
    (await read(`format=csv&${query}`)).details.fields.map(
      ({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`,
    );
  expect(await faults("report=general_ledger&asOf=2026-01-31&basis=cash")).toEqual([
    "asOf unused",
    "from required",
    "to required",
    "accountId required",
    "basis unused",
  ]);
  expect(await faults("report=balance_sheet&from=2026-01-31")).toEqual(["asOf required", "from unused"]);
});

test("a general ledger of more rows than a file holds is refused, and a shorter time is not", async () => {
  const big = await newBookkeeper(app);
  const [asset, income] = [big.accounts.get("1010")!, big.accounts.get("4000")!];
  await app.database.query(
    `WITH entries AS (
       INSERT INTO hub.accounting_entries (id, owner_id, ledger_id, date, fiscal_year, number, kind, is_closing, memo,
         line_count, total, attachments, created_by, created_at, posted_by, posted_at)
       SELECT 'jen_file_' || n, $1, $2, '2026-01-01'::date + n / 100, 2026, n, 'standard', false, 'Sale', 2, n, '{}', $1,
         now(), $1, now() FROM generate_series(1, 2001) n RETURNING id, total, date, number
     )
     INSERT INTO hub.accounting_lines (entry_id, line, owner_id, ledger_id, account_id, date, number, is_closing, debit, credit)
     SELECT id, side, $1, $2, CASE side WHEN 1 THEN $3 ELSE $4 END, date, number, false,
       CASE side WHEN 1 THEN total ELSE 0 END, CASE side WHEN 2 THEN total ELSE 0 END
     FROM entries CROSS JOIN generate_series(1, 2) side`,
    [big.ownerId, big.ledgerId, asset, income],
  );
  const query = `report=general_ledger&accountId=${asset}&from=2026-01-01`;
  const refused = await read(`format=csv&${query}&to=2026-12-31`, big.headers);
  expect([refused.code, refused.details.reason]).toEqual(["BUSINESS_RULE", "too_many_rows"]);
  const { content, count } = await read(`format=csv&${query}&to=2026-01-19`, big.headers);
  expect([count, records(content).at(-1)!.at(-1)]).toEqual([1_901, "18040.50"]);
  const pdf = await read(`format=pdf&${query}&to=2026-01-19`, big.headers);
  expect(pdf.count).toBe(1_901);
});
