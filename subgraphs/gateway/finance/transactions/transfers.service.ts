import { changeOnce } from "../history/record-change.service.ts";
import { newId } from "../../../../src/ids.ts";
import { openAccountOf } from "../accounts/accounts.service.ts";
import { toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import type { AccountRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { bookEntries, entryOf } from "./book-entries.service.ts";
import { presentEntry } from "./present-entry.ts";
import type { AddTransferInput } from "./transaction-input.types.ts";
import type { FinanceTransfer } from "./transaction.types.ts";

/**
 * Books both legs of a transfer, and its fee as spending of the first account. Between accounts of one currency both legs
 * are of one size; between two, `toAmount` says what arrives. Throws NOT_FOUND, INVALID_STATE, VALIDATION_ERROR.
 */
export function addTransfer(ctx: FinanceContext, input: AddTransferInput): Promise<FinanceTransfer> {
  const { fromAccountId, toAccountId, date } = input;
  if (fromAccountId === toAccountId)
    throw badInput("toAccountId", "must differ from fromAccountId", "different");
  return changeOnce(ctx, { operation: "addTransfer", input }, async (em) => {
    const from = await openAccountOf(em, ctx, fromAccountId);
    const to = await openAccountOf(em, ctx, toAccountId);
    const amount = toStored(input.amount, from.currency);
    const arriving = arrivingAmount(input, amount, from, to);
    const fee = toStored(input.fee ?? 0, from.currency);
    const transferId = newId("tfr");
    const ids = await bookEntries(em, ctx, [
      { accountId: from.id, date, amount: -amount, payee: to.name, transferId },
      { accountId: to.id, date, amount: arriving, payee: from.name, transferId },
      ...(fee > 0 ? [{ accountId: from.id, date, amount: -fee, payee: "Transfer fee" }] : []),
    ]);
    const [own, their, paid] = await Promise.all(ids.map((id) => entryOf(em, ctx, id)));
    return {
      transferId,
      from: presentEntry(own!),
      to: presentEntry(their!),
      fee: paid ? presentEntry(paid) : null,
    };
  });
}

function arrivingAmount(
  { toAmount }: AddTransferInput,
  amount: number,
  from: AccountRow,
  to: AccountRow,
): number {
  if (from.currency !== to.currency) {
    if (typeof toAmount !== "number")
      throw badInput("toAmount", "is required when the accounts have different currencies", "required");
    return toStored(toAmount, to.currency);
  }
  if (typeof toAmount === "number" && toStored(toAmount, to.currency) !== amount)
    throw badInput("toAmount", "must equal amount when both accounts have the same currency", "equal");
  return amount;
}
