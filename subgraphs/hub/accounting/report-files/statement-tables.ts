import { currencyDecimals } from "../../../../src/currency.ts";
import { toMinor } from "../../../../src/money.ts";
import type {
  BalanceSheet,
  CashFlowStatement,
  ProfitAndLoss,
  ReportSection,
  TrialBalance,
} from "../reports/report.types.ts";
import {
  amountColumn,
  lineRow,
  sumOf,
  textColumn,
  totalRow,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
} from "./report-table.ts";

type Amounts = readonly [now: bigint | null, before: bigint | null];

/** Minor units of amounts that the report shows. */
class Statement {
  readonly decimals: number;
  readonly #isCompared: boolean;

  constructor(currency: string, isCompared: boolean) {
    this.decimals = currencyDecimals(currency);
    this.#isCompared = isCompared;
  }

  minor(amount: number): bigint;
  minor(amount: number | null): bigint | null;
  minor(amount: number | null): bigint | null {
    return amount === null ? null : BigInt(toMinor(amount, this.decimals));
  }

  /** Heads of a report with sections. */
  get columns(): ReportColumn[] {
    const columns = [textColumn("Section", 26), textColumn("Code", 10), textColumn("Account", 36)];
    const amounts = [amountColumn("Amount"), amountColumn("Previous amount")];
    return [...columns, ...(this.#isCompared ? amounts : amounts.slice(0, 1))];
  }

  total(label: string, [now, before]: Amounts): ReportRow {
    return totalRow(label, null, null, now, ...(this.#isCompared ? [before] : []));
  }

  sections(sections: readonly ReportSection[]): ReportRow[] {
    return sections.flatMap(({ title, lines, total, previousTotal }) => [
      ...lines.map(({ code, name, amount, previousAmount }) =>
        lineRow(title, code, name, this.minor(amount), ...this.#before(previousAmount)),
      ),
      totalRow(title, null, "Total", this.minor(total), ...this.#before(previousTotal ?? 0)),
    ]);
  }

  /** The total that the report shows, and that of the comparison, which is the sum of the sections'. */
  totals(total: number, sections: readonly ReportSection[]): Amounts {
    return [this.minor(total), sumOf(sections.map(({ previousTotal }) => this.minor(previousTotal ?? 0)))];
  }

  #before(amount: number | null): (bigint | null)[] {
    return this.#isCompared ? [this.minor(amount)] : [];
  }
}

export function trialBalanceTable(report: TrialBalance): ReportTable {
  const isCompared = report.previousAsOf !== null;
  const statement = new Statement(report.currency, isCompared);
  const heads = ["Debit", "Credit", ...(isCompared ? ["Previous debit", "Previous credit"] : [])];
  const rows = report.rows.map(({ code, name, type, ...sides }) => {
    const before = isCompared ? [sides.previousDebit, sides.previousCredit] : [];
    const amounts = [sides.debit, sides.credit, ...before].map((amount) => statement.minor(amount));
    return { texts: [code, name, type], amounts };
  });
  const sums = heads.map((_, index) => sumOf(rows.map(({ amounts }) => amounts[index]!)) ?? 0n);
  return {
    title: "Trial balance",
    subtitle: asOfWords(report),
    lastDay: report.asOf,
    decimals: statement.decimals,
    columns: [
      textColumn("Code", 10),
      textColumn("Account", 36),
      textColumn("Type", 12),
      ...heads.map((head) => amountColumn(head)),
    ],
    rows: [
      ...rows.map(({ texts, amounts }) => lineRow(...texts, ...amounts)),
      totalRow("Total", null, null, ...sums),
    ],
  };
}

export function profitAndLossTable(report: ProfitAndLoss): ReportTable {
  const statement = new Statement(report.currency, report.previousFrom !== null);
  return {
    title: "Profit and loss",
    subtitle: `${rangeWords(report)}, ${report.basis} basis`,
    lastDay: report.to,
    decimals: statement.decimals,
    columns: statement.columns,
    rows: [
      ...statement.sections(report.income),
      statement.total("Total income", statement.totals(report.totalIncome, report.income)),
      ...statement.sections(report.expenses),
      statement.total("Total expenses", statement.totals(report.totalExpenses, report.expenses)),
      statement.total("Net income", [
        statement.minor(report.netIncome),
        statement.minor(report.previousNetIncome),
      ]),
    ],
  };
}

export function balanceSheetTable(report: BalanceSheet): ReportTable {
  const statement = new Statement(report.currency, report.previousAsOf !== null);
  const liabilities = statement.totals(report.totalLiabilities, report.liabilities);
  const equity = statement.totals(report.totalEquity, report.equity);
  return {
    title: "Balance sheet",
    subtitle: asOfWords(report),
    lastDay: report.asOf,
    decimals: statement.decimals,
    columns: statement.columns,
    rows: [
      ...statement.sections(report.assets),
      statement.total("Total assets", statement.totals(report.totalAssets, report.assets)),
      ...statement.sections(report.liabilities),
      statement.total("Total liabilities", liabilities),
      ...statement.sections(report.equity),
      statement.total("Total equity", equity),
      statement.total("Total liabilities and equity", [
        sumOf([liabilities[0], equity[0]]),
        sumOf([liabilities[1], equity[1]]),
      ]),
    ],
  };
}

export function cashFlowTable(report: CashFlowStatement): ReportTable {
  const statement = new Statement(report.currency, report.previousFrom !== null);
  const sections = [report.operating, report.investing, report.financing];
  return {
    title: "Cash flow statement",
    subtitle: rangeWords(report),
    lastDay: report.to,
    decimals: statement.decimals,
    columns: statement.columns,
    rows: [
      ...statement.sections(sections),
      statement.total("Net change in cash", statement.totals(report.netChange, sections)),
      statement.total("Opening cash", [statement.minor(report.openingCash), null]),
      statement.total("Closing cash", [statement.minor(report.closingCash), null]),
    ],
  };
}

function asOfWords({ asOf, previousAsOf, currency }: TrialBalance | BalanceSheet): string {
  return `As of ${asOf}${previousAsOf === null ? "" : ` and ${previousAsOf}`}, in ${currency}`;
}

function rangeWords({ from, to, previousFrom, previousTo, currency }: ProfitAndLoss | CashFlowStatement) {
  const former = previousFrom === null ? "" : ` and ${previousFrom} to ${previousTo!}`;
  return `${from} to ${to}${former}, in ${currency}`;
}
