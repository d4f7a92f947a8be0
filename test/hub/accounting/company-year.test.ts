import { afterAll, beforeAll, expect, test } from "vitest";
import { importBankStatement } from "../../../subgraphs/hub/accounting/bank/import-statement.service.ts";
import { listUnmatchedBankLines } from "../../../subgraphs/hub/accounting/bank/list-bank.service.ts";
import { matchBankLine } from "../../../subgraphs/hub/accounting/bank/match-lines.service.ts";
import { completeBankReconciliation } from "../../../subgraphs/hub/accounting/bank/reconcile.service.ts";
import { applyBankRule } from "../../../subgraphs/hub/accounting/bank-rules/apply-rules.service.ts";
import { createBankRule } from "../../../subgraphs/hub/accounting/bank-rules/bank-rules.service.ts";
import { createVendorBill } from "../../../subgraphs/hub/accounting/bills/bills.service.ts";
import { readPayableAging } from "../../../subgraphs/hub/accounting/bills/payable-aging.service.ts";
import {
  approveVendorBill,
  payVendorBill,
} from "../../../subgraphs/hub/accounting/bills/settle-bills.service.ts";
import {
  createJournalEntry,
  postJournalEntry,
} from "../../../subgraphs/hub/accounting/journal/journal-entries.service.ts";
import {
  closeFiscalPeriod,
  listFiscalPeriods,
} from "../../../subgraphs/hub/accounting/periods/fiscal-periods.service.ts";
import * as reports from "../../../subgraphs/hub/accounting/reports/financial-reports.service.ts";
import { createVendor } from "../../../subgraphs/hub/accounting/vendors/vendors.service.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { contextOf, newBookkeeper, type Bookkeeper } from "./bookkeeper.ts";
import {
  balancesAtEnd,
  bankRules,
  capital,
  grossOf,
  loan,
  makeYear,
  resultOf,
  type BankOnlyLine,
  type Bill,
} from "./company-year.ts";

let app: TestApp;
let keeper: Bookkeeper;
beforeAll(async () => {
  app = await openSharedApp();
  keeper = await newBookkeeper(app);
});
afterAll(() => app?.close());

const year = makeYear();
const lastDay = "2025-12-31";
const range = { from: "2025-01-01", to: lastDay };
/** Requests at a time. */
const atOnce = 8;

const ctx = () => contextOf(app, keeper);
const accountId = (code: string) => keeper.accounts.get(code)!;

interface Entry {
  date: string;
  memo: string;
  /** Cents by account: debits are positive. */
  lines: readonly (readonly [code: string, cents: number])[];
}

async function book({ date, memo, lines }: Entry): Promise<void> {
  const given = lines
    .filter(([, cents]) => cents !== 0)
    .map(([code, cents]) => {
      const side = cents > 0 ? { debit: cents / 100 } : { credit: -cents / 100 };
      return { accountId: accountId(code), ...side };
    });
  const { id } = await createJournalEntry(ctx(), { date, memo, lines: given });
  await postJournalEntry(ctx(), { entryId: id });
}

const entries: Entry[] = [
  {
    date: range.from,
    memo: "Founded",
    lines: [
      ["1010", capital],
      ["3000", -capital],
    ],
  },
  {
    date: range.from,
    memo: "Loan",
    lines: [
      ["1010", loan],
      ["2700", -loan],
    ],
  },
  ...year.invoices.map((invoice): Entry => {
    const { date, net, tax, cardFee } = invoice;
    const received: Entry["lines"] =
      cardFee === null
        ? [["1100", grossOf(invoice)]]
        : [
            ["1010", grossOf(invoice) - cardFee],
            ["6050", cardFee],
          ];
    return { date, memo: "Invoice", lines: [...received, ["4000", -net], ["2200", -tax]] };
  }),
  ...year.receipts.map(({ date, cents }): Entry => ({
    date,
    memo: "Deposit",
    lines: [
      ["1010", cents],
      ["1100", -cents],
    ],
  })),
  ...year.payrolls.map(({ date, gross, withheld, employerTax }): Entry => ({
    date,
    memo: "Payroll",
    lines: [
      ["6300", gross],
      ["6310", employerTax],
      ["2310", -withheld - employerTax],
      ["1010", withheld - gross],
    ],
  })),
  ...year.payrollTaxDeposits.map(({ date, cents }): Entry => ({
    date,
    memo: "Payroll taxes",
    lines: [
      ["2310", cents],
      ["1010", -cents],
    ],
  })),
  ...year.salesTaxPaid.map(({ date, cents }): Entry => ({
    date,
    memo: "Sales tax",
    lines: [
      ["2200", cents],
      ["1010", -cents],
    ],
  })),
  ...year.loanPayments.map(({ date, principal, interest }): Entry => ({
    date,
    memo: "Loan",
    lines: [
      ["2700", principal],
      ["8000", interest],
      ["1010", -principal - interest],
    ],
  })),
  ...year.depreciation.map(({ date, cents }): Entry => ({
    date,
    memo: "Depreciation",
    lines: [
      ["6800", cents],
      ["1590", -cents],
    ],
  })),
];

