import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);
const overlong = "x".repeat(501);
let codes = 0;
/** Another one each time, in a form that is the same at each door. */
const aCode = () => `JE-${String((codes += 1)).padStart(6, "0")}`;

async function newAccount(app: TestApp, headers: Headers, type = "expense"): Promise<{ accountId: string }> {
  const { body } = await app.post(
    "/accounting/ledger-accounts",
    { code: aCode(), name: "Sample", type },
    headers,
  );
  return { accountId: body.account.id as string };
}

/** A chart of its own per caller is enough: accounts that other samples do not change. */
async function twoAccounts(app: TestApp, headers: Headers): Promise<[string, string]> {
  const { body } = await app.get("/accounting/ledger-accounts?type=income", headers);
  const known = (body.accounts as { id: string; name: string }[]).filter(({ name }) => name === "Of entries");
  const ids = known.map(({ id }) => id);
  while (ids.length < 2) {
    const made = { code: aCode(), name: "Of entries", type: "income" };
    ids.push((await app.post("/accounting/ledger-accounts", made, headers)).body.account.id as string);
  }
  return [ids[0]!, ids[1]!];
}

async function entryInput(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  const [debited, credited] = await twoAccounts(app, headers);
  return {
    date: "2024-02-29",
    memo: "Sample",
    lines: [
      { accountId: debited, debit: 12.5, client: "Sample Ltd" },
      { accountId: credited, credit: 12.5 },
    ],
  };
}

async function newDraft(app: TestApp, headers: Headers): Promise<{ entryId: string }> {
  const { body } = await app.post("/accounting/journal-entries", await entryInput(app, headers), headers);
  return { entryId: body.id as string };
}

async function newPosted(app: TestApp, headers: Headers): Promise<{ entryId: string }> {
  const draft = await newDraft(app, headers);
  await app.post(`/accounting/journal-entries/${draft.entryId}/post`, {}, headers);
  return draft;
}

/** A draft that looks the same at each door. */
async function theDraft(app: TestApp, headers: Headers): Promise<{ entryId: string }> {
  const { body } = await app.get("/accounting/journal-entries?from=2023-07-01&to=2023-07-01", headers);
  const [known] = body.entries as { id: string }[];
  if (known) return { entryId: known.id };
  const input = { ...(await entryInput(app, headers)), date: "2023-07-01" };
  return { entryId: (await app.post("/accounting/journal-entries", input, headers)).body.id as string };
}

const bank = { code: "1010", name: "Bank", type: "asset", currency: "CHF" };

/** A period of a ledger that no other sample posts into, open again and without a history. */
async function theOpenPeriod(app: TestApp, headers: Headers): Promise<{ periodId: string }> {
  await app.post("/accounting/ledger-accounts", bank, headers);
  const { body } = await app.get("/accounting/fiscal-periods?year=2020&currency=CHF", headers);
  const periodId = body.periods[0].id as string;
  const ledgerId = periodId.replace(/^fpd_(.*)_202001$/, "lgr_$1");
  await app.database.query("DELETE FROM hub.accounting_period_changes WHERE ledger_id = $1", [ledgerId]);
  await app.database.query("UPDATE hub.accounting_ledgers SET closed_through = NULL WHERE id = $1", [
    ledgerId,
  ]);
  return { periodId };
}

async function theClosedPeriod(app: TestApp, headers: Headers): Promise<{ periodId: string }> {
  const period = await theOpenPeriod(app, headers);
  await app.post(`/accounting/fiscal-periods/${period.periodId}/close`, {}, headers);
  return period;
}

async function newVendor(app: TestApp, headers: Headers): Promise<{ vendorId: string }> {
  const { body } = await app.post("/accounting/vendors", { name: "Sample" }, headers);
  return { vendorId: body.id as string };
}

/** A vendor that looks the same at each door. */
async function theVendor(app: TestApp, headers: Headers): Promise<{ vendorId: string }> {
  const { body } = await app.get("/accounting/vendors?query=constant", headers);
  const [known] = body.vendors as { id: string }[];
  if (known) return { vendorId: known.id };
  const made = await app.post("/accounting/vendors", { name: "Constant" }, headers);
  return { vendorId: made.body.id as string };
}

/** An account of this category; in the currency, else in that of the account's first ledger. */
export const accountOf = async (app: TestApp, headers: Headers, category: string, currency?: string) => {
  const type = category === "cash" ? "asset" : category === "payable" ? "liability" : "expense";
  const of = currency === undefined ? "" : `&currency=${currency}`;
  const { body } = await app.get(`/accounting/ledger-accounts?type=${type}${of}`, headers);
  const known = (body.accounts as { id: string; name: string }[]).find(
    ({ name }) => name === `Of ${category}`,
  );
  if (known) return known.id;
  const made = { code: aCode(), name: `Of ${category}`, type, category, currency };
  return (await app.post("/accounting/ledger-accounts", made, headers)).body.account.id as string;
};

