/**
 * An oracle of the books, written apart from the code: a list of entries, with sums and dates worked out the plain way.
 * Amounts are cents in bigint; days are `YYYY-MM-DD`; the fiscal year is the calendar year.
 */
export interface ModelLine {
  code: string;
  /** Debits are positive, credits negative. */
  cents: bigint;
}

export interface ModelEntry {
  id: string;
  date: string;
  lines: readonly ModelLine[];
  kind: "standard" | "reversal" | "closing";
  isPosted: boolean;
  isReversed: boolean;
}

/** First digits of the standard chart's codes. */
const isResult = (code: string) => /^[4-8]/.test(code);
const isIncome = (code: string) => /^[47]/.test(code);
const isCash = (code: string) => code.startsWith("10");
const retained = "3900";

export class BooksModel {
  readonly entries: ModelEntry[] = [];
  closedThrough = "";
  /** Balances at the end of each closed month, as they were when it was closed. */
  readonly closedBalances = new Map<string, string>();

  isOpen(date: string): boolean {
    return date > this.closedThrough;
  }

  posted(): ModelEntry[] {
    return this.entries.filter(({ isPosted }) => isPosted);
  }

  /** Balances until the end of a day, debits less credits, without those that are zero. */
  balances(
    date: string,
    { from = "", closing = true }: { from?: string; closing?: boolean } = {},
  ): Map<string, bigint> {
    const sums = new Map<string, bigint>();
    for (const entry of this.posted()) {
      if (entry.date > date || entry.date < from) continue;
      if (!closing && this.#isClosing(entry)) continue;
      for (const { code, cents } of entry.lines) sums.set(code, (sums.get(code) ?? 0n) + cents);
    }
    return new Map([...sums].filter(([, cents]) => cents !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  netIncome(from: string, to: string): bigint {
    let net = 0n;
    for (const [code, cents] of this.balances(to, { from, closing: false })) if (isResult(code)) net -= cents;
    return net;
  }

  income(from: string, to: string): bigint {
    let sum = 0n;
    for (const [code, cents] of this.balances(to, { from, closing: false })) if (isIncome(code)) sum -= cents;
    return sum;
  }

  cash(date: string): bigint {
    let sum = 0n;
    for (const [code, cents] of this.balances(date)) if (isCash(code)) sum += cents;
    return sum;
  }

  /** Whether a month may be closed: it is open, and nothing is posted between the closed months and it. */
  mayClose(month: string): boolean {
    const first = `${month}-01`;
    if (!this.isOpen(lastDay(month))) return false;
    if (this.posted().some(({ date }) => date > this.closedThrough && date < first)) return false;
    const lastYear = `${Number(month.slice(0, 4)) - 1}-12-31`;
    if (this.closedThrough >= lastYear) return true;
    return ![...this.balances(lastYear).keys()].some(isResult);
  }

  /** The month after the closed ones, or the last one. */
  nextMonth(months: readonly string[]): string {
    return months.find((month) => this.isOpen(lastDay(month))) ?? months.at(-1)!;
  }

  close(month: string): void {
    const day = lastDay(month);
    if (month.endsWith("-12")) this.#bookResult(day);
    this.closedThrough = day;
    this.closedBalances.set(day, this.snapshot(day));
  }

  mayReopen(month: string): boolean {
    return lastDay(month) === this.closedThrough;
  }

  reopen(month: string): void {
    const day = lastDay(month);
    this.closedBalances.delete(day);
    this.closedThrough = dayBefore(`${month}-01`);
    for (const entry of this.posted()) {
      if (entry.kind === "closing" && entry.date === day && !entry.isReversed) this.reverse(entry, day, "");
    }
  }

  reverse(entry: ModelEntry, date: string, id: string): void {
    entry.isReversed = true;
    const lines = entry.lines.map(({ code, cents }) => ({ code, cents: -cents }));
    const mirror: ModelEntry = { id, date, lines, kind: "reversal", isPosted: true, isReversed: false };
    if (entry.kind === "closing") this.#closingReversals.add(mirror);
    this.entries.push(mirror);
  }

  snapshot(date: string): string {
    return [...this.balances(date)].map(([code, cents]) => `${code}=${cents}`).join(" ");
  }

  readonly #closingReversals = new Set<ModelEntry>();

  #isClosing(entry: ModelEntry): boolean {
    return entry.kind === "closing" || this.#closingReversals.has(entry);
  }

  #bookResult(day: string): void {
    const results = [...this.balances(day)].filter(([code]) => isResult(code));
    if (results.length === 0) return;
    const lines = results.map(([code, cents]) => ({ code, cents: -cents }));
    const sum = results.reduce((total, [, cents]) => total + cents, 0n);
    if (sum !== 0n) lines.push({ code: retained, cents: sum });
    this.entries.push({ id: "", date: day, lines, kind: "closing", isPosted: true, isReversed: false });
  }
}

/** The last day of a month `YYYY-MM`. */
export function lastDay(month: string): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function dayBefore(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - 1);
  return at.toISOString().slice(0, 10);
}