async function settle(vendorId: string, { date, dueDate, lines, payment }: Bill): Promise<void> {
  const given = lines.map(({ code, cents }) => ({ accountId: accountId(code), amount: cents / 100 }));
  const { id: billId } = await createVendorBill(ctx(), { vendorId, date, dueDate, lines: given });
  await approveVendorBill(ctx(), { billId });
  if (payment === null) return;
  const fromAccountId = accountId(payment.from);
  await payVendorBill(ctx(), { billId, amount: payment.cents / 100, date: payment.date, fromAccountId });
}

async function runAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = steps.values();
  const work = async () => {
    for (const step of queue) await step();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Payments that the bank shows and the books have already. */
const known = [
  ...year.payrolls.map(({ date, gross, withheld }) => ({ date, cents: withheld - gross })),
  ...year.payrollTaxDeposits.map(({ date, cents: paid }) => ({ date, cents: -paid })),
  ...year.loanPayments.map(({ date, principal, interest }) => ({ date, cents: -principal - interest })),
].map(({ date, cents: moved }) => ({ date, payee: "Known payment", cents: moved }));

/** Imports the bank's year, and matches by suggestion or rule what is left. Returns how many lines the rules posted at once. */
async function keepBank(): Promise<number> {
  for (const { words, code } of bankRules)
    await createBankRule(ctx(), {
      name: words,
      texts: [words],
      accountId: accountId(code),
      action: "post",
      enabled: true,
    });
  const lines = [...year.bankLines, ...known].toSorted((one, two) => (one.date < two.date ? -1 : 1));
  const content = ["date,payee,amount", ...lines.map(asCsv)].join("\n");
  const file = { ledgerAccountId: accountId("1010"), format: "csv" as const, content };
  const { id: statementId, lineCount, unmatchedCount } = await importBankStatement(ctx(), file);
  expect(lineCount).toBe(lines.length);
  for (;;) {
    const page = await listUnmatchedBankLines(ctx(), { statementId, limit: 100 });
    for (const { id: lineId, payee, suggestions, rule } of page.lines) {
      if (payee === "Known payment")
        await matchBankLine(ctx(), { lineId, entryIds: suggestions[0]!.entryIds });
      else await applyBankRule(ctx(), { lineId, ruleId: rule!.ruleId });
    }
    if (page.lines.length === 0) break;
  }
  const closingBalance = lines.reduce((sum, line) => sum + line.cents, 0) / 100;
  await completeBankReconciliation(ctx(), { statementId, openingBalance: 0, closingBalance });
  return lineCount - unmatchedCount;
}

function asCsv({ date, payee, cents: moved }: BankOnlyLine): string {
  const text = String(Math.abs(moved)).padStart(3, "0");
  return `${date},${payee},${moved < 0 ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`;
}

interface Section {
  lines: { code: string | null; name: string; amount: number }[];
}
const cents = (amount: number) => Math.round(amount * 100);
const linesOf = (sections: readonly Section[]) =>
  sections.flatMap(({ lines }) =>
    lines.map(({ code, name, amount }): [string, number] => [code ?? name, cents(amount)]),
  );

test("a company's year closes with the balance sheet that its invoices, bills and payrolls give", async () => {
  const { id: vendorId } = await createVendor(ctx(), { name: "Copper Wire Works" });
  await runAll([
    ...entries.map((entry) => () => book(entry)),
    ...year.bills.map((bill) => () => settle(vendorId, bill)),
  ]);
  expect(known.length + year.bankLines.length).toBe(3_000);
  expect(await keepBank()).toBeGreaterThan(2_500);
  const { periods } = await listFiscalPeriods(ctx(), { year: 2025 });
  for (const { id } of periods) await closeFiscalPeriod(ctx(), { periodId: id });

  const expected = balancesAtEnd(year);
  const sheet = await reports.readBalanceSheet(ctx(), { asOf: lastDay });
  const shown = linesOf([...sheet.assets, ...sheet.liabilities, ...sheet.equity]);
  expect(new Map(shown)).toEqual(expected);
  expect(cents(sheet.totalAssets)).toBe(cents(sheet.totalLiabilities) + cents(sheet.totalEquity));
  const assets = [...expected].filter(([code]) => code.startsWith("1"));
  expect(cents(sheet.totalAssets)).toBe(assets.reduce((sum, [, value]) => sum + value, 0));

  const result = await reports.readProfitAndLoss(ctx(), { ...range, basis: "accrual" });
  expect(cents(result.netIncome)).toBe(resultOf(year));
  const flow = await reports.readCashFlowStatement(ctx(), range);
  expect([cents(flow.openingCash), cents(flow.closingCash)]).toEqual([0, expected.get("1010")]);
  const aging = await readPayableAging(ctx(), { asOf: lastDay });
  expect([cents(aging.totals.total), aging.difference]).toEqual([expected.get("2000"), 0]);

  const late: Entry = {
    date: lastDay,
    memo: "Late",
    lines: [
      ["1010", 1],
      ["4000", -1],
    ],
  };
  await expect(book(late)).rejects.toMatchObject({ details: { reason: "period_closed" } });
});
