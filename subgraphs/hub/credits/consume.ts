/** Decides concurrent spending of one account. No database, no clock. */
import { DomainError } from "../../../src/errors.ts";
import { insufficientCredits } from "./credits.errors.ts";
import { availableOf } from "./ledger.ts";

/** A request to spend credits; each reference is spent once. */
export interface Wanted {
  amount: number;
  referenceId: string | null;
}

/** The earlier entry of a reference: signed amount, and the balance after it. */
export interface Referenced {
  entryId: string;
  amount: number;
  balance: number;
}

export type Decision =
  | { spends: { entryId: string; balance: number } }
  | { repeats: { entryId: string; balance: number } }
  | { refusal: DomainError };

/**
 * Decides in order, each after those before it: a known reference returns its entry, or 422 IDEMPOTENCY_KEY_REUSED for
 * another amount; otherwise it spends if enough is available, else 400 INSUFFICIENT_CREDITS.
 */
export function decideConsumes(
  account: { balance: number; held: number } | null,
  known: ReadonlyMap<string, Referenced>,
  wanted: readonly Wanted[],
  newEntryId: () => string,
): Decision[] {
  const references = new Map(known);
  let balance = account?.balance ?? 0;
  const held = account?.held ?? 0;
  return wanted.map(({ amount, referenceId }): Decision => {
    const earlier = referenceId === null ? undefined : references.get(referenceId);
    if (earlier && earlier.amount !== -amount) return { refusal: referenceReused() };
    if (earlier) return { repeats: { entryId: earlier.entryId, balance: earlier.balance } };
    const available = availableOf({ balance, held });
    if (account === null || available < amount) return { refusal: insufficientCredits(available, amount) };
    balance -= amount;
    const entryId = newEntryId();
    if (referenceId !== null) references.set(referenceId, { entryId, amount: -amount, balance });
    return { spends: { entryId, balance } };
  });
}

function referenceReused(): DomainError {
  return new DomainError(
    "IDEMPOTENCY_KEY_REUSED",
    "This referenceId was used with another amount. Use a new referenceId.",
  );
}
