import type { LedgerFact } from "./ledger-source.port.ts";
import type { ControlEntry } from "./subledger.rows.ts";
import type { SubledgerDifferenceReason } from "./subledger.types.ts";

/** A difference in minor units, ledger less subledger. */
export interface Difference {
  reason: SubledgerDifferenceReason;
  kind: string | null;
  recordId: string | null;
  entryId: string | null;
  date: string;
  memo: string;
  minor: number;
}

interface Compared {
  app: string;
  asOf: string;
  /** Records of the app until the day, with what they do to the control accounts. */
  records: readonly { fact: LedgerFact; effect: number }[];
  entries: readonly ControlEntry[];
  counting: readonly { kind: string; recordId: string; entryId: string; date: string; isReversed: boolean }[];
}

/** What makes the control accounts differ from the records of an app. The parts add up to the difference of the sums. */
export function differencesOf({ app, asOf, records, entries, counting }: Compared): Difference[] {
  const keyOf = (kind: string, id: string) => `${kind} ${id}`;
  const ofApp = entries.filter((entry) => entry.app === app);
  const booked = Map.groupBy(ofApp, ({ kind, recordId }) => keyOf(kind!, recordId!));
  const present = new Map(counting.map((one) => [keyOf(one.kind, one.recordId), one]));
  const found: Difference[] = [];
  const known = new Set<string>();
  for (const { fact, effect } of records) {
    const key = keyOf(fact.kind, fact.id);
    known.add(key);
    const own = booked.get(key) ?? [];
    const minor = sum(own) - effect;
    if (minor === 0) continue;
    const posting = present.get(key);
    const { kind, id: recordId, date, memo } = fact;
    const reason = reasonOf({ posting, asOf });
    found.push({ reason, kind, recordId, entryId: posting?.entryId ?? null, date, memo, minor });
  }
  for (const [key, own] of booked) {
    if (known.has(key) || sum(own) === 0) continue;
    const { kind, recordId, entryId, date, memo } = own[0]!;
    found.push({ reason: "removed", kind, recordId, entryId, date, memo, minor: sum(own) });
  }
  const others = entries.filter((entry) => entry.app !== app);
  return [...found, ...others.map(byHand)];
}

/** An entry that no record of the subledger has caused. */
export function byHand({ entryId, date, memo, amount }: ControlEntry): Difference {
  return { reason: "by_hand", kind: null, recordId: null, entryId, date, memo, minor: amount };
}

function reasonOf({
  posting,
  asOf,
}: {
  posting: Compared["counting"][number] | undefined;
  asOf: string;
}): SubledgerDifferenceReason {
  if (!posting) return "not_posted";
  if (posting.isReversed) return "reversed";
  return posting.date > asOf ? "posted_later" : "changed";
}

function sum(entries: readonly ControlEntry[]): number {
  return entries.reduce((total, { amount }) => total + amount, 0);
}
