import { liabilityKinds } from "../accounts/account-kinds.ts";
import type { AccountKind, CategoryKind, EntryRow, TransactionStatus } from "../finance-tables.ts";

/** An account of double-entry bookkeeping. */
export interface JournalAccount {
  root: "Assets" | "Liabilities" | "Income" | "Expenses" | "Equity";
  name: string;
  /** The only currency it has; null for any. */
  currency: string | null;
}

export interface Posting {
  account: JournalAccount;
  /** Minor units; debits are positive. */
  amount: number;
  currency: string;
  isPending: boolean;
  /** Its own day, where that is not the day of the transaction. */
  date: string | null;
  note: string | null;
}

/** A transaction whose postings sum to zero in each currency. */
export interface JournalEntry {
  /** Null for an opening balance. */
  id: string | null;
  date: string;
  payee: string;
  notes: string | null;
  tags: readonly string[];
  postings: readonly Posting[];
}

export interface Journal {
  /** Each one once, in the order of names to be given. */
  accounts: readonly JournalAccount[];
  /** By day. */
  entries: readonly JournalEntry[];
}

export interface JournalledAccount {
  id: string;
  name: string;
  kind: AccountKind;
  currency: string;
  openingBalance: number;
  openedOn: string;
}

export interface JournalSource {
  accounts: readonly JournalledAccount[];
  categories: readonly { id: string; name: string; kind: CategoryKind }[];
  rows: readonly EntryRow[];
  /** Null where the rows are a selection that no balance fits. */
  openings: JournalOpenings | null;
}

export interface JournalOpenings {
  accountIds: ReadonlySet<string>;
  from: string | null;
  to: string | null;
  /** Sums of transactions before `from`, by account. */
  carried: ReadonlyMap<string, number>;
}

const fixed = (root: JournalAccount["root"], name: string): JournalAccount => ({
  root,
  name,
  currency: null,
});

/**
 * Transactions by double entry. Both legs of a transfer are one transaction; with two currencies, or with one leg alone, what
 * is left of each currency is booked on Equity:Conversion or Equity:Transfers, so that no rate is needed. Trades are booked
 * against Equity:Trades.
 */
export function journalOf(source: JournalSource): Journal {
  const chart = chartOf(source);
  const legs = Map.groupBy(
    source.rows.filter(({ transferId }) => transferId !== null),
    ({ transferId }) => transferId,
  );
  const booked = source.rows.flatMap((row) => {
    if (row.transferId === null) return [entryOf(chart, row)];
    const both = legs.get(row.transferId)!;
    return both[0] === row ? [transferOf(chart, both)] : [];
  });
  const entries = [...openingsOf(chart, source), ...booked].toSorted((one, other) =>
    one.date < other.date ? -1 : Number(one.date > other.date),
  );
  const used = new Set(entries.flatMap(({ postings }) => postings.map(({ account }) => account)));
  const { equity, none, byAccount, byCategory } = chart;
  const known = [...Object.values({ ...equity, ...none }), ...byAccount.values(), ...byCategory.values()];
  return { accounts: known.filter((account) => used.has(account)), entries };
}

type Chart = ReturnType<typeof chartOf>;

function chartOf({ accounts, categories }: JournalSource) {
  const equity = {
    opening: fixed("Equity", "Opening"),
    transfers: fixed("Equity", "Transfers"),
    conversion: fixed("Equity", "Conversion"),
    trades: fixed("Equity", "Trades"),
  };
  const none = { in: fixed("Income", "Uncategorized"), out: fixed("Expenses", "Uncategorized") };
  const byAccount = new Map(accounts.map((account) => [account.id, accountOf(account)]));
  const byCategory = new Map(
    categories.map(({ id, kind, name }) => [id, fixed(kind === "income" ? "Income" : "Expenses", name)]),
  );
  return { equity, none, byAccount, byCategory };
}

function entryOf(chart: Chart, row: EntryRow): JournalEntry {
  const uncategorized = row.amount < 0 ? chart.none.out : chart.none.in;
  const counter = (categoryId: string | null): JournalAccount =>
    row.tradeId === null ? (chart.byCategory.get(categoryId ?? "") ?? uncategorized) : chart.equity.trades;
  const parts = row.splits ?? [{ categoryId: row.categoryId, amount: row.amount, note: null }];
  const against = parts.map(({ categoryId, amount, note }) =>
    postingOf(counter(categoryId), -amount, row, { note }),
  );
  return headOf(row.id, row, [legOf(chart, row, row.date), ...against]);
}

