import type { EntityManager } from "@mikro-orm/postgresql";
import type { HubContext } from "../../hub.context.ts";
import type { ChartAccount } from "../accounts/chart-template.ts";
import { insertChart, listLedgerAccountRows } from "../accounts/ledger-account.rows.ts";
import { endOfMonth } from "../ledgers/fiscal-year.ts";
import type { LedgerRow } from "../ledgers/ledger.rows.ts";
import { storePosted, type PreparedLine } from "../journal/write-entry.service.ts";
import { resultBalances } from "./period.rows.ts";

/** Most accounts that one closing entry takes to zero; a ledger with more has several entries. */
const maxAccounts = 900;

/**
 * Books the result of the fiscal year that ends with `month` to retained earnings, so that income and expenses begin the
 * next year at zero. Returns the ID of the last entry, or null for a year without a result. The transaction has locked
 * the ledger for itself.
 */
export async function bookResult(
  em: EntityManager,
  ctx: HubContext,
  { ledger, month, fiscalYear }: { ledger: LedgerRow; month: string; fiscalYear: number },
): Promise<string | null> {
  const balances = await resultBalances(em, ledger, month);
  const retained = await retainedAccount(em, ctx, ledger);
  let entryId: string | null = null;
  for (let from = 0; from < balances.length; from += maxAccounts) {
    const part = balances.slice(from, from + maxAccounts);
    const lines = part.map(({ accountId, balance }) => lineOf(accountId, -balance));
    const result = part.reduce((sum, { balance }) => sum + balance, 0);
    if (result !== 0) lines.push(lineOf(retained, result));
    const prepared = {
      date: endOfMonth(month),
      memo: `Result of the fiscal year ${fiscalYear}`,
      kind: "closing" as const,
      isClosing: true,
      lines,
      total: lines.reduce((sum, { debit }) => sum + debit, 0),
    };
    entryId = (await storePosted(em, ctx, { ledger, prepared })).id;
  }
  return entryId;
}

/** A line of so much, debits less credits. */
function lineOf(accountId: string, amount: number): PreparedLine {
  return {
    accountId,
    debit: Math.max(amount, 0),
    credit: Math.max(-amount, 0),
    foreignDebit: null,
    foreignCredit: null,
    memo: null,
    app: null,
    client: null,
    project: null,
  };
}

/** The ID of the account of retained earnings, which is created where the chart has none. */
async function retainedAccount(em: EntityManager, ctx: HubContext, ledger: LedgerRow): Promise<string> {
  const known = await listLedgerAccountRows(em, ledger);
  const found = known.find(({ category }) => category === "retained_earnings");
  if (found) return found.id;
  const codes = new Set(known.map(({ code }) => code));
  const code = ["3900", "3999", "RE"].find((one) => !codes.has(one)) ?? `RE-${known.length}`;
  const name = "Retained earnings";
  const account: ChartAccount = { code, name, category: "retained_earnings", type: "equity", parent: null };
  const [row] = await insertChart(em, ctx, { ledger, chart: [account] });
  return row!.id;
}
