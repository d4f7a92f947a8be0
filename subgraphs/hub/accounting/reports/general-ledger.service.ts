import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { invalidCursor, rowCursors } from "../../../../src/db/cursor.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import { ledgerAccountNotFound } from "../accounting.errors.ts";
import { isDebitNormal } from "../accounts/account-categories.ts";
import { findLedgerAccount } from "../accounts/ledger-account.rows.ts";
import { entryNumber } from "../journal/entry-number.ts";
import { dayAfter } from "../ledgers/fiscal-year.ts";
import { readLedger } from "../ledgers/ledger.rows.ts";
import { requireRange } from "./read-sums.service.ts";
import type { GeneralLedgerArgs } from "./report-inputs.types.ts";
import { linesAfter, sumBefore, type LedgerLineRow, type LinePosition } from "./report.rows.ts";
import type { GeneralLedgerPage } from "./report.types.ts";

/**
 * Posted lines of an account by date and number, with a running balance. Each page begins with the balance before its
 * first line, so no earlier page is read. Throws NOT_FOUND, INVALID_CURSOR and VALIDATION_ERROR.
 */
export function readGeneralLedger(ctx: HubContext, args: GeneralLedgerArgs): Promise<GeneralLedgerPage> {
  const { accountId, from, to, limit } = args;
  requireRange(args);
  const cursors = rowCursors(ctx, ["general ledger", accountId, from, to]);
  const after = positionOf(cursors.decode(args.cursor));
  const read = async (em: EntityManager): Promise<GeneralLedgerPage> => {
    const account = await findLedgerAccount(em, ctx, { id: accountId });
    if (!account) throw ledgerAccountNotFound();
    const { currency } = (await readLedger(em, ctx, { id: account.ledgerId }))!;
    const decimals = currencyDecimals(currency);
    const sign = isDebitNormal(account.type) ? 1 : -1;
    const show = (balance: number) => toMajor(sign * balance, decimals);
    const opening = await sumBefore(em, accountId, { date: from });
    const closing = await sumBefore(em, accountId, { date: dayAfter(to) });
    // The position itself is the last line of the page before, which counts.
    let balance =
      after === null ? opening : await sumBefore(em, accountId, { ...after, line: after.line + 1 });
    const found = await linesAfter(em, accountId, { from, to, after, limit: limit + 1 });
    const { rows, nextCursor } = cutPage(found, limit, cursors, endOf);
    const lines = rows.map((row) => {
      balance += row.debit - row.credit;
      const [debit, credit] = [toMajor(row.debit, decimals), toMajor(row.credit, decimals)];
      const { entryId, date, memo } = row;
      return { entryId, number: entryNumber(row)!, date, memo, debit, credit, balance: show(balance) };
    });
    const { code, name } = account;
    const balances = { openingBalance: show(opening), closingBalance: show(closing) };
    return { accountId, code, name, currency, ...balances, lines, nextCursor };
  };
  return inTransaction(ctx, read, { readOnly: true, isolationLevel: "repeatable read" });
}

function endOf({ date, number, line }: LedgerLineRow): readonly [string, string] {
  return [date, `${number}.${line}`];
}

function positionOf(end: readonly [string, string] | null): LinePosition | null {
  if (end === null) return null;
  const match = /^(\d{1,9})\.(\d{1,4})$/.exec(end[1]);
  if (!match) throw invalidCursor();
  return { date: end[0], number: Number(match[1]), line: Number(match[2]) };
}
