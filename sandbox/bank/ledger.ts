import { createHash } from "node:crypto";
import { findInstitution } from "./institutions.ts";
import type { BankItemState, BankTx, Change } from "./state.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Transactions of a day in a login's history. */
const perDay = 4;

const kinds = [
  {
    name: "Checking",
    official_name: "Everyday Checking",
    type: "depository",
    subtype: "checking",
    balance: 1_204.37,
  },
  {
    name: "Saving",
    official_name: "Silver Savings",
    type: "depository",
    subtype: "savings",
    balance: 8_210.5,
  },
  {
    name: "Credit Card",
    official_name: "Diamond Credit Card",
    type: "credit",
    subtype: "credit card",
    balance: 410,
  },
] as const;

const shops = [
  ["Corner Coffee", "FOOD_AND_DRINK", "FOOD_AND_DRINK_COFFEE", 4.35, "in store"],
  ["Example Market", "FOOD_AND_DRINK", "FOOD_AND_DRINK_GROCERIES", 62.17, "in store"],
  ["City Transit", "TRANSPORTATION", "TRANSPORTATION_PUBLIC_TRANSIT", 2.75, "in store"],
  ["Streaming Example", "ENTERTAINMENT", "ENTERTAINMENT_TV_AND_MOVIES", 11.99, "online"],
  ["Payroll Example Inc", "INCOME", "INCOME_WAGES", -2_150.25, "other"],
  ["Energy Example", "RENT_AND_UTILITIES", "RENT_AND_UTILITIES_GAS_AND_ELECTRICITY", 88.4, "online"],
] as const;

/** A text of letters and digits that follows from its parts. */
export function derivedId(...parts: (string | number)[]): string {
  const hash = createHash("sha256").update(parts.join("\0")).digest("base64url");
  return hash.replaceAll(/[-_]/g, "x").slice(0, 37);
}

/** Accounts of a login, as the API shows them: fields that derive from the bank and the login never change. */
export function accountsOf(item: BankItemState) {
  const { currency, hasPersistentIds } = findInstitution(item.institutionId)!;
  return Array.from({ length: item.accountCount }, (_, index) => {
    const { balance, ...kind } = kinds[index % kinds.length]!;
    const digits = createHash("sha256").update(`${item.institutionId} ${item.login} ${index}`).digest();
    const isCredit = kind.type === "credit";
    return {
      account_id: derivedId(item.itemId, "account", index),
      ...(hasPersistentIds
        ? { persistent_account_id: derivedId(item.institutionId, item.login, "account", index) }
        : {}),
      ...kind,
      name: index < kinds.length ? kind.name : `${kind.name} ${index + 1}`,
      mask: String(1_000 + (digits.readUInt32BE(0) % 9_000)),
      balances: {
        available: isCredit ? 2_000 - balance : balance - 100,
        current: balance,
        limit: isCredit ? 2_000 : null,
        iso_currency_code: currency,
        unofficial_currency_code: null,
      },
    };
  });
}

/** A transaction's fields besides the given ones. */
export function transactionOf(
  item: BankItemState,
  given: Pick<BankTx, "transaction_id" | "account_id" | "amount" | "date" | "name" | "pending"> &
    Partial<
      Record<"merchant_name" | "pending_transaction_id" | "primary" | "detailed" | "channel", string | null>
    >,
): BankTx {
  const { primary = "GENERAL_MERCHANDISE", detailed = "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE" } =
    given;
  const { channel = "in store", merchant_name = given.name, pending_transaction_id = null, ...own } = given;
  const { primary: _primary, detailed: _detailed, ...plain } = own;
  const place = { address: null, city: null, region: null, postal_code: null, country: null };
  const nobody = {
    payee: null,
    by_order_of: null,
    payer: null,
    payment_method: null,
    payment_processor: null,
  };
  return {
    ...plain,
    account_owner: null,
    authorized_date: given.date,
    authorized_datetime: null,
    category: null,
    category_id: null,
    check_number: null,
    counterparties: [],
    datetime: null,
    iso_currency_code: findInstitution(item.institutionId)!.currency,
    unofficial_currency_code: null,
    location: { ...place, lat: null, lon: null, store_number: null },
    logo_url: null,
    merchant_name,
    payment_channel: channel,
    payment_meta: { reference_number: null, ppd_id: null, reason: null, ...nobody },
    pending_transaction_id,
    personal_finance_category: { primary, detailed, confidence_level: "HIGH" },
    transaction_code: null,
    transaction_type: "place",
    website: null,
  };
}

/** The n-th transaction of a login's history, the newest first. */
function historic(item: BankItemState, accountIds: readonly string[], index: number): Change {
  const born = Date.parse(item.createdAt.slice(0, 10));
  const [name, primary, detailed, amount, channel] = shops[index % shops.length]!;
  const date = new Date(born - (1 + Math.floor(index / perDay)) * dayMs).toISOString().slice(0, 10);
  const cents = Math.round(amount * 100) + (amount > 0 ? index % 89 : 0);
  const transaction = transactionOf(item, {
    transaction_id: derivedId(item.itemId, "transaction", index),
    account_id: accountIds[index % accountIds.length]!,
    amount: cents / 100,
    date,
    name,
    pending: false,
    primary,
    detailed,
    channel,
  });
  return { kind: "added", transaction };
}

/** Number of changes of a login. */
export function changeCount({ historyCount, changes }: BankItemState): number {
  return historyCount + changes.length;
}

/** One change by its number. */
function changeAt(item: BankItemState, accountIds: readonly string[], index: number): Change {
  return index < item.historyCount
    ? historic(item, accountIds, index)
    : item.changes[index - item.historyCount]!;
}

/**
 * Net changes from one number up to another, each transaction once in its state at that point: one that was
 * both added and removed in between is omitted.
 */
export function netChanges(item: BankItemState, from: number, to: number): Change[] {
  const accountIds = accountsOf(item).map(({ account_id }) => account_id);
  const net = new Map<string, { change: Change; isNew: boolean }>();
  for (let index = from; index < to; index++) {
    const change = changeAt(item, accountIds, index);
    const id = change.transaction.transaction_id;
    const isNew = net.get(id)?.isNew ?? change.kind === "added";
    net.delete(id);
    if (change.kind !== "removed") {
      net.set(id, { change: { ...change, kind: isNew ? "added" : "modified" }, isNew });
    } else if (!isNew) net.set(id, { change, isNew });
  }
  return [...net.values()].map(({ change }) => change);
}

/** The transactions that are there now, by id. */
export function presentTransactions(item: BankItemState): Map<string, BankTx> {
  const present = new Map<string, BankTx>();
  for (const change of netChanges(item, 0, changeCount(item))) {
    if (change.kind !== "removed") present.set(change.transaction.transaction_id, change.transaction);
  }
  return present;
}
