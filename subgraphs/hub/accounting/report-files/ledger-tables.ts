import { currencyDecimals } from "../../../../src/currency.ts";
import { toMinor } from "../../../../src/money.ts";
import type { AccountsPayableAging, PayableAgingBuckets } from "../bills/payable-aging.types.ts";
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
  ["total", "Total"],
] as const satisfies readonly (readonly [keyof PayableAgingBuckets, string])[];

/** What is owed by vendor; those beyond the report's maximum are one line, so that the lines add up to the totals. */
export function payableAgingTable(report: AccountsPayableAging): ReportTable {
  const decimals = currencyDecimals(report.currency);
  const minor = (amount: number) => BigInt(toMinor(amount, decimals));
  const amountsOf = (sums: PayableAgingBuckets) => buckets.map(([bucket]) => minor(sums[bucket]));
  const vendors = report.vendors.map((vendor) => ({ name: vendor.name, amounts: amountsOf(vendor) }));
  const totals = amountsOf(report.totals);
  const others = totals.map(
    (total, index) => total - (sumOf(vendors.map(({ amounts }) => amounts[index]!)) ?? 0n),
  );
  const sumRow = (label: string, amount: number) =>
    totalRow(label, ...buckets.map(([bucket]) => (bucket === "total" ? minor(amount) : null)));
  return {
    title: "Accounts payable aging",
    subtitle: `As of ${report.asOf}, in ${report.currency}`,
    lastDay: report.asOf,
    decimals,
    columns: [textColumn("Vendor", 34), ...buckets.map(([, head]) => amountColumn(head))],
    rows: [
      ...vendors.map(({ name, amounts }) => lineRow(name, ...amounts)),
      ...(others.some((amount) => amount !== 0n) ? [lineRow("Other vendors", ...others)] : []),
      totalRow("Total", ...totals),
      sumRow("Balance of the ledger", report.ledgerBalance),
      sumRow("Difference", report.difference),
    ],
  };
}
