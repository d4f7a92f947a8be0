/** Who of several consumers of one account is served. No database, no clock. */
import { DomainError } from "../../../src/errors.ts";
import { insufficientCredits } from "./credits.errors.ts";
import { availableOf } from "./ledger.ts";

/** Credits that somebody wants to spend; the reference, where there is one, is spent on once. */
export interface Wanted {
  amount: number;
  referenceId: string | null;
}

/** What was done under a reference before: signed amount, and the balance that it left. */
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
 * Decides in order, each after those before it: a reference that is known answers what was done under it, and 422
 * IDEMPOTENCY_KEY_REUSED for another amount; else whoever finds enough available spends, and 400 INSUFFICIENT_CREDITS.
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
