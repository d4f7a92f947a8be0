import { readCamtStatement } from "../../../../src/bank-statements/camt-statement.ts";
import { currencyDecimals } from "../../../../src/currency.ts";
import type { AccountRow } from "../finance-tables.ts";
import { readProgramExport, type ReadingAccount } from "./program-exports.ts";
import { badInput } from "../finance.errors.ts";
import { readCsvStatement, type CsvMapping } from "../../../../src/bank-statements/csv-statement.ts";
import type { StatementFormat } from "./import.types.ts";
import { readOfxStatement } from "../../../../src/bank-statements/ofx-statement.ts";
import { readQifStatement } from "../../../../src/bank-statements/qif-statement.ts";
import { StatementError, type Statement } from "../../../../src/bank-statements/statement-row.ts";
import { businessRule } from "../../base/gateway.errors.ts";

const maxRows = 5_000;

export interface WrittenStatement {
  format: StatementFormat;
  content: string;
  mapping?: CsvMapping | null;
}

/**
 * Reads a statement of an account of this currency. Throws VALIDATION_ERROR for what is none or has too many lines, and
 * BUSINESS_RULE (`currency_mismatch`).
 */
export function readStatement(
  { format, content, mapping }: WrittenStatement,
  { name, currency }: Pick<AccountRow, "name" | "currency">,
): Statement {
  const statement = readAs(format, content, mapping ?? {}, {
    name,
    currency,
    decimals: currencyDecimals(currency),
  });
  if (statement.rows.length + statement.faults.length > maxRows)
    throw badInput("content", `must have at most ${maxRows} rows`, "maximum");
  if (statement.currency !== null && statement.currency.toUpperCase() !== currency)
    throw businessRule(
      "currency_mismatch",
      "The statement and the account have different currencies. Choose an account in the currency of the statement.",
      {
        expected: currency,
      },
    );
  return statement;
}

function readAs(
  format: StatementFormat,
  content: string,
  mapping: CsvMapping,
  account: ReadingAccount,
): Statement {
  const { decimals } = account;
  try {
    if (format === "csv") return readCsvStatement(content, mapping, decimals);
    if (format === "ofx") return readOfxStatement(content, decimals);
    if (format === "qif") return readQifStatement(content, mapping.dateFormat ?? null, decimals);
    if (format === "camt053") return readCamtStatement(content, decimals);
    return readProgramExport(content, format, { ...mapping, account });
  } catch (error) {
    if (error instanceof StatementError) throw badInput("content", error.message, format);
    throw error;
  }
}
