import { currencyDecimals } from "../../../../src/currency.ts";
import { toMinor } from "../../../../src/money.ts";
import type { AccountsPayableAging } from "../bills/payable-aging.types.ts";
import type { AccountsReceivableAging } from "../receivables/receivable-aging.types.ts";
import type { AgingBuckets } from "../reports/aging-buckets.types.ts";
import type { DayRange } from "../reports/comparison.ts";
import type { GeneralLedgerPage } from "../reports/report.types.ts";
import { amountColumn, lineRow, sumOf, textColumn, totalRow, type ReportTable } from "./report-table.ts";

/** The lines of one account between its opening and its closing balance. */
export function generalLedgerTable(report: GeneralLedgerPage, { from, to }: DayRange): ReportTable {
  const decimals = currencyDecimals(report.currency);
  const minor = (amount: number) => BigInt(toMinor(amount, decimals));
  const balanceRow = (date: string, label: string, balance: number) =>
    totalRow(date, null, label, null, null, minor(balance));
  return {
    title: "General ledger",
    subtitle: `Account ${report.code} ${report.name}, ${from} to ${to}, in ${report.currency}`,
    lastDay: to,
    decimals,
    columns: [
      textColumn("Date", 12),
      textColumn("Entry", 16),
      textColumn("Memo", 34),
      amountColumn("Debit"),
      amountColumn("Credit"),
      amountColumn("Balance"),
    ],
    rows: [
      balanceRow(from, "Opening balance", report.openingBalance),
      ...report.lines.map(({ date, number, memo, debit, credit, balance }) =>
        lineRow(date, number, memo, minor(debit), minor(credit), minor(balance)),
      ),
      balanceRow(to, "Closing balance", report.closingBalance),
    ],
  };
}

const buckets = [
  ["current", "Not due"],
  ["d1_30", "1 to 30 days"],
  ["d31_60", "31 to 60 days"],
  ["d61_90", "61 to 90 days"],
  ["d90plus", "Over 90 days"],
] as const satisfies readonly (readonly [keyof AgingBuckets, string])[];
const total = ["total", "Total"] as const;

export function payableAgingTable({ vendors, ...report }: AccountsPayableAging): ReportTable {
  return agingTable(
    {
      title: "Accounts payable aging",
      party: "Vendor",
      others: "Other vendors",
      columns: [...buckets, total],
      lines: vendors.map((sums) => ({ name: sums.name, sums })),
    },
    report,
  );
}

export function receivableAgingTable({ clients, ...report }: AccountsReceivableAging): ReportTable {
  return agingTable(
    {
      title: "Accounts receivable aging",
      party: "Client",
      others: "Other clients",
      columns: [...buckets, ["unapplied", "Unapplied"], total],
      lines: clients.map((sums) => ({ name: sums.client ?? "Without a client", sums })),
    },
    report,
  );
}

interface Aging<Bucket extends string> {
  title: string;
  party: string;
  others: string;
  columns: readonly (readonly [Bucket | "total", string])[];
  lines: readonly { name: string; sums: Record<Bucket | "total", number> }[];
}

interface AgingSums<Bucket extends string> {
  asOf: string;
  currency: string;
  totals: Record<Bucket | "total", number>;
  ledgerBalance: number;
  difference: number;
}

/** What is open by party; those beyond the report's maximum are one line, so that the lines add up to the totals. */
function agingTable<Bucket extends string>(
  { title, party, others: otherWords, columns, lines }: Aging<Bucket>,
  report: AgingSums<Bucket>,
): ReportTable {
  const decimals = currencyDecimals(report.currency);
  const minor = (amount: number) => BigInt(toMinor(amount, decimals));
  const amountsOf = (sums: Record<Bucket | "total", number>) =>
    columns.map(([bucket]) => minor(sums[bucket]));
  const named = lines.map(({ name, sums }) => ({ name, amounts: amountsOf(sums) }));
  const totals = amountsOf(report.totals);
  const others = totals.map(
    (amount, index) => amount - (sumOf(named.map(({ amounts }) => amounts[index]!)) ?? 0n),
  );
  const sumRow = (label: string, amount: number) =>
    totalRow(label, ...columns.map(([bucket]) => (bucket === "total" ? minor(amount) : null)));
  return {
    title,
    subtitle: `As of ${report.asOf}, in ${report.currency}`,
    lastDay: report.asOf,
    decimals,
    columns: [textColumn(party, 34), ...columns.map(([, head]) => amountColumn(head))],
    rows: [
      ...named.map(({ name, amounts }) => lineRow(name, ...amounts)),
      ...(others.some((amount) => amount !== 0n) ? [lineRow(otherWords, ...others)] : []),
      totalRow("Total", ...totals),
      sumRow("Balance of the ledger", report.ledgerBalance),
      sumRow("Difference", report.difference),
    ],
  };
}
