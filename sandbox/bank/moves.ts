import { DomainError } from "../../src/errors.ts";
import type { BankWorld } from "./bank-context.ts";
import { accountsOf, derivedId, presentTransactions, transactionOf } from "./ledger.ts";
import type { BankItemState, BankTx } from "./state.ts";

/** Brings new transactions of today on a login; answers their ids. */
export function addTransactions(
  { state, clock }: BankWorld,
  item: BankItemState,
  count: number,
  { pending = false, amount }: { pending?: boolean; amount?: number | undefined } = {},
): string[] {
  const date = clock.now().toISOString().slice(0, 10);
  const [account] = accountsOf(item);
  return Array.from({ length: count }, () => {
    const number = state.next();
    const transaction = transactionOf(item, {
      transaction_id: derivedId(item.itemId, "new", number),
      account_id: account!.account_id,
      amount: amount ?? (1_000 + (number % 500)) / 100,
      date,
      name: `Purchase ${number}`,
      pending,
    });
    item.changes.push({ kind: "added", transaction });
    state.touch();
    return transaction.transaction_id;
  });
}

/** Changes fields of a transaction. */
export function modifyTransaction(
  { state }: BankWorld,
  item: BankItemState,
  id: string,
  changes: Partial<Pick<BankTx, "amount" | "name" | "date">>,
): void {
  item.changes.push({ kind: "modified", transaction: { ...requirePresent(item, id), ...changes } });
  state.touch();
}

export function removeTransaction({ state }: BankWorld, item: BankItemState, id: string): void {
  const { transaction_id, account_id } = requirePresent(item, id);
  item.changes.push({ kind: "removed", transaction: { transaction_id, account_id } });
  state.touch();
}

/** A pending transaction goes, and the posted one comes in its place; answers its id. */
export function postTransaction(world: BankWorld, item: BankItemState, id: string, amount?: number): string {
  const pending = requirePresent(item, id);
  removeTransaction(world, item, id);
  const transaction = {
    ...pending,
    transaction_id: derivedId(item.itemId, "posted", world.state.next()),
    pending: false,
    pending_transaction_id: id,
    ...(amount === undefined ? {} : { amount }),
  };
  item.changes.push({ kind: "added", transaction });
  world.state.touch();
  return transaction.transaction_id;
}

function requirePresent(item: BankItemState, id: string): BankTx {
  const found = presentTransactions(item).get(id);
  if (!found) throw new DomainError("NOT_FOUND", "This login has no such transaction.");
  return found;
}