async function billInput(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  const accountId = await accountOf(app, headers, "operating_expense");
  await accountOf(app, headers, "payable");
  return {
    ...(await theVendor(app, headers)),
    date: "2024-03-01",
    dueDate: "2024-03-31",
    lines: [{ accountId, amount: 80.25, memo: "Sample" }],
  };
}

async function newBill(app: TestApp, headers: Headers): Promise<{ billId: string }> {
  const { body } = await app.post("/accounting/vendor-bills", await billInput(app, headers), headers);
  return { billId: body.id as string };
}

/** A bill that looks the same at each door. */
async function theBill(app: TestApp, headers: Headers): Promise<{ billId: string }> {
  const { vendorId, ...input } = await billInput(app, headers);
  const { body } = await app.get(
    `/accounting/vendor-bills?vendorId=${vendorId as string}&status=draft`,
    headers,
  );
  const known = (body.bills as { id: string; number: string | null }[]).find(
    ({ number }) => number === "S-1",
  );
  if (known) return { billId: known.id };
  const made = await app.post("/accounting/vendor-bills", { vendorId, ...input, number: "S-1" }, headers);
  return { billId: made.body.id as string };
}

async function approvedBill(app: TestApp, headers: Headers): Promise<{ billId: string }> {
  const bill = await newBill(app, headers);
  await app.post(`/accounting/vendor-bills/${bill.billId}/approve`, {}, headers);
  return bill;
}

async function paymentInput(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  const fromAccountId = await accountOf(app, headers, "cash");
  return { ...(await approvedBill(app, headers)), amount: 30.5, date: "2024-03-10", fromAccountId };
}

async function newPayment(app: TestApp, headers: Headers): Promise<{ paymentId: string }> {
  const { billId, ...input } = await paymentInput(app, headers);
  const { body } = await app.post(`/accounting/vendor-bills/${billId as string}/payments`, input, headers);
  return { paymentId: body.payments[0].id as string };
}

async function budgetInput(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  const accountId = await accountOf(app, headers, "operating_expense");
  return { name: "Sample", lines: [{ accountId, month: "2024-03-01", amount: 99.5 }] };
}

async function newBudget(app: TestApp, headers: Headers): Promise<{ budgetId: string }> {
  const { body } = await app.post("/accounting/budgets", await budgetInput(app, headers), headers);
  return { budgetId: body.id as string };
}

/** A budget that looks the same at each door. */
async function theBudget(app: TestApp, headers: Headers): Promise<{ budgetId: string }> {
  const { body } = await app.get("/accounting/budgets?limit=100", headers);
  const known = (body.budgets as { id: string; name: string }[]).find(({ name }) => name === "Constant");
  if (known) return { budgetId: known.id };
  const input = { ...(await budgetInput(app, headers)), name: "Constant" };
  return { budgetId: (await app.post("/accounting/budgets", input, headers)).body.id as string };
}

let bankLines = 0;

/** A posted entry, and a statement whose only line has its amount, in a ledger account of their own. */
export async function newStatement(app: TestApp, headers: Headers) {
  const made = { code: aCode(), name: "Of a bank", type: "asset", category: "cash" };
  const created = await app.post("/accounting/ledger-accounts", made, headers);
  const ledgerAccountId = created.body.account.id as string;
  const [credited] = await twoAccounts(app, headers);
  const lines = [
    { accountId: ledgerAccountId, debit: 12.5 },
    { accountId: credited, credit: 12.5 },
  ];
  const entry = { date: "2024-02-29", memo: "Sample", lines };
  const entryId = (await app.post("/accounting/journal-entries", entry, headers)).body.id as string;
  await app.post(`/accounting/journal-entries/${entryId}/post`, {}, headers);
  const file = { ledgerAccountId, format: "csv", content: "date,payee,amount\n2024-02-29,Sample,12.50\n" };
  const statementId = (await app.post("/accounting/bank-statements", file, headers)).body.id as string;
  const listed = await app.get(`/accounting/bank-statements/${statementId}/lines`, headers);
  return { ledgerAccountId, statementId, entryId, lineId: listed.body.lines[0].id as string };
}

async function matchedStatement(app: TestApp, headers: Headers) {
  const made = await newStatement(app, headers);
  await app.post(`/accounting/bank-lines/${made.lineId}/match`, { entryIds: [made.entryId] }, headers);
  return made;
}

