import { validationError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingRule } from "../accounting.errors.ts";
import { readPayableAging } from "../bills/payable-aging.service.ts";
import { readReceivableAging } from "../receivables/receivable-aging.service.ts";
import * as statements from "../reports/financial-reports.service.ts";
import { readGeneralLedger } from "../reports/general-ledger.service.ts";
import { generalLedgerTable, payableAgingTable, receivableAgingTable } from "./ledger-tables.ts";
import { reportCsv } from "./report-csv.ts";
import type {
  AccountingReport,
  AccountingReportFile,
  AccountingReportFileArgs,
} from "./report-file.types.ts";
import { reportPdf } from "./report-pdf.ts";
import type { ReportTable } from "./report-table.ts";
import * as tables from "./statement-tables.ts";

/** Most rows of a file: the largest PDF takes about a second. */
const maxRows = 2_000;

/**
 * A report as a file with exact amounts. Throws VALIDATION_ERROR for arguments that the report lacks or does not use,
 * BUSINESS_RULE with reason `too_many_rows`, and what the report throws.
 */
export async function writeReportFile(
  ctx: HubContext,
  args: AccountingReportFileArgs,
): Promise<AccountingReportFile> {
  const { report, format } = args;
  checkArguments(args);
  const table = await readTable[report](ctx, args as Given);
  if (table.rows.length > maxRows) throw tooManyRows();
  const bytes = format === "csv" ? Buffer.from(reportCsv(table)) : await reportPdf(table);
  const [contentType, encoding] =
    format === "csv" ? (["text/csv", "utf8"] as const) : (["application/pdf", "base64"] as const);
  const days = args.from ? `${args.from}-${table.lastDay}` : table.lastDay;
  return {
    filename: `${report.replaceAll("_", "-")}-${days}.${format}`,
    contentType,
    encoding,
    size: bytes.length,
    content: bytes.toString(encoding),
    count: table.rows.length,
  };
}

/** Arguments after the check: a report has those that it needs. */
type Given = AccountingReportFileArgs & { asOf: string; from: string; to: string; accountId: string };

const readTable: Record<AccountingReport, (ctx: HubContext, args: Given) => Promise<ReportTable>> = {
  trial_balance: async (ctx, args) => tables.trialBalanceTable(await statements.readTrialBalance(ctx, args)),
  balance_sheet: async (ctx, args) => tables.balanceSheetTable(await statements.readBalanceSheet(ctx, args)),
  profit_and_loss: async (ctx, { basis, ...args }) =>
    tables.profitAndLossTable(
      await statements.readProfitAndLoss(ctx, { ...args, basis: basis ?? "accrual" }),
    ),
  cash_flow: async (ctx, args) => tables.cashFlowTable(await statements.readCashFlowStatement(ctx, args)),
  general_ledger: async (ctx, { accountId, from, to }) => {
    const page = await readGeneralLedger(ctx, { accountId, from, to, limit: maxRows });
    if (page.nextCursor !== null) throw tooManyRows();
    return generalLedgerTable(page, { from, to });
  },
  payable_aging: async (ctx, { asOf, currency }) =>
    payableAgingTable(await readPayableAging(ctx, { asOf, currency })),
  receivable_aging: async (ctx, { asOf, currency }) =>
    receivableAgingTable(await readReceivableAging(ctx, { asOf, currency })),
};

const allChoices = [
  "asOf",
  "from",
  "to",
  "accountId",
  "basis",
  "compareWith",
  "budgetId",
  "currency",
] as const;
type Choice = (typeof allChoices)[number];

const range = ["from", "to"] as const;
const choices: Record<AccountingReport, { needs: readonly Choice[]; takes: readonly Choice[] }> = {
  trial_balance: { needs: ["asOf"], takes: ["compareWith", "currency"] },
  balance_sheet: { needs: ["asOf"], takes: ["compareWith", "currency"] },
  profit_and_loss: { needs: range, takes: ["basis", "compareWith", "budgetId", "currency"] },
  cash_flow: { needs: range, takes: ["compareWith", "currency"] },
  general_ledger: { needs: ["accountId", ...range], takes: [] },
  payable_aging: { needs: [], takes: ["asOf", "currency"] },
  receivable_aging: { needs: [], takes: ["asOf", "currency"] },
};

function checkArguments(args: AccountingReportFileArgs): void {
  const { needs, takes } = choices[args.report];
  const isGiven = (choice: Choice) => args[choice] !== undefined && args[choice] !== null;
  const faults = allChoices.flatMap((path) => {
    if (needs.includes(path) && !isGiven(path))
      return [{ path, message: "is required for this report", rule: "required" }];
    if (isGiven(path) && !needs.includes(path) && !takes.includes(path))
      return [{ path, message: "is not used by this report", rule: "unused" }];
    return [];
  });
  if (faults.length > 0) throw validationError(faults);
}

function tooManyRows() {
  return accountingRule(
    "too_many_rows",
    "The file would have more than 2,000 rows. Choose a shorter time, or read the report page by page.",
    { maximum: maxRows },
  );
}
