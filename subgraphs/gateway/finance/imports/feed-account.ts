import type { AccountKind } from "../finance-tables.ts";
import type { FeedAccount, FeedTransaction } from "./bank-feed.port.ts";
import type { StatementRow } from "../../../../src/bank-statements/statement-row.ts";

/** What an account at a bank is here. */
export function kindOfFeedAccount({ type, subtype }: Pick<FeedAccount, "type" | "subtype">): AccountKind {
  if (type === "depository") return subtype === "checking" ? "checking" : "savings";
  if (type === "credit") return "credit_card";
  return type === "loan" || type === "investment" ? type : "other";
}

/** The opening balance, in minor units, from which these entries lead to what the bank says now. */
export function openingOf(
  kind: AccountKind,
  current: number | null,
  rows: readonly Pick<StatementRow, "amount">[],
): number {
  if (current === null) return 0;
  const owned = kind === "credit_card" || kind === "loan" ? -current : current;
  return rows.reduce((sum, { amount }) => sum - amount, owned);
}

/** A bank's transactions as lines of a statement, oldest first. */
export function feedRows(
  transactions: readonly FeedTransaction[],
  toMinor: (amount: number) => number,
): StatementRow[] {
  const oldestFirst = transactions.toSorted((a, b) =>
    a.date === b.date ? (a.transactionId < b.transactionId ? -1 : 1) : a.date < b.date ? -1 : 1,
  );
  return oldestFirst.map(({ transactionId, amount, date, name, merchantName }, index) => ({
    row: index + 1,
    date,
    amount: -toMinor(amount),
    payee: (merchantName ?? name).slice(0, 200),
    notes: merchantName === null ? null : name.slice(0, 2_000),
    fitid: transactionId,
  }));
}