async function statementToComplete(app: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  const { statementId } = await matchedStatement(app, headers);
  return { statementId, openingBalance: 0, closingBalance: 12.5 };
}

/** A statement, with what does not change, that looks the same at each door. */
async function theStatement(app: TestApp, headers: Headers): Promise<{ statementId: string }> {
  const ledgerAccountId = await accountOf(app, headers, "cash");
  const { body } = await app.get(`/accounting/bank-statements?ledgerAccountId=${ledgerAccountId}`, headers);
  const known = (body.statements as { id: string; from: string }[]).find(({ from }) => from === "2001-01-05");
  if (known) return { statementId: known.id };
  const file = { ledgerAccountId, format: "csv", content: "date,payee,amount\n2001-01-05,Sample,12.50\n" };
  return { statementId: (await app.post("/accounting/bank-statements", file, headers)).body.id as string };
}

export const accountingSamples: Record<string, Sample> = {
  ListLedgerAccounts: {
    input: fixed({ type: "liability" }),
    bad: { input: { type: "debt", status: "lost", currency: "usd" }, paths: ["type", "status", "currency"] },
  },
  CreateLedgerAccount: {
    input: () => Promise.resolve({ code: aCode(), name: "Sample", type: "expense" }),
    bad: {
      input: { code: "a b", name: " ", type: "debt", currency: "dollars" },
      paths: ["code", "name", "type", "currency"],
    },
  },
  UpdateLedgerAccount: {
    input: async (app, headers) => ({ ...(await newAccount(app, headers)), name: "Renamed" }),
    bad: { input: { accountId: "lac_x", code: "a b", name: "\n" }, paths: ["code", "name"] },
    foreign: "NOT_FOUND",
  },
  ArchiveLedgerAccount: { input: newAccount, foreign: "NOT_FOUND" },
  CreateChartOfAccounts: {
    input: fixed({ currency: "CAD" }),
    bad: {
      input: { template: "us_big_business", currency: "x", fiscalYearStartMonth: 13 },
      paths: ["template", "currency", "fiscalYearStartMonth"],
    },
  },
  ImportChartOfAccounts: {
    input: fixed({ csv: "code,name,type\n4000,Sales,income\n", currency: "GBP" }),
    bad: { input: { csv: "", currency: "pounds" }, paths: ["csv", "currency"] },
  },
  CreateJournalEntry: {
    input: entryInput,
    bad: {
      input: { date: "2026-02-30", memo: overlong, lines: [{ accountId: "lac_x", debit: -1 }] },
      paths: ["date", "memo", "lines", "lines.0.debit"],
    },
    foreign: "NOT_FOUND",
  },
  GetJournalEntry: { input: theDraft, foreign: "NOT_FOUND" },
  ListJournalEntries: {
    input: fixed({ from: "2022-01-01", to: "2022-12-31", status: "draft", limit: 2 }),
    bad: { input: { from: "today", status: "lost", limit: 101 }, paths: ["from", "status", "limit"] },
  },
  DeleteJournalEntry: { input: newDraft, foreign: "NOT_FOUND" },
  PostJournalEntry: { input: newDraft, foreign: "NOT_FOUND" },
  ReverseJournalEntry: {
    input: async (app, headers) => ({ ...(await newPosted(app, headers)), date: "2024-03-01" }),
    bad: { input: { entryId: "jen_x", date: "soon", memo: overlong }, paths: ["date", "memo"] },
    foreign: "NOT_FOUND",
  },
  ListFiscalPeriods: {
    input: fixed({ year: 2020, currency: "SEK" }),
    bad: { input: { year: 1900, currency: "kr" }, paths: ["year", "currency"] },
  },
  CloseFiscalPeriod: { input: theOpenPeriod, foreign: "NOT_FOUND" },
  ReopenFiscalPeriod: {
    input: async (app, headers) => ({ ...(await theClosedPeriod(app, headers)), reason: "Late invoice" }),
    bad: { input: { periodId: "fpd_x", reason: " " }, paths: ["reason"] },
    foreign: "NOT_FOUND",
  },
  GetTrialBalance: {
    input: fixed({ asOf: "2001-12-31", compareWith: "previous_period" }),
    bad: { input: { asOf: "now", compareWith: "budget" }, paths: ["asOf", "compareWith"] },
  },
  GetGeneralLedger: {
    input: async (app, headers) => ({
      accountId: (await twoAccounts(app, headers))[0],
      from: "2001-01-01",
      to: "2001-12-31",
      limit: 2,
    }),
    bad: {
      input: { accountId: "lac_x", from: "now", to: "later", limit: 101 },
      paths: ["from", "to", "limit"],
    },
    foreign: "NOT_FOUND",
  },
  GetProfitAndLoss: {
    input: async (app, headers) => ({
      ...(await theBudget(app, headers)),
      from: "2001-01-01",
      to: "2001-12-31",
      basis: "cash",
    }),
    bad: { input: { from: "2001-01-01", to: "soon", basis: "tax" }, paths: ["to", "basis"] },
    foreign: "NOT_FOUND",
  },
  GetBalanceSheet: {
    input: fixed({ asOf: "2001-12-31" }),
    bad: { input: { asOf: "2001-02-29", currency: "usd" }, paths: ["asOf", "currency"] },
  },
  GetCashFlowStatement: {
    input: fixed({ from: "2001-01-01", to: "2001-12-31" }),
    bad: { input: { from: "2001-01-01", to: "soon" }, paths: ["to"] },
  },
  GetAccountingReportFile: {
    input: async (app, headers) => ({
      report: "general_ledger",
      format: "pdf",
      accountId: (await twoAccounts(app, headers))[0],
      // This report refuses it.
      budgetId: undefined,
      from: "2001-01-01",
      to: "2001-12-31",
    }),
    bad: {
      input: { report: "gossip", format: "doc", asOf: "now", basis: "tax", currency: "usd" },
      paths: ["report", "format", "asOf", "basis", "currency"],
    },
    foreign: "NOT_FOUND",
  },
  ListVendors: {
    input: fixed({ query: "nobody", limit: 2 }),
    bad: { input: { query: overlong, limit: 101 }, paths: ["query", "limit"] },
  },
  GetVendor: { input: theVendor, foreign: "NOT_FOUND" },
  CreateVendor: {
    input: fixed({ name: "Sample" }),
    bad: {
      input: { name: " ", email: "nowhere", form1099Box: "wages" },
      paths: ["name", "email", "form1099Box"],
    },
  },
  UpdateVendor: {
    input: async (app, headers) => ({ ...(await newVendor(app, headers)), name: "Renamed" }),
    bad: { input: { vendorId: "ven_x", name: " ", email: "nowhere" }, paths: ["name", "email"] },
    foreign: "NOT_FOUND",
  },
  ListVendor1099Totals: {
    input: fixed({ year: 2001, limit: 2 }),
    bad: { input: { year: 1999, limit: 101 }, paths: ["year", "limit"] },
  },
  CreateVendorBill: {
    input: billInput,
    bad: {
      input: { vendorId: "ven_x", dueDate: "soon", lines: [], number: " " },
      paths: ["dueDate", "lines", "number"],
    },
    foreign: "NOT_FOUND",
  },
  GetVendorBill: { input: theBill, foreign: "NOT_FOUND" },
  ListVendorBills: {
    input: async (app, headers) => ({ ...(await newVendor(app, headers)), status: "paid", limit: 2 }),
    bad: { input: { status: "lost", limit: 101 }, paths: ["status", "limit"] },
    foreign: "NOT_FOUND",
  },
  ApproveVendorBill: { input: newBill, foreign: "NOT_FOUND" },
  PayVendorBill: {
    input: paymentInput,
    bad: {
      input: { billId: "vbl_x", amount: -1, date: "soon", fromAccountId: "lac_x" },
      paths: ["amount", "date"],
    },
    foreign: "NOT_FOUND",
  },
  VoidVendorBill: {
    input: async (app, headers) => ({ ...(await approvedBill(app, headers)), date: "2024-03-20" }),
    bad: { input: { billId: "vbl_x", date: "soon" }, paths: ["date"] },
    foreign: "NOT_FOUND",
  },
  VoidVendorBillPayment: {
    input: async (app, headers) => ({ ...(await newPayment(app, headers)), date: "2024-03-20" }),
    bad: { input: { paymentId: "vbp_x", date: "soon" }, paths: ["date"] },
    foreign: "NOT_FOUND",
  },
  CreateLedgerBudget: {
    input: budgetInput,
    bad: { input: { name: " ", lines: [] }, paths: ["name", "lines"] },
    foreign: "NOT_FOUND",
  },
  GetLedgerBudget: { input: theBudget, foreign: "NOT_FOUND" },
  ListLedgerBudgets: {
    input: async (app, headers) => {
      await theBudget(app, headers);
      return { limit: 1 };
    },
    bad: { input: { limit: 101, cursor: "" }, paths: ["limit", "cursor"] },
  },
  UpdateLedgerBudget: {
    input: async (app, headers) => ({ ...(await newBudget(app, headers)), name: "Renamed" }),
    bad: { input: { budgetId: "lbg_x", name: " ", lines: [] }, paths: ["name", "lines"] },
    foreign: "NOT_FOUND",
  },
  DeleteLedgerBudget: { input: newBudget, foreign: "NOT_FOUND" },
  ImportBankStatement: {
    input: async (app, headers) => {
      bankLines += 1;
      const content = `date,payee,amount\n2002-01-05,Sample ${bankLines},-7.25\n`;
      return { ledgerAccountId: await accountOf(app, headers, "cash"), format: "csv", content };
    },
    bad: {
      input: { ledgerAccountId: "lac_x", format: "xls", content: " " },
      paths: ["format", "content"],
    },
    foreign: "NOT_FOUND",
  },
  ListBankStatements: {
    input: async (app, headers) => {
      const { ledgerAccountId } = await newStatement(app, headers);
      return { ledgerAccountId, status: "completed", limit: 2 };
    },
    bad: { input: { status: "lost", limit: 101 }, paths: ["status", "limit"] },
    foreign: "NOT_FOUND",
  },
  ListBankLines: {
    input: theStatement,
    bad: { input: { statementId: "bst_x", limit: 101 }, paths: ["limit"] },
    foreign: "NOT_FOUND",
  },
  ListUnmatchedBankLines: {
    input: theStatement,
    bad: { input: { statementId: "bst_x", limit: 101 }, paths: ["limit"] },
    foreign: "NOT_FOUND",
  },
  MatchBankLine: {
    input: async (app, headers) => {
      const { lineId, entryId } = await newStatement(app, headers);
      return { lineId, entryIds: [entryId] };
    },
    bad: { input: { lineId: "bln_x", entryIds: [] }, paths: ["entryIds"] },
    foreign: "NOT_FOUND",
  },
  UnmatchBankLine: {
    input: async (app, headers) => ({ lineId: (await matchedStatement(app, headers)).lineId }),
    foreign: "NOT_FOUND",
  },
  CompleteBankReconciliation: {
    input: statementToComplete,
    bad: {
      input: { statementId: "bst_x", openingBalance: 1e13, closingBalance: -1e13 },
      paths: ["openingBalance", "closingBalance"],
    },
    foreign: "NOT_FOUND",
  },
  ListBankReconciliations: {
    input: async (app, headers) => {
      const { ledgerAccountId } = await newStatement(app, headers);
      return { ledgerAccountId, limit: 2 };
    },
    bad: { input: { limit: 101 }, paths: ["limit"] },
    foreign: "NOT_FOUND",
  },
  ReopenBankReconciliation: {
    input: async (app, headers) => {
      const { statementId, ...balances } = await statementToComplete(app, headers);
      await app.post(`/accounting/bank-statements/${statementId as string}/complete`, balances, headers);
      return { statementId, reason: "A missing line" };
    },
    bad: { input: { statementId: "bst_x", reason: " " }, paths: ["reason"] },
    foreign: "NOT_FOUND",
  },
  SyncAppToLedger: {
    input: fixed({ appId: "payroll", from: "2024-01-01", to: "2024-12-31" }),
    bad: { input: { appId: "payroll", from: "2024-12-31", to: "2024-01-01" }, paths: ["to"] },
  },
  GetSubledgerReconciliation: {
    input: fixed({ asOf: "2001-12-31" }),
    bad: { input: { asOf: "now", currency: "usd" }, paths: ["asOf", "currency"] },
  },
  GetLedgerMapping: {
    input: fixed({ currency: "USD" }),
    bad: { input: { currency: "usd" }, paths: ["currency"] },
  },
  UpdateLedgerMapping: {
    input: async (app, headers) => {
      const accountId = await accountOf(app, headers, "operating_expense");
      return { accounts: [{ slot: "expenses", accountId }] };
    },
    bad: { input: { accounts: [] }, paths: ["accounts"] },
    foreign: "NOT_FOUND",
  },
  UpdateAutomaticPosting: {
    input: fixed({ appId: "payroll", enabled: true, from: "2024-01-01" }),
    bad: { input: { appId: "payroll", enabled: true, from: "soon" }, paths: ["from"] },
  },
  GetAccountsReceivableAging: {
    input: fixed({ asOf: "2001-12-31" }),
    bad: { input: { asOf: "now", currency: "usd" }, paths: ["asOf", "currency"] },
  },
  GetAccountsPayableAging: {
    input: fixed({ asOf: "2001-12-31" }),
    bad: { input: { asOf: "now", currency: "usd" }, paths: ["asOf", "currency"] },
  },
};
