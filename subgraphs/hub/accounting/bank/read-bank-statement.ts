import { readCamtStatement } from "../../../../src/bank-statements/camt-statement.ts";
import { readCsvStatement } from "../../../../src/bank-statements/csv-statement.ts";
import { readOfxStatement } from "../../../../src/bank-statements/ofx-statement.ts";
import { StatementError, type Statement } from "../../../../src/bank-statements/statement-row.ts";
import { currencyDecimals } from "../../../../src/currency.ts";
import { validationError, type DomainError } from "../../../../src/errors.ts";
import { accountingRule } from "../accounting.errors.ts";
import type { ImportBankStatementInput } from "./bank-inputs.types.ts";

/** Most lines of an import. */
export const maxLines = 5_000;
const maxFaults = 20;

/**
 * Reads a statement in this currency, all or nothing. Throws VALIDATION_ERROR for what is none, with the lines that cannot
 * be read, and BUSINESS_RULE (`currency_mismatch`).
 */
export function readBankStatement(input: ImportBankStatementInput, currency: string): Statement {
  const statement = readAs(input, currencyDecimals(currency));
  const { rows, faults } = statement;
  if (rows.length + faults.length > maxLines) throw bad(`must have at most ${maxLines} lines`, "maximum");
  if (faults.length > 0) {
    const found = faults.slice(0, maxFaults);
    throw validationError(
      found.map(({ row, message }) => ({ path: `content.${row}`, message, rule: input.format })),
    );
  }
  if (rows.length === 0) throw bad("must have at least one line", "minimum");
  if (statement.currency !== null && statement.currency.toUpperCase() !== currency)
    throw currencyMismatch(currency);
  return statement;
}

/** 422: the bank's lines are in another currency than the ledger. */
export function currencyMismatch(expected: string): DomainError {
  return accountingRule(
    "currency_mismatch",
    "The statement and the ledger account have different currencies. Choose an account in the currency of the statement.",
    { expected },
  );
}

function readAs({ format, content, mapping }: ImportBankStatementInput, decimals: number): Statement {
  if (format === "connection")
    throw validationError([{ path: "format", message: "must be the format of a file", rule: "file" }]);
  try {
    if (format === "csv") return readCsvStatement(content, mapping ?? {}, decimals);
    return format === "ofx" ? readOfxStatement(content, decimals) : readCamtStatement(content, decimals);
  } catch (error) {
    if (error instanceof StatementError) throw bad(error.message, format);
    throw error;
  }
}

function bad(message: string, rule: string) {
  return validationError([{ path: "content", message, rule }]);
}
