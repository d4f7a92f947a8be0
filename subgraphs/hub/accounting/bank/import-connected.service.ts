import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import {
  bookedTransactions,
  findAccountCurrency,
  type BookedTransaction,
} from "../../banking/transactions/booked-transactions.rows.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingRule } from "../accounting.errors.ts";
import type { ImportConnectedBankLinesInput } from "./bank-inputs.types.ts";
import type { BankStatement } from "./bank-statement.types.ts";
import { importLines } from "./import-statement.service.ts";
import { currencyMismatch, maxLines } from "./read-bank-statement.ts";

/**
 * Keeps the booked transactions of a connected bank account as lines of a statement, each once, and applies rules that post to
 * them. Pending ones wait until the bank books them. Throws NOT_FOUND for either account, BUSINESS_RULE for another currency, too many
 * or no transactions, VALIDATION_ERROR, and what importing a file throws. Idempotent.
 */
export function importConnectedBankLines(
  ctx: HubContext,
  input: ImportConnectedBankLinesInput,
): Promise<BankStatement> {
  const { ledgerAccountId, bankAccountId, from, to } = input;
  if (to < from) throw validationError([{ path: "to", message: "must not be before from", rule: "minimum" }]);
  return exactlyOnce(ctx, { operation: "importConnectedBankLines", input }, (em) =>
    importLines(em, ctx, {
      ledgerAccountId,
      format: "connection",
      read: async ({ currency }) => {
        const found = await findAccountCurrency(em, ctx, bankAccountId);
        if (found === null)
          throw new DomainError("NOT_FOUND", "Bank account not found. Check the bankAccountId.");
        if (found !== currency) throw currencyMismatch(currency);
        const range = { bankAccountId, currency, from, to, limit: maxLines + 1 };
        const transactions = await bookedTransactions(em, range);
        requireSome(transactions);
        return { rows: transactions.map(rowOf), faults: [], currency };
      },
    }),
  );
}

function requireSome({ length }: readonly BookedTransaction[]): void {
  if (length === 0) {
    throw accountingRule(
      "no_transactions",
      "The bank account has no booked transactions in this range. Choose other days, or sync the bank connection first.",
    );
  }
  if (length <= maxLines) return;
  throw accountingRule(
    "too_many_lines",
    `The range has more than ${maxLines} transactions. Choose fewer days.`,
    { maxLines },
  );
}

function rowOf({ id, date, amount, name, merchantName }: BookedTransaction, index: number) {
  return {
    row: index + 1,
    date,
    amount: -amount,
    payee: merchantName ?? name,
    notes: merchantName === null || merchantName === name ? null : name,
    fitid: id,
  };
}
