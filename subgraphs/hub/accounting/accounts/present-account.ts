import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { LedgerRow } from "../ledgers/ledger.rows.ts";
import { isDebitNormal } from "./account-categories.ts";
import type { LedgerAccountRow } from "./ledger-account.rows.ts";
import type { LedgerAccount } from "./ledger-account.types.ts";

/** Accounts of a ledger in the order of the tree: parents first, siblings by code, with their depth. */
export function treeOrder(rows: readonly LedgerAccountRow[]): { row: LedgerAccountRow; depth: number }[] {
  const children = new Map<string | null, LedgerAccountRow[]>();
  for (const row of rows) {
    const siblings = children.get(row.parentId) ?? [];
    siblings.push(row);
    children.set(row.parentId, siblings);
  }
  const ordered: { row: LedgerAccountRow; depth: number }[] = [];
  const visit = (parentId: string | null, depth: number): void => {
    const siblings = children.get(parentId) ?? [];
    for (const row of siblings.toSorted((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))) {
      ordered.push({ row, depth });
      visit(row.id, depth + 1);
    }
  };
  visit(null, 0);
  return ordered;
}

/** The number of accounts above one. */
export function depthOf(rows: readonly LedgerAccountRow[], account: LedgerAccountRow): number {
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  let depth = 0;
  for (let above = account.parentId; above !== null; above = parents.get(above) ?? null) depth += 1;
  return depth;
}

/** An account as API users see it; `balance` is debits less credits, in minor units. */
export function presentAccount(
  row: LedgerAccountRow,
  { ledger, depth, balance }: { ledger: LedgerRow; depth: number; balance: number },
): LedgerAccount {
  const { id, code, name, type, category, parentId, archivedAt, createdAt, updatedAt } = row;
  return {
    id,
    code,
    name,
    type,
    category,
    parent: parentId,
    depth,
    currency: ledger.currency,
    status: archivedAt === null ? "active" : "archived",
    balance: toMajor(isDebitNormal(type) ? balance : -balance, currencyDecimals(ledger.currency)),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}