function transferOf(chart: Chart, both: readonly EntryRow[]): JournalEntry {
  const [first] = both as [EntryRow];
  const sums = new Map<string, number>();
  for (const { currency, amount } of both) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  const counter = both.length === 1 ? chart.equity.transfers : chart.equity.conversion;
  const rest = [...sums]
    .filter(([, sum]) => sum !== 0)
    .map(([currency, sum]) => postingOf(counter, -sum, { currency, status: first.status }));
  const legs = both.map((leg) => legOf(chart, leg, first.date));
  return headOf(first.transferId!, first, [...legs, ...rest]);
}

function legOf({ byAccount }: Chart, row: EntryRow, date: string): Posting {
  const own = row.date === date ? null : row.date;
  return postingOf(byAccount.get(row.accountId)!, row.amount, row, { date: own });
}

function openingsOf(chart: Chart, { accounts, openings }: JournalSource): JournalEntry[] {
  if (openings === null) return [];
  const { accountIds, from, to, carried } = openings;
  const dated = accounts
    .filter(({ id }) => accountIds.has(id))
    .flatMap(({ id, currency, openingBalance, openedOn }) => {
      const isBefore = from !== null && openedOn < from;
      const before = (carried.get(id) ?? 0) + (isBefore ? openingBalance : 0);
      const isWithin = !isBefore && (to === null || openedOn <= to);
      return [
        ...(from === null ? [] : [{ id, currency, date: from, amount: before }]),
        ...(isWithin ? [{ id, currency, date: openedOn, amount: openingBalance }] : []),
      ];
    });
  return dated
    .filter(({ amount }) => amount !== 0)
    .map(({ id, currency, date, amount }) => {
      const facts = { currency, status: "cleared" as const };
      const postings = [
        postingOf(chart.byAccount.get(id)!, amount, facts),
        postingOf(chart.equity.opening, -amount, facts),
      ];
      return { id: null, date, payee: "Opening balance", notes: null, tags: [], postings };
    });
}

function accountOf({ name, kind, currency }: JournalledAccount): JournalAccount {
  return { root: liabilityKinds.includes(kind) ? "Liabilities" : "Assets", name, currency };
}

function headOf(
  id: string,
  { date, payee, notes, tags }: EntryRow,
  postings: readonly Posting[],
): JournalEntry {
  return { id, date, payee, notes, tags, postings };
}

function postingOf(
  account: JournalAccount,
  amount: number,
  { currency, status }: { currency: string; status: TransactionStatus },
  { date = null, note = null }: { date?: string | null; note?: string | null } = {},
): Posting {
  return { account, amount, currency, isPending: status === "pending", date, note };
}

/** Names that a format allows, each one once: a later one of the same spelling gets a number. */
export function namesOf(
  accounts: readonly JournalAccount[],
  spell: (name: string) => string,
  separator: string,
): Map<JournalAccount, string> {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return new Map(
    accounts.map((account) => {
      const base = `${account.root}:${spell(account.name)}`;
      let name = base;
      for (let number = next.get(base) ?? 2; taken.has(name); number++) {
        name = `${base}${separator}${number}`;
        next.set(base, number + 1);
      }
      taken.add(name);
      return [account, name];
    }),
  );
}

/** Text on one line. */
export function lineOf(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Cs}\p{Zs}]+/gu, " ").trim();
}

/** The mark of a transaction and of postings: those that differ from the transaction have their own. */
export function marksOf({ postings }: JournalEntry): { entry: string; of: (posting: Posting) => string } {
  const isPending = postings.every((posting) => posting.isPending);
  return { entry: isPending ? "!" : "*", of: (posting) => (posting.isPending && !isPending ? "! " : "") };
}

/** The first day on which each account is used. */
export function firstDays({ entries }: Journal): Map<JournalAccount, string> {
  const days = new Map<JournalAccount, string>();
  for (const { date, postings } of entries)
    for (const { account } of postings) if (!days.has(account)) days.set(account, date);
  return days;
}
