import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import type { LedgerRow } from "../ledgers/ledger.rows.ts";
import { entryNumber } from "./entry-number.ts";
import type { EntryRow } from "./journal.rows.ts";

/** What events say of an entry. */
export function entryNews({ currency }: LedgerRow, entry: EntryRow): Record<string, unknown> {
  const {
    id: entryId,
    kind,
    fiscalYear,
    date,
    memo,
    total,
    reversesId,
    sourceApp,
    sourceKind,
    sourceId,
  } = entry;
  return {
    entryId,
    kind,
    fiscalYear,
    number: entryNumber(entry),
    date,
    memo,
    currency,
    total: toMajor(total, currencyDecimals(currency)),
    reversesId,
    source: sourceApp === null ? null : { app: sourceApp, kind: sourceKind, id: sourceId },
  };
}
