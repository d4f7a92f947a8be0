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

/** In the report's time, in the former one, and by the budget. */
type Amounts = readonly [now: bigint | null, before: bigint | null, planned: bigint | null];

interface Columns {
  isCompared: boolean;
  hasBudget?: boolean;
}

/** Minor units of amounts that the report shows. */
class Statement {
  readonly decimals: number;
  readonly #isCompared: boolean;
  readonly #hasBudget: boolean;

  constructor(currency: string, { isCompared, hasBudget = false }: Columns) {
    this.decimals = currencyDecimals(currency);
    this.#isCompared = isCompared;
    this.#hasBudget = hasBudget;
  }

  minor(amount: number): bigint;
  minor(amount: number | null): bigint | null;
  minor(amount: number | null): bigint | null {
    return amount === null ? null : BigInt(toMinor(amount, this.decimals));
  }

  /** Heads of a report with sections. */
  get columns(): ReportColumn[] {
    const columns = [textColumn("Section", 26), textColumn("Code", 10), textColumn("Account", 36)];
    const others = this.#chosen(amountColumn("Previous amount"), amountColumn("Budget"));
    return [...columns, amountColumn("Amount"), ...others];
  }

  total(label: string, [now, before, planned]: Amounts): ReportRow {
    return totalRow(label, null, null, now, ...this.#chosen(before, planned));
  }

  sections(sections: readonly ReportSection[]): ReportRow[] {
    return sections.flatMap(({ title, lines, total, previousTotal, budgetTotal }) => [
      ...lines.map(({ code, name, amount, previousAmount, budgetAmount }) =>
        lineRow(
          title,
          code,
          name,
          this.minor(amount),
          ...this.#chosen(this.minor(previousAmount), this.minor(budgetAmount)),
        ),
      ),
      totalRow(
        title,
        null,
        "Total",
        this.minor(total),
        ...this.#chosen(this.minor(previousTotal ?? 0), this.minor(budgetTotal ?? 0)),
      ),
    ]);
  }

  /** The total that the report shows, and those of the other columns, which are sums of the sections'. */
  totals(total: number, sections: readonly ReportSection[]): Amounts {
    const sum = (amounts: readonly (number | null)[]) =>
      sumOf(amounts.map((amount) => this.minor(amount ?? 0))) ?? 0n;
    return [
      this.minor(total),
      sum(sections.map(({ previousTotal }) => previousTotal)),
      sum(sections.map(({ budgetTotal }) => budgetTotal)),
    ];
  }

  /** Of the columns beside the report's time, those that the report has. */
  #chosen<Cell>(before: Cell, planned: Cell): Cell[] {
    return [...(this.#isCompared ? [before] : []), ...(this.#hasBudget ? [planned] : [])];
  }
}

export function trialBalanceTable(report: TrialBalance): ReportTable {
  const isCompared = report.previousAsOf !== null;
  const statement = new Statement(report.currency, { isCompared });
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
  const statement = new Statement(report.currency, {
    isCompared: report.previousFrom !== null,
    hasBudget: report.budgetNetIncome !== null,
  });
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
        statement.minor(report.budgetNetIncome),
      ]),
    ],
  };
}

export function balanceSheetTable(report: BalanceSheet): ReportTable {
  const statement = new Statement(report.currency, { isCompared: report.previousAsOf !== null });
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
        null,
      ]),
    ],
  };
}

export function cashFlowTable(report: CashFlowStatement): ReportTable {
  const statement = new Statement(report.currency, { isCompared: report.previousFrom !== null });
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
      statement.total("Opening cash", [statement.minor(report.openingCash), null, null]),
      statement.total("Closing cash", [statement.minor(report.closingCash), null, null]),
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
